import { afterEach, expect, test } from '@jest/globals';

import { openSandbox, type Sandbox } from '../support/sandbox.ts';
import { foundIn } from './support/encodings.ts';

/** A callback's secrets as its receiver reads them, where a plus may be a plus, and a part of the path may be escaped. */
const CALLBACK = 'https://hooks.example/run/T0Kq%2B9xW%C3%A9z8Ab?sig=Zk3/xw+Yw9==';
const READ: readonly (readonly [name: string, secret: string])[] = [
  ['the signature', 'Zk3/xw+Yw9=='],
  ['the part of the path', 'T0Kq+9xWéz8Ab'],
];

let sandbox: Sandbox;
afterEach(() => sandbox.close());

test("a callback's secrets are hidden as its receiver reads them, too", async () => {
  const detail = READ.map(([, secret]) => `no ${secret} here`).join(', ');
  sandbox = await openSandbox({ faults: [{ on: 'create', do: { kind: 'code', code: 4000, detail } }] });
  const result = await sandbox.run({ inputs: { callback: CALLBACK } });
  const shown = result.stdout.replaceAll(/^::add-mask::.*$/gm, '');
  expect(result.outputs['outcome']).toBe('refused');
  expect(new Set(shown.match(/no \S+ here/g))).toEqual(new Set(['no *** here']));
  expect([...foundIn(shown, READ), ...foundIn(result.summary, READ)]).toEqual([]);
});
