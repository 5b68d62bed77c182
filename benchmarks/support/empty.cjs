// The least that a Node process can do and be heard.
require('node:fs').writeSync(1, 'here\n');
