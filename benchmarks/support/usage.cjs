// A preload (`node --require`) that leaves what the process has used in the file that BENCHMARK_USAGE names, at its very end.
const { writeFileSync } = require('node:fs');

process.on('exit', () => {
  writeFileSync(process.env.BENCHMARK_USAGE, JSON.stringify(process.resourceUsage()));
});
