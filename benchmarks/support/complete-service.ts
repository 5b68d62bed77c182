import { createServer } from 'node:http';

import { makeDevices } from '../../simulator/devices.ts';
import { renderDocuments } from '../../simulator/documents.ts';
import { DOCUMENTED } from '../../simulator/variants.ts';
import { envelope, listen } from './server.ts';

/** A service on which every testset is complete. */
export interface CompleteService {
  readonly url: string;
  close(): void;
}

/** One of this many devices ends with an error. */
const ONE_ERROR_IN = 20;

/**
 * Starts a service on a free port of this machine. The testset `n` has n devices, for each of the given sizes. Responses are made in
 * advance, so that a client waits only for the network.
 */
export async function startCompleteService(sizes: readonly number[]): Promise<CompleteService> {
  const bodies = new Map(sizes.flatMap(responsesFor));
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' }).end(body);
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

function responsesFor(size: number): [path: string, body: Buffer][] {
  const error = size / ONE_ERROR_IN;
  const devices = makeDevices({ total: size, error, seconds: 1800 });
  const { xml, html, json } = renderDocuments({ testsetId: size, project: 'wallet-app', devices }, DOCUMENTED);
  const ended = { pass_cnt: size - error, error_cnt: error, fail_cnt: 0, stop_cnt: 0 };
  const detail = { total_test_cnt: size, ...ended, running_cnt: 0, initializing_cnt: 0 };
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
