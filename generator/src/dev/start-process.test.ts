import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { NodeProcesses } from './start-process.js';

test(
  'ends as soon as all processes have ended',
  { skip: process.platform === 'win32' && 'Windows has no process groups' },
  async () => {
    const processes = new NodeProcesses('.');
    const exited = new Promise((resolve) => {
      const args = ['-e', 'setInterval(() => undefined, 1_000)'];
      processes.start({ args, env: {} }, { onLine: () => undefined, onExit: resolve });
    });
    const begin = performance.now();
    await processes.close();
    // The guard kills what runs after 10 s.
    assert.ok(performance.now() - begin < 9_000);
    assert.deepEqual(await exited, { code: null, reason: 'SIGTERM' });
  },
);

test('reports nothing after the exit, whatever another process writes into the pipes', async () => {
  const helper = `console.log('helper');
process.send('has written');
process.disconnect();
setInterval(() => console.log('helper'), 5);
setTimeout(process.exit, 1_000);`;
  const script = `const options = { detached: true, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] };
const helper = require('node:child_process').spawn(process.execPath, ['-e', process.argv[1]], options);
helper.once('message', () => setTimeout(process.exit, 100));`;
  const processes = new NodeProcesses('.');
  let lines = 0;
  await new Promise<unknown>((resolve) => {
    const onLine = (): void => void (lines += 1);
    processes.start({ args: ['-e', script, helper], env: {} }, { onLine, onExit: resolve });
  });
  const before = lines;
  await pause(100);
  await processes.close();
  assert.ok(before > 0);
  assert.equal(lines, before);
});
