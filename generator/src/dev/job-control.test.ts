import assert from 'node:assert/strict';
import { test } from 'node:test';
import { JobControl } from './job-control.js';

for (const { name, isClosed } of [
  { name: 'continues after a stop', isClosed: false },
  { name: 'does nothing after a stop once it is closed', isClosed: true },
]) {
  test(name, (t) => {
    t.mock.timers.enable({ apis: ['setImmediate', 'setTimeout'] });
    const kill = t.mock.method(process, 'kill', () => true);
    let continued = 0;
    const jobControl = new JobControl(() => (continued += 1));
    jobControl.stop();
    assert.deepEqual(kill.mock.calls[0]?.arguments, [0, 'SIGTSTP']);
    if (isClosed) jobControl.close();
    t.mock.timers.tick(1);
    t.mock.timers.tick(1_000);
    assert.equal(continued, isClosed ? 0 : 1);
    jobControl.close();
  });
}
