import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, test, type TestContext } from 'node:test';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { freePort, listen } from '../support/listen.js';
import { inRepository } from '../support/repository.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';
import { programOf } from '@vmgen/fixtures/prometheus';

const WITHIN_MS = 60_000;
const [PASSWORD, TOKEN] = ['correct-horse', 'token-of-the-collector'];

/** A value of OTLP, such as `{ stringValue: 'site' }`. */
type Attributes = readonly {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string };
}[];

interface Span {
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes?: Attributes;
  readonly status: { readonly code?: number; readonly message?: string };
}

interface Metric {
  readonly name: string;
  readonly sum?: { readonly isMonotonic: boolean; readonly dataPoints: readonly Point[] };
  readonly gauge?: { readonly dataPoints: readonly Point[] };
  readonly histogram?: { readonly dataPoints: readonly Point[] };
}

interface Point {
  readonly attributes?: Attributes;
  readonly asDouble?: number;
  readonly count?: string;
  readonly explicitBounds?: readonly number[];
}

interface Resource {
  readonly resource: { readonly attributes: Attributes };
}

/** What the receiver prints. */
interface Batch {
  readonly traces?: {
    readonly resourceSpans: readonly (Resource & {
      readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
    })[];
  };
  readonly metrics?: {
    readonly resourceMetrics: readonly (Resource & {
      readonly scopeMetrics: readonly { readonly metrics: readonly Metric[] }[];
    })[];
  };
}

const textOf = (attributes: Attributes = []): Record<string, string> =>
  Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? '']),
  );

const server = createApiServer();
const client = createConfigMapClient(server.transport, 'default');
let kubeconfig: string;
let close: () => Promise<void>;

before(async () => {
  const listener = await startHttpsServer(server);
  const folder = await temporaryFolder('telemetry');
  kubeconfig = path.join(folder.path, 'kubeconfig');
  await listener.writeKubeconfig(kubeconfig);
  close = async () => {
    await listener.close();
    await server.close();
    await folder[Symbol.asyncDispose]();
  };
});
after(() => close());

/** An operator that sends to a collector, as a process. */
function startOperator(t: TestContext, endpoint: string) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'traced-operator.js')], {
    env: {
      ...process.env,
      KUBECONFIG: kubeconfig,
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${TOKEN}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  let [log, last] = ['', { reconciles: 0, bytes: 0 }];
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  createInterface(child.stdout).on('line', (line) => {
    const [reconciles = 0, bytes = 0] = line.split(' ').map(Number);
    last = { reconciles, bytes };
  });
  const ended = once(child, 'exit');
  return {
    log: () => log,
    /** The last printed numbers. Throws with the log if the operator has ended. */
    last: () => {
      assert.equal(child.exitCode, null, log);
      return last;
    },
    /** Resolves with the exit code, and how long the end took. */
    async end() {
      const startMs = performance.now();
      child.kill('SIGTERM');
      const [code] = (await ended) as [number | null];
      return { code, ms: performance.now() - startMs };
    },
  };
}

/** Starts the receiver of the collector. */
async function startCollector(t: TestContext) {
  const port = await freePort();
  const child = spawn(programOf('otlp'), [`127.0.0.1:${port}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const batches: Batch[] = [];
  let text = '';
  const lines = createInterface(child.stdout);
  const ready = once(lines, 'line');
  // After its last line.
  const closed = once(lines, 'close');
  lines.on('line', (line) => {
    text += line;
    batches.push(JSON.parse(line) as Batch);
  });
  const end = async (): Promise<void> => {
    child.stdin.end();
    await closed;
  };
  t.after(end);
  await ready;
  return { endpoint: `http://127.0.0.1:${port}`, batches, text: () => text, end };
}

/** Replaces all ConfigMaps. */
async function createAll(names: readonly string[]): Promise<void> {
  for (const { metadata } of (await client.list()).items) await client.delete(metadata.name);
  for (const name of names)
    await client.create({ metadata: { name }, data: { password: PASSWORD } });
}

test('an operator sends spans and metrics to a collector, also the last ones', async (t) => {
  const { endpoint, batches, text, end } = await startCollector(t);
  await createAll(['shop', 'broken']);
  const operator = startOperator(t, endpoint);
  const hasFailed = async () =>
    operator.last() && (operator.log().includes('registry does not') || undefined);
  await waitFor('a failure', WITHIN_MS, hasFailed);
  const hasMetrics = async () => text().includes('informer_objects') || undefined;
  await waitFor('metrics', WITHIN_MS, hasMetrics);
  const { reconciles } = operator.last();
  await client.create({ metadata: { name: 'late' } });
  const isLater = async () => operator.last().reconciles > reconciles || undefined;
  await waitFor('the last reconcile', WITHIN_MS, isLater);
  const { code, ms } = await operator.end();
  assert.equal(code, 0, operator.log());
  assert.ok(ms < 4_000, String(ms));
  // It has answered the last request, and prints what it has received.
  await end();

  const resourceSpans = batches.flatMap(({ traces }) => traces?.resourceSpans ?? []);
  for (const { resource } of resourceSpans) {
    assert.equal(textOf(resource.attributes)['service.name'], 'traced-operator');
  }
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans));
  const reconcileOf = (key: string): Span =>
    spans.find(
      ({ name, attributes }) => name === 'reconcile' && textOf(attributes)['key'] === key,
    ) ?? assert.fail(key);
  const succeeded = reconcileOf('default/shop');
  const { reconcileId, ...attributes } = textOf(succeeded.attributes);
  assert.match(reconcileId ?? '', /^[0-9a-f-]{36}$/);
  assert.deepEqual(attributes, {
    controller: 'configmaps',
    key: 'default/shop',
    outcome: 'success',
  });
  const [request] = spans.filter(({ parentSpanId }) => parentSpanId === succeeded.spanId);
  assert.deepEqual(textOf(request?.attributes), {
    'http.request.method': 'PATCH',
    'url.path': '/api/v1/namespaces/default/secrets/shop',
    'http.response.status_code': '201',
  });
  assert.equal(textOf(reconcileOf('default/late').attributes)['outcome'], 'success');
  const failed = reconcileOf('default/broken');
  assert.equal(textOf(failed.attributes)['outcome'], 'error');
  assert.deepEqual(failed.status, { code: 2, message: 'the registry does not answer' });

  const metrics = batches
    .flatMap(({ metrics: each }) => each?.resourceMetrics ?? [])
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((each) => each.metrics));
  const metric = (name: string): Metric =>
    metrics.findLast((each) => each.name === name) ?? assert.fail(name);
  const { sum } = metric('controller_runtime_reconcile_total');
  assert.equal(sum?.isMonotonic, true);
  const successes = sum.dataPoints.find((each) => textOf(each.attributes)['result'] === 'success');
  assert.equal(successes?.asDouble, 2);
  const { histogram } = metric('controller_runtime_reconcile_time_seconds');
  assert.ok(Number(histogram?.dataPoints[0]?.count) >= 2);
  assert.equal(histogram?.dataPoints[0]?.explicitBounds?.[0], 0.005);
  assert.equal(
    metric('controller_runtime_max_concurrent_reconciles').gauge?.dataPoints[0]?.asDouble,
    10,
  );
  assert.ok(metrics.some(({ name, gauge }) => name === 'informer_objects' && gauge !== undefined));

  for (const secret of [PASSWORD, TOKEN]) {
    assert.ok(!text().includes(secret), `the collector received ${secret}`);
    assert.ok(!operator.log().includes(secret), `the log has ${secret}`);
  }
});

/** Collectors that do not receive, by what they do. */
const FAILURES: Readonly<Record<string, (t: TestContext) => Promise<number>>> = {
  'is down': () => freePort(),
  'accepts connections and never answers': (t) => started(t, createTcpServer()),
  'answers 503 and asks for a later attempt': (t) =>
    started(
      t,
      createServer((request, response) => {
        request.resume();
        response.writeHead(503, { 'retry-after': '3600' }).end();
      }),
    ),
  'answers without an end': (t) =>
    started(
      t,
      createServer((request, response) => {
        request.resume();
        const write = (): void => {
          while (response.write('x'.repeat(2 ** 16)));
        };
        response
          .writeHead(200)
          .on('drain', write)
          .on('error', () => {});
        write();
      }),
    ),
};

async function started(t: TestContext, failing: Server): Promise<number> {
  const connections = new Set<{ destroy(): unknown }>();
  failing.on('connection', (socket) => {
    connections.add(socket);
    socket.on('error', () => {});
  });
  t.after(() => {
    for (const each of connections) each.destroy();
    failing.close();
  });
  return listen(failing);
}

/** Two spans for each are more than the queue keeps. */
const OBJECTS = 1_200;
const MIB = 2 ** 20;

for (const [failure, start] of Object.entries(FAILURES)) {
  test(`an operator continues if its collector ${failure}`, async (t) => {
    const port = await start(t);
    await createAll(['first']);
    const operator = startOperator(t, `http://127.0.0.1:${port}`);
    await waitFor(
      'the first reconcile',
      WITHIN_MS,
      async () => operator.last().reconciles > 0 || undefined,
    );
    const { bytes } = operator.last();
    for (let index = 0; index < OBJECTS; index++) {
      await client.create({ metadata: { name: `page-${index}` }, data: { password: PASSWORD } });
    }
    const all = async () => operator.last().reconciles > OBJECTS || undefined;
    await waitFor('all reconciles', 2 * WITHIN_MS, all);
    const grown = (operator.last().bytes - bytes) / MIB;
    assert.ok(grown < 120, `${grown} MiB`);
    const { code, ms } = await operator.end();
    assert.equal(code, 0, operator.log());
    assert.ok(ms < 4_000, `the end took ${ms} ms`);
    assert.ok(!operator.log().includes(TOKEN) && !operator.log().includes(PASSWORD));
  });
}

test('docs/observability.md has the text of this example', () => {
  const page = readFileSync(inRepository('docs/observability.md'), 'utf8');
  const source = readFileSync(inRepository('test/monitoring/telemetry.ts'), 'utf8');
  const [, shown] = /```ts src\/telemetry\.ts\n([^]*?)```/.exec(page) ?? [];
  assert.equal(shown, source);
});
