// The smallest Node program that writes a line.
require('node:fs').writeSync(1, 'started\n');
