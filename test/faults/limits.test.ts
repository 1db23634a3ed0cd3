// What a process may lack, by the rows of the fault matrix: memory, files, somebody who reads its output.
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
  test('row 51: with a heap of 256 MB follows 100,000 objects, and lists them again', async (t) => {
    const server = await startScriptedServer((request) => {
      const isFirst = server.watches.length < 2;
      if (!request.isWatch) return request.raw(200, pageOf(request.query));
      if (request.query.has('sendInitialEvents')) return request.refuse(422, 'Invalid');
      if (isFirst) {
        // Long enough to be a watch; then its version has expired.
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
    assert.deepEqual(child.told[0], { is: 'synced', objects: OBJECTS });
    assert.equal(child.told[1]?.['objects'], OBJECTS + 1);
    t.diagnostic(`heap after the relist: ${Math.round(Number(child.told[1]?.['heapMb']))} MB`);
  });

  test('row 52: that has no file left tries again, and goes on once it has', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    const child = start(t, 'few-files', proxy.url, { before: 'ulimit -n 64 &&' });
    await eventually('no file is left', () => child.told.length === 1, child.errors);
    await eventually('the watch', () => proxy.watches[0]?.isOpen === true);
    const before = proxy.exchanges.length;
    // Idle connections as well: the next request needs a file.
    await proxy.kill();
    await proxy.revive();
    await create('two');
    const [code] = await once(child.process, 'exit');
    assert.equal(code, 0, child.errors());
    assert.deepEqual(child.told.slice(1), [
      { is: 'freed', objects: 1 },
      { is: 'healed', objects: 2 },
    ]);
    assert.ok(proxy.exchanges.length - before < 10, 'it waits between its tries');
  });

  for (const [what, redirection] of [
    ['is full', '>/dev/full'],
    ['nobody reads', '> >(exec sleep 20 2>&- 3>&-)'],
    ['nobody has open any more', '> >(exec true)'],
    ['is closed', '>&-'],
  ] as const) {
    test(`row 53: goes on where its output ${what}`, async (t) => {
      const { proxy, create } = await startFaultyCluster(t);
      await create('one');
      const child = start(t, 'broken-output', proxy.url, { shell: redirection });
      await eventually('it has written', () => child.told.length === 1, child.errors);
      proxy.cutAll('rst');
      await linger();
      await create('two');
      const [code] = await once(child.process, 'exit');
      assert.equal(code, 0, child.errors());
      assert.deepEqual(child.told[1], { is: 'healed' });
    });
  }
});

interface Child {
  readonly process: ChildProcess;
  /** What it told, in order. */
  readonly told: readonly Readonly<Record<string, unknown>>[];
  readonly errors: () => string;
}

interface ChildOptions {
  readonly execArgv?: readonly string[];
  /** What bash does before it becomes the child: a command that ends with `&&`. */
  readonly before?: string;
  /** Where bash has it write. */
  readonly shell?: string;
}

function start(t: TestContext, name: string, url: string, options: ChildOptions = {}): Child {
  const script = fileURLToPath(new URL(`children/${name}.js`, import.meta.url));
  const { before = '', shell = '', execArgv = [] } = options;
  const command = `${before} exec "$0" "$@" ${shell}`;
  const child = spawn('bash', ['-c', command, process.execPath, ...execArgv, script, url], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const told: Readonly<Record<string, unknown>>[] = [];
  let errors = '';
  child.on('message', (message) => void told.push(message as Record<string, unknown>));
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  t.after(() => child.kill('SIGKILL'));
  return { process: child, told, errors: () => errors };
}

/** A page of a list of very many objects, as kube-apiserver would send it. */
function pageOf(query: URLSearchParams): string {
  const from = Number(query.get('continue') ?? 0);
  const to = Math.min(OBJECTS, from + Number(query.get('limit') ?? OBJECTS));
  const items: string[] = [];
  for (let index = from; index < to; index++) items.push(bigWidget(index));
  const metadata = { resourceVersion: '4000000', ...(to < OBJECTS && { continue: String(to) }) };
  const head = JSON.stringify({ kind: 'WidgetList', apiVersion: WIDGET_API_VERSION, metadata });
  return `${head.slice(0, -1)},"items":[${items.join(',')}]}`;
}

/** About the 870 bytes of a VirtualMachine. */
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
