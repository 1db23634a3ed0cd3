import assert from 'node:assert/strict';
import { test } from 'node:test';
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
