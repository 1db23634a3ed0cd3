import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { createHttpTransport } from '@vmgen/runtime';
import { createPrometheusRegistry } from '@vmgen/runtime/prometheus';
import { siteResource, startManager, until } from './site.test.helper.js';

const QUEUE = ['controller', 'name'];

/**
 * The series that the dashboards of kubebuilder's plugin grafana/v1-alpha query, with the types and
 * labels of controller-runtime.
 */
const DASHBOARDS: Record<string, readonly [type: string, labels: readonly string[]]> = {
  controller_runtime_active_workers: ['gauge', ['controller']],
  controller_runtime_reconcile_errors_total: ['counter', ['controller']],
  controller_runtime_reconcile_total: ['counter', ['controller', 'result']],
  process_cpu_seconds_total: ['counter', []],
  process_resident_memory_bytes: ['gauge', []],
  workqueue_adds_total: ['counter', QUEUE],
  workqueue_depth: ['gauge', [...QUEUE, 'priority']],
  workqueue_queue_duration_seconds: ['histogram', [...QUEUE, 'le']],
  workqueue_retries_total: ['counter', QUEUE],
  workqueue_unfinished_work_seconds: ['gauge', QUEUE],
  workqueue_work_duration_seconds: ['histogram', [...QUEUE, 'le']],
};

/** Further series of controller-runtime and client-go. */
const OTHERS: typeof DASHBOARDS = {
  controller_runtime_max_concurrent_reconciles: ['gauge', ['controller']],
  controller_runtime_reconcile_panics_total: ['counter', ['controller']],
  controller_runtime_reconcile_time_seconds: ['histogram', ['controller', 'le']],
  controller_runtime_reconcile_timeouts_total: ['counter', ['controller']],
  controller_runtime_terminal_reconcile_errors_total: ['counter', ['controller']],
  leader_election_master_status: ['gauge', ['name']],
  leader_election_slowpath_total: ['counter', ['name']],
  rest_client_request_duration_seconds: ['histogram', ['host', 'le', 'verb']],
  rest_client_request_retries_total: ['counter', ['code', 'host', 'verb']],
  rest_client_request_size_bytes: ['histogram', ['host', 'le', 'verb']],
  rest_client_requests_total: ['counter', ['code', 'host', 'method']],
  rest_client_response_size_bytes: ['histogram', ['host', 'le', 'verb']],
  workqueue_longest_running_processor_seconds: ['gauge', QUEUE],
};

/** Sends a request that a busy server answers at the second attempt. */
async function sendRequest(
  t: TestContext,
  { metrics }: ReturnType<typeof createPrometheusRegistry>,
): Promise<void> {
  let answers = 0;
  const server = createServer((_request, response) => {
    if (answers++ === 0) response.writeHead(429, { 'retry-after': '0' });
    response.end('{}');
  });
  t.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await using transport = createHttpTransport({ server: `http://127.0.0.1:${port}` }, { metrics });
  await (await transport.request({ method: 'GET', path: '/version' })).text();
}

test('the metrics of an operator contain all series of the dashboards of kubebuilder', async (t) => {
  const registry = createPrometheusRegistry();
  let reconciles = 0;
  const { sites, manager, stop } = await startManager(
    t,
    (own) => {
      const { sites: reader } = own.cache({ sites: siteResource });
      own.controller(reader).reconcile(async () => void (reconciles += 1));
    },
    { metrics: registry.metrics, leaderElection: { leaseNamespace: 'default' } },
  );
  await sites.create({ metadata: { name: 'a' }, spec: { html: '' } });
  await until(() => manager.isLeader && reconciles === 1);
  await sendRequest(t, registry);
  const text = await registry.text();
  for (const [name, [type, labels]] of Object.entries({ ...DASHBOARDS, ...OTHERS })) {
    assert.ok(text.includes(`# TYPE ${name} ${type}\n`), `${name} is a ${type}`);
    const sample = new RegExp(
      `^${name}${type === 'histogram' ? '_bucket' : ''}(?:\\{(.*)\\})? `,
      'm',
    );
    const [, found = ''] = sample.exec(text) ?? assert.fail(`${name} has no sample`);
    const names = Array.from(found.matchAll(/(\w+)="/g), ([, label]) => label).sort();
    assert.deepEqual(names, [...labels].sort(), name);
  }
  await stop();
});
