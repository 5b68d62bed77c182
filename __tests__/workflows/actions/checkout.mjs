// What actions/checkout does for a commit of its own: copies the files of the repository, which has only one.
import { cp } from 'node:fs/promises';
import { dirname, join } from 'node:path';

await import('./record.mjs');
await cp(join(dirname(process.env.CALLS), 'repository'), '.', { recursive: true });
