// A preload (`node --require`) that leaves what the process has used in the file that BENCHMARK_USAGE names, at its very end.
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  // Not `maxRSS`: a child's begins with what its parent held when it was forked.
  const peak = Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  writeFileSync(process.env.BENCHMARK_USAGE, JSON.stringify({ userCPUTime, systemCPUTime, peak }));
});
