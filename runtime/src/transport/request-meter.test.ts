import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CollectedMetrics } from '../metrics/collected-metrics.test.helper.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { createHttpTransport } from './http-transport.js';
import { startServer } from './local-server.test.helper.js';

const GET = { method: 'GET', path: '/api/v1/pods' } as const;

test('counts requests and retries by code, method and host', async (t) => {
  let answers = 0;
  const server = await startServer(t, (_request, response) => {
    answers++;
    if (answers === 1) response.writeHead(429, { 'retry-after': '0' }).end();
    else if (answers === 2) response.end('{}');
    else response.destroy();
  });
  const metrics = new CollectedMetrics();
  const clock = createFakeClock();
  const transport = createHttpTransport({ server: server.url }, { metrics, clock });
  t.after(() => transport.close());
  const answered = transport.request(GET);
  while (answers < 2) await clock.advance(0);
  assert.equal((await answered).status, 200);
  await assert.rejects(transport.request({ ...GET, method: 'POST' }));
  const host = `host=127.0.0.1:${server.port}`;
  assert.deepEqual(metrics.samples, {
    [`rest_client_requests_total{code=429,${host},method=GET}`]: 1,
    [`rest_client_requests_total{code=200,${host},method=GET}`]: 1,
    [`rest_client_requests_total{code=<error>,${host},method=POST}`]: 1,
    [`rest_client_request_duration_seconds{${host},verb=GET}`]: [0, 0],
    [`rest_client_request_duration_seconds{${host},verb=POST}`]: [0],
  });
});
