import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';

const imports = `
  import { endProcess } from '${new URL('end-process.js', import.meta.url).href}';
  import { createVerbosity } from '${new URL('verbosity.js', import.meta.url).href}';
  import { createStopSignal } from '${new URL('stop-signal.js', import.meta.url).href}';
`;

/** Runs `script` in a process, which is killed after 20 s, and returns how it ended. */
function run(script: string): { status: number | null; stdout: string } {
  const args = ['--input-type=module', '-e', `${imports}\n${script}`];
  return spawnSync(process.execPath, args, { encoding: 'utf8', timeout: 60_000 });
}

test('ends the process even if work never ends', () => {
  assert.equal(run('setInterval(() => {}, 1000); endProcess(3, { graceMs: 50 });').status, 3);
});

test('lets remaining work finish, and does not wait afterwards', () => {
  const { status, stdout } = run(
    "setTimeout(() => console.log('done'), 50); endProcess(0, { graceMs: 600_000 });",
  );
  assert.deepEqual({ status, stdout }, { status: 0, stdout: 'done\n' });
});

test('the first SIGTERM aborts the stop signal, and the second ends the process', async (t) => {
  const script = `
    const signal = createStopSignal();
    signal.addEventListener('abort', () => console.log(signal.reason.message));
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const args = ['--input-type=module', '-e', `${imports}\n${script}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  child.stdout.setEncoding('utf8');
  for (const line of ['ready\n', 'stopped by SIGTERM\n']) {
    const [shown] = await once(child.stdout, 'data');
    assert.equal(shown, line);
    child.kill('SIGTERM');
  }
  const [code, signal] = await once(child, 'exit');
  assert.deepEqual({ code, signal }, { code: null, signal: 'SIGTERM' });
});

test(
  'SIGUSR2 raises the verbosity to 4, and the next one restores it',
  { skip: process.platform === 'win32' },
  () => {
    const { stdout } = run(`
    const verbosity = createVerbosity(2);
    const levels = [verbosity()];
    for (let at = 0; at < 2; at++) {
      process.emit('SIGUSR2');
      levels.push(verbosity());
    }
    console.log(levels.join());`);
    assert.equal(stdout, '2,4,2\n');
  },
);
