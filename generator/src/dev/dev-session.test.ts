import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import { DevSession } from './dev-session.js';
import type { DevState } from './dev-state.js';
import type { DevTools } from './dev-tools.js';
import { folderWith } from '../testing/folder-with.js';

interface SessionParts extends Partial<DevTools> {
  readonly clock?: FakeClock;
  /** Called with the script of each process that starts, and with what receives its lines. */
  readonly onStart?: (script: string | undefined, onLine: (line: string) => void) => void;
  readonly show?: (state: DevState) => void;
  readonly onLog?: (line: string) => void;
}

/** Opens a session in a new folder, whose children end at the first signal. */
function openIn(
  t: TestContext,
  { clock = createFakeClock(), onStart, show = () => undefined, onLog, ...tools }: SessionParts,
) {
  const folder = folderWith(t);
  const kubeconfig = join(folder, 'kubeconfig');
  const session = new DevSession({
    name: 'site-operator',
    folder,
    scratch: folder,
    out: 'generated',
    project: { operator: ['main.js'], dist: 'dist', tsc: 'tsc.js' },
    target: { kind: 'embedded', script: 'apiserver.js', kubeconfig, webhooks: undefined },
    tools: {
      generate: async (report) => report({ isDone: true, written: 0, diagnostics: [] }),
      diff: () => [],
      parse: () => ({ objects: [], problems: [] }),
      ...tools,
    },
    start: ({ args: [script] }, { onLine, onExit }) => {
      onStart?.(script, onLine);
      return { pid: 1, kill: () => queueMicrotask(() => onExit({ code: 0, reason: null })) };
    },
    clock,
    show,
    ...(onLog && { onLog }),
  });
  session.open();
  return { session, folder, kubeconfig };
}

/** A session whose compiler ends at the abort, or never. */
function openSession(t: TestContext, { isHanging = false } = {}) {
  const runs: AbortSignal[] = [];
  const { session } = openIn(t, {
    generate: (_, signal) => {
      runs.push(signal);
      return new Promise((resolve) => {
        if (!isHanging) signal.addEventListener('abort', () => resolve());
      });
    },
  });
  return { session, runs };
}

test('generates once after a key that is pressed repeatedly, and ends that generation', async (t) => {
  const { session, runs } = openSession(t);
  for (let press = 0; press < 3; press++) session.press('r');
  await turn();
  assert.equal(runs.length, 2);
  await session.close();
  assert.deepEqual(
    runs.map(({ aborted }) => aborted),
    [true, true],
  );
});

test('ends without a compiler that never ends, once it is killed', async (t) => {
  const { session } = openSession(t, { isHanging: true });
  let isEnded = false;
  const closed = session.close().then(() => (isEnded = true));
  await turn();
  assert.equal(isEnded, false);
  session.kill();
  await closed;
});

const CRD = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.web.example.com' },
  spec: {},
};

/** An API server that reports its version, and answers nothing else. */
async function silentServer(t: TestContext) {
  const waiting: ServerResponse[] = [];
  let probes = 0;
  const server = createServer((request, response) => {
    if (request.url !== '/version') return void waiting.push(response);
    probes += 1;
    response.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, waiting, probes: () => probes };
}

/** A session after the first build, whose API server the test selects. */
function builtSession(t: TestContext, parse: DevTools['parse']) {
  const clock = createFakeClock();
  const lines = new Map<string | undefined, (line: string) => void>();
  const started: (string | undefined)[] = [];
  const atLog: (string | undefined)[] = [];
  let state: DevState | undefined;
  const { session, folder, kubeconfig } = openIn(t, {
    clock,
    onStart: (script, onLine) => {
      started.push(script);
      lines.set(script, onLine);
    },
    show: (shown) => (state = shown),
    onLog: () => atLog.push(state?.operator.child.phase),
    parse,
  });
  mkdirSync(join(folder, 'generated', 'crds'), { recursive: true });
  t.after(() => {
    session.kill();
    return session.close();
  });
  return {
    started,
    log: (line: string) => lines.get('main.js')?.(line),
    press: (key: string) => session.press(key),
    /** The shown phase of the operator at each line of its log. */
    atLog,
    writeCrd: () => writeFileSync(join(folder, 'generated', 'crds', 'sites.yaml'), 'sites'),
    serve: (url: string) => {
      const clusters = [{ name: 'vmgen', cluster: { server: url } }];
      const contexts = [{ name: 'vmgen', context: { cluster: 'vmgen', user: 'vmgen' } }];
      const users = [{ name: 'vmgen', user: {} }];
      const content = { clusters, contexts, users, 'current-context': 'vmgen' };
      writeFileSync(kubeconfig, JSON.stringify(content));
      lines.get('apiserver.js')?.(`serving ${url.replace('http', 'https')}`);
    },
    compile: () => lines.get('tsc.js')?.('7:56:00 AM - Found 0 errors. Watching for file changes.'),
    /** Resolves with the first shown state that is accepted. */
    shows: async (accepts: (state: DevState) => boolean): Promise<DevState> => {
      const deadline = performance.now() + 10_000;
      while (performance.now() < deadline) {
        await clock.advance(50);
        await turn();
        if (state !== undefined && accepts(state)) return state;
      }
      return assert.fail(`no state was accepted: ${JSON.stringify(state)}`);
    },
  };
}

test('starts no operator on a new API server before its CRDs are installed', async (t) => {
  const [first, second] = [await silentServer(t), await silentServer(t)];
  const session = builtSession(t, () => ({ objects: [CRD], problems: [] }));
  session.serve(first.url);
  await session.shows(({ crds }) => crds.phase === 'installed');
  session.writeCrd();
  session.serve(second.url);
  await session.shows(() => second.waiting.length > 0);
  session.compile();
  const { crds, operator } = await session.shows(({ tsc }) => tsc.output.phase === 'done');
  assert.deepEqual([crds.phase, operator.waitsFor], ['starting', 'the CRDs']);
  assert.equal(session.started.includes('main.js'), false);
});

test('looks at the cluster while CRDs that have failed are installed again', async (t) => {
  const server = await silentServer(t);
  let problems = ['sites.yaml is not YAML'];
  const session = builtSession(t, () => ({ objects: [CRD], problems }));
  session.writeCrd();
  session.serve(server.url);
  await session.shows(({ crds }) => crds.phase === 'failed');
  problems = [];
  await session.shows(() => server.waiting.length > 0);
  const before = server.probes();
  await session.shows(() => server.probes() > before + 2);
});

test('shows what led to a line of the log before the line', async (t) => {
  const server = await silentServer(t);
  const session = builtSession(t, () => ({ objects: [], problems: [] }));
  session.serve(server.url);
  await session.shows(({ crds }) => crds.phase === 'installed');
  session.compile();
  session.log('started');
  assert.deepEqual(session.atLog, ['running']);
});

test('compiles all again after a key while the operator is not ready, and not while it is', async (t) => {
  const server = await silentServer(t);
  const session = builtSession(t, () => ({ objects: [], problems: [] }));
  const compilations = () => session.started.filter((script) => script === 'tsc.js').length;
  session.press('r');
  session.serve(server.url);
  await session.shows(({ crds }) => crds.phase === 'installed');
  assert.equal(compilations(), 1);
  session.compile();
  // It may have crashed for the lack of compiled files, and be started again now.
  await session.shows(({ operator }) => operator.child.phase === 'running' && !operator.isReady);
  session.press('r');
  await session.shows(() => compilations() === 2);
  session.compile();
  await session.shows(({ operator }) => operator.isReady);
  session.press('r');
  await session.shows(({ operator }) => operator.child.phase === 'running' && !operator.isReady);
  assert.equal(compilations(), 2);
});
