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
    else if (answers === 2) response.end('{"a":"é"}');
    else response.destroy();
  });
  const metrics = new CollectedMetrics();
  const clock = createFakeClock();
  const transport = createHttpTransport({ server: server.url }, { metrics, clock });
  t.after(() => transport.close());
  const answered = transport.request(GET);
  while (answers < 2) await clock.advance(0);
  assert.equal((await answered).status, 200);
  await (await answered).text();
  await assert.rejects(transport.request({ ...GET, method: 'POST', body: '{}' }));
  const host = `host=127.0.0.1:${server.port}`;
  assert.deepEqual(metrics.samples, {
    [`rest_client_requests_total{code=429,${host},method=GET}`]: 1,
    [`rest_client_request_retries_total{code=200,${host},verb=GET}`]: 1,
    [`rest_client_requests_total{code=200,${host},method=GET}`]: 1,
    [`rest_client_requests_total{code=<error>,${host},method=POST}`]: 1,
    [`rest_client_request_duration_seconds{${host},verb=GET}`]: [0, 0],
    [`rest_client_request_duration_seconds{${host},verb=POST}`]: [0],
    [`rest_client_request_size_bytes{${host},verb=GET}`]: [0, 0],
    [`rest_client_request_size_bytes{${host},verb=POST}`]: [2],
    [`rest_client_response_size_bytes{${host},verb=GET}`]: [0, 10],
  });
});

test('measures the waits for the rate limit, and the size of streamed bodies without watches', async (t) => {
  const server = await startServer(t, (_request, response) => response.end('12345'));
  const metrics = new CollectedMetrics();
  const clock = createFakeClock();
  const options = { metrics, clock, qps: 1, burst: 1 };
  const transport = createHttpTransport({ server: server.url }, options);
  t.after(() => transport.close());
  const read = async (path: string): Promise<void> => {
    const pending = transport.request({ method: 'GET', path });
    await clock.advance(1_000);
    for await (const chunk of (await pending).body) assert.equal(chunk.length, 5);
  };
  await read('/api/v1/pods');
  const pending = read('/api/v1/pods?watch=true');
  await pending;
  const labels = `{host=127.0.0.1:${server.port},verb=GET}`;
  assert.deepEqual(metrics.samples[`rest_client_response_size_bytes${labels}`], [5]);
  assert.deepEqual(metrics.samples[`rest_client_rate_limiter_duration_seconds${labels}`], [0, 0]);
});
