// A preload (`node --require`) that writes the resource usage of the process to the file BENCHMARK_USAGE when it exits.
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  // Not `maxRSS`: for a child process it includes the memory of its parent.
  const peak = Number(/VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);
  writeFileSync(process.env.BENCHMARK_USAGE, JSON.stringify({ userCPUTime, systemCPUTime, peak }));
});
