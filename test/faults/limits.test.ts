// Missing resources of a process, by the rows of the fault matrix: memory, file descriptors, a
// reader of its output.
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { describe, test, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { WIDGET_API_VERSION } from './model/widget.js';
import { eventually, linger } from './support/followed.js';
import { startFaultyCluster } from './support/faulty-cluster.js';
import { eventLine, startScriptedServer, widget } from './support/scripted-server.js';

const OBJECTS = 100_000;

describe('a process', () => {
  test('row 51: caches 100,000 objects in a heap of 256 MB, including a relist', async (t) => {
    const server = await startScriptedServer((request) => {
      const isFirst = server.watches.length < 2;
      if (!request.isWatch) return request.raw(200, pageOf(request.query));
      if (request.query.has('sendInitialEvents')) return request.refuse(422, 'Invalid');
      if (isFirst) {
        // Long enough to be a watch. Then its version has expired.
        setTimeout(
          () => request.write('{"type":"ERROR","object":{"code":410,"reason":"Expired"}}\n'),
          1100,
        );
      } else request.write(eventLine('ADDED', widget('last', 5_000_000)));
    });
    t.after(() => server.close());
    const child = start(t, 'small-heap', server.url, { execArgv: ['--max-old-space-size=256'] });
    const [code] = await once(child.process, 'exit');
    assert.equal(code, 0, child.errors());
    assert.deepEqual(child.reports[0], { is: 'synced', objects: OBJECTS });
    assert.equal(child.reports[1]?.['objects'], OBJECTS + 1);
    t.diagnostic(`heap after the relist: ${Math.round(Number(child.reports[1]?.['heapMb']))} MB`);
  });

  test('row 52: without free file descriptors retries and recovers', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    const child = start(t, 'few-files', proxy.url, { before: 'ulimit -n 64 &&' });
    await eventually('no free file descriptors', () => child.reports.length === 1, child.errors);
    await eventually('the watch', () => proxy.watches[0]?.isOpen === true);
    const before = proxy.exchanges.length;
    // Also closes idle connections, so that the next request needs a file descriptor.
    await proxy.kill();
    await proxy.revive();
    await create('two');
    const [code] = await once(child.process, 'exit');
    assert.equal(code, 0, child.errors());
    assert.deepEqual(child.reports.slice(1), [
      { is: 'freed', objects: 1 },
      { is: 'healed', objects: 2 },
    ]);
    assert.ok(proxy.exchanges.length - before < 10, 'it waits between attempts');
  });

  for (const [what, redirection] of [
    ['is full', '>/dev/full'],
    ['is not read', '> >(exec sleep 20 2>&- 3>&-)'],
    ['has no reader', '> >(exec true)'],
    ['is closed', '>&-'],
  ] as const) {
    test(`row 53: continues if its output ${what}`, async (t) => {
      const { proxy, create } = await startFaultyCluster(t);
      await create('one');
      const child = start(t, 'broken-output', proxy.url, { shell: redirection });
      await eventually('the first report', () => child.reports.length === 1, child.errors);
      proxy.cutAll('rst');
      await linger();
      await create('two');
      const [code] = await once(child.process, 'exit');
      assert.equal(code, 0, child.errors());
      assert.deepEqual(child.reports[1], { is: 'healed' });
    });
  }
});

interface Child {
  readonly process: ChildProcess;
  /** Its reports, in order. */
  readonly reports: readonly Readonly<Record<string, unknown>>[];
  readonly errors: () => string;
}

interface ChildOptions {
  readonly execArgv?: readonly string[];
  /** A shell command that runs before the child. Ends with `&&`. */
  readonly before?: string;
  /** The redirection of its output. */
  readonly shell?: string;
}

function start(t: TestContext, name: string, url: string, options: ChildOptions = {}): Child {
  const script = fileURLToPath(new URL(`children/${name}.js`, import.meta.url));
  const { before = '', shell = '', execArgv = [] } = options;
  const command = `${before} exec "$0" "$@" ${shell}`;
  const child = spawn('bash', ['-c', command, process.execPath, ...execArgv, script, url], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const reports: Readonly<Record<string, unknown>>[] = [];
  let errors = '';
  child.on('message', (message) => void reports.push(message as Record<string, unknown>));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  t.after(() => child.kill('SIGKILL'));
  return { process: child, reports, errors: () => errors };
}

/** A page of a long list, as kube-apiserver sends it. */
function pageOf(query: URLSearchParams): string {
  const from = Number(query.get('continue') ?? 0);
  const to = Math.min(OBJECTS, from + Number(query.get('limit') ?? OBJECTS));
  const items: string[] = [];
  for (let index = from; index < to; index++) items.push(bigWidget(index));
  const metadata = { resourceVersion: '4000000', ...(to < OBJECTS && { continue: String(to) }) };
  const head = JSON.stringify({ kind: 'WidgetList', apiVersion: WIDGET_API_VERSION, metadata });
  return `${head.slice(0, -1)},"items":[${items.join(',')}]}`;
}

/** About 870 bytes, as a VirtualMachine. */
function bigWidget(index: number): string {
  const object = widget(`w${index}`, 1_000_000 + index, { uid: `0b0f7b1c-${index}` });
  return JSON.stringify({
    ...object,
    metadata: {
      ...object.metadata,
      labels: { app: 'web', tier: `t${index % 10}` },
      annotations: { note: 'x'.repeat(200) },
      managedFields: [{ manager: 'test', operation: 'Update', fieldsV1: { 'f:spec': {} } }],
    },
  });
}
