// Starts the service beside the job, and tells the next steps where it is.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const { GITHUB_ENV, GITHUB_PATH, GITHUB_STATE, GITHUB_WORKSPACE, INPUT_TESTSETS } = process.env;

const program = join(import.meta.dirname, 'simulator', 'index.js');
const service = spawn(process.execPath, [program, '--port', '0', '--fail', '0'], {
  detached: true,
  stdio: ['ignore', 'pipe', 'ignore'],
});
appendFileSync(GITHUB_STATE, `pid=${service.pid}\n`);
const [text] = await once(service.stdout.setEncoding('utf8'), 'data');
const [, url, userId, accessKey] = /base-url: (\S+)\s+user-id: (\S+)\s+access-key: (\S+)/.exec(text);
appendFileSync(GITHUB_ENV, `TESTSET_URL=${url}\nTESTSET_USER_ID=${userId}\nTESTSET_ACCESS_KEY=${accessKey}\n`);
appendFileSync(GITHUB_PATH, `${join(GITHUB_WORKSPACE, 'bin')}\n`);

const authorization = `Basic ${Buffer.from(`${userId}:${accessKey}`).toString('base64')}`;
const data = { pid: 509, testset_name: 'An earlier job', os_type: 'ANDROID', source_type: 'file', scenario_id: 101 };
for (let created = 0; created < Number(INPUT_TESTSETS); created += 1) {
  const body = new FormData();
  body.set('data', JSON.stringify(data));
  await fetch(`${url}/openapi/v2/testset`, { method: 'POST', headers: { authorization }, body });
}
console.log(`The simulated service runs at ${url}.`);

service.stdout.destroy();
service.unref();
