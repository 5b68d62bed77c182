process.kill(Number(process.env.STATE_pid));
