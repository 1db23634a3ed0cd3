import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test, type TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';

const MODULE = JSON.stringify(new URL('./watchdog.js', import.meta.url).href);

/** Much longer than these tests take. Only reached if the watchdog fails. */
const NEVER_MS = 120_000;

/** Runs a program in a process of its own that ends with the test. */
function start(t: TestContext, program: string) {
  const script = `import { startWatchdog } from ${MODULE};\n${program}`;
  // A message to a file is written for certain: the sockets that Node creates for pipes can be full.
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-watchdog-'));
  const file = path.join(folder, 'stderr');
  const log = openSync(file, 'a');
  const child = spawn(
    process.execPath,
    ['--disallow-code-generation-from-strings', '--input-type=module', '--eval', script],
    { stdio: ['ignore', 'pipe', log] },
  );
  closeSync(log);
  t.after(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  const ended = once(child, 'close').then(([code, signal]) => {
    return { code, signal, stderr: readFileSync(file, 'utf8') };
  });
  return { child, ended };
}

describe('watchdog', () => {
  test('ends a process whose event loop is blocked, with a message', async (t) => {
    const { ended } = start(
      t,
      `startWatchdog(300);
      const end = performance.now() + ${NEVER_MS};
      while (performance.now() < end);`,
    );
    const { signal, stderr } = await ended;
    assert.equal(signal, 'SIGKILL');
    assert.match(stderr, /the lease expired .* ending it by SIGKILL/);
  });

  test('ends a process that is resumed after the deadline', async (t) => {
    const { child, ended } = start(
      t,
      // It stops itself at once, however late this process reads that.
      `startWatchdog(1500); console.log('up'); process.kill(process.pid, 'SIGSTOP');
      setTimeout(() => {}, ${NEVER_MS});`,
    );
    assert.ok(child.stdout);
    await once(child.stdout, 'data');
    await wait(2000);
    assert.equal(child.signalCode, null);
    child.kill('SIGCONT');
    assert.equal((await ended).signal, 'SIGKILL');
  });

  test('does not end a process that postpones or closes it', async (t) => {
    const { ended } = start(
      t,
      `const watchdog = startWatchdog(${NEVER_MS});
      watchdog.postpone(2000);
      watchdog.postpone(${NEVER_MS});
      const short = startWatchdog(2000);
      short.close();
      setTimeout(() => console.log('alive'), 3500);`,
    );
    const { code, signal } = await ended;
    assert.deepEqual([code, signal], [0, null]);
  });

  test('does not keep a process alive or prevent its end', async (t) => {
    const idle = start(t, `startWatchdog(${NEVER_MS});`);
    const exiting = start(t, `startWatchdog(${NEVER_MS}); setTimeout(() => process.exit(3), 200);`);
    assert.equal((await idle.ended).code, 0);
    assert.equal((await exiting.ended).code, 3);
  });
});
