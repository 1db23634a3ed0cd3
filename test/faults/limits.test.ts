// Missing resources of a process, by the rows of the fault matrix: file descriptors, a reader
// of its output. Memory: memory.stress.test.ts.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { describe, test } from 'node:test';
import { eventually, linger } from './support/followed.js';
import { startFaultyCluster } from './support/faulty-cluster.js';
import { startLimited } from './support/limited-process.js';

describe('a process', () => {
  test('row 52: without free file descriptors retries and recovers', async (t) => {
    const { proxy, create } = await startFaultyCluster(t);
    await create('one');
    const child = startLimited(t, 'few-files', proxy.url, { before: 'ulimit -n 64 &&' });
    await eventually('no free file descriptors', () => child.reports.length === 1, child.errors);
    await eventually('the watch', () => proxy.watches[0]?.isOpen === true);
    const before = proxy.calls.length;
    // Also closes idle connections, so that the next request needs a file descriptor.
    await proxy.kill();
    await proxy.revive();
    await create('two');
    const [code] = await once(child.process, 'exit');
    assert.equal(code, 0, child.errors());
    await eventually('the last report', () => child.reports.length > 2, child.errors);
    assert.deepEqual(child.reports.slice(1), [
      { is: 'freed', objects: 1 },
      { is: 'healed', objects: 2 },
    ]);
    assert.ok(proxy.calls.length - before < 10, 'it waits between attempts');
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
      const child = startLimited(t, 'broken-output', proxy.url, { shell: redirection });
      await eventually('the first report', () => child.reports.length === 1, child.errors);
      proxy.cutAll('rst');
      await linger();
      await create('two');
      const [code] = await once(child.process, 'exit');
      assert.equal(code, 0, child.errors());
      await eventually('the last report', () => child.reports.length > 1, child.errors);
      assert.deepEqual(child.reports[1], { is: 'healed' });
    });
  }
});
