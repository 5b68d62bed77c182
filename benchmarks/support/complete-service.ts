import { createServer } from 'node:http';

import { makeDevices } from '../../simulator/devices.ts';
import { drawDocuments } from '../../simulator/documents.ts';
import { DOCUMENTED } from '../../simulator/variants.ts';
import { envelope } from './envelope.ts';
import { listen } from './listen.ts';

/** A service whose testsets are all complete. */
export interface CompleteService {
  readonly url: string;
  close(): void;
}

/** Of so many unit tests one ends with an error. */
const ONE_ERROR_IN = 20;

/**
 * Starts a service on a free port of this machine. The testset `n` has n unit tests, for the sizes given; its answers are ready before
 * anybody asks, so that a client waits for nothing but the network.
 */
export async function startCompleteService(sizes: readonly number[]): Promise<CompleteService> {
  const answers = new Map(sizes.flatMap(answersFor));
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(answer);
  });
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function answersFor(size: number): [path: string, answer: Buffer][] {
  const error = size / ONE_ERROR_IN;
  const devices = makeDevices({ total: size, error, seconds: 1800 });
  const { xml, html, json } = drawDocuments({ testsetId: size, project: 'wallet-app', devices }, DOCUMENTED);
  const detail = { total_test_cnt: size, pass_cnt: size - error, error_cnt: error, fail_cnt: 0, stop_cnt: 0 };
  const status = { testset_status: 'Complete', testset_status_detail: detail };
  const documents = { xml: { result_xml: xml }, json: { result_json: json }, html: { result_html: html } };
  const all = { ...documents.xml, ...documents.json, ...documents.html };
  const path = `/openapi/v2/testset/${size}`;
  return [
    [path, envelope(status)],
    ...Object.entries({ ...documents, all }).map(([type, data]): [string, Buffer] => [
      `${path}/result?data_type=${type}`,
      envelope({ complete: true, ...data }),
    ]),
  ];
}
