import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createFakeClock } from '@vmgen/runtime/testing';
import { DevSession } from './dev-session.js';
import type { DevTools } from './dev-tools.js';

/** A session whose children end at the first signal, and whose compiler ends at the abort, or never. */
function openSession(t: TestContext, { isHanging = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vmgen-dev-session-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const runs: AbortSignal[] = [];
  const tools: DevTools = {
    generate: (_, signal) => {
      runs.push(signal);
      return new Promise((resolve) => {
        if (!isHanging) signal.addEventListener('abort', () => resolve());
      });
    },
    diff: () => [],
    parse: () => ({ objects: [], problems: [] }),
  };
  const kubeconfig = join(folder, 'kubeconfig');
  const session = new DevSession({
    name: 'site-operator',
    folder,
    scratch: folder,
    out: 'generated',
    project: { operator: ['main.js'], dist: 'dist', tsc: 'tsc.js' },
    target: { kind: 'embedded', script: 'apiserver.js', kubeconfig, webhooks: undefined },
    tools,
    start: (_, { onExit }) => ({
      pid: undefined,
      kill: () => queueMicrotask(() => onExit({ code: 0, reason: null })),
    }),
    clock: createFakeClock(),
    show: () => undefined,
  });
  session.open();
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
