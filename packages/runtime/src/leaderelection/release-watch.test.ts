import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeClock } from '../testing/fake-clock.js';
import { runWithLeaderElection } from './leader-election.js';
import { LeaseServer } from './lease-server.test.helper.js';

/** A leader and standby candidates, whose retry period is the longest: 4.4 s. */
async function setUp(standbys: number, rejectsWatches?: number) {
  const clock = createFakeClock();
  const server = new LeaseServer(clock);
  server.rejectsWatches = rejectsWatches;
  const led: { readonly identity: string; readonly atMs: number }[] = [];
  let seed = 0;
  const start = (identity: string) => {
    const stopping = new AbortController();
    const { transport, network } = server.connect();
    const outcome = runWithLeaderElection(transport, {
      ...{ leaseName: 'lock', leaseNamespace: 'ns', identity, clock, signal: stopping.signal },
      // Evenly distributed in the upper part.
      random: () => 0.9 + ((seed = (seed + 0.618) % 1) % 1) / 10.01,
      releaseOnCancel: true,
      callbacks: {
        onStartedLeading({ signal }) {
          led.push({ identity, atMs: clock.nowMs() });
          return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
        },
      },
    });
    const stop = (): Promise<unknown> => {
      stopping.abort();
      return outcome;
    };
    return { network, stop };
  };
  const leader = start('leader');
  await clock.advance(0);
  const others = Array.from({ length: standbys }, (_, n) => start(`standby-${n}`));
  await clock.advance(10_000);
  const end = async (): Promise<void> => {
    for (const { stop } of [leader, ...others]) await stop();
  };
  return { clock, server, led, leader, others, end };
}

describe('leader election: a release', () => {
  test('is taken over within 1 s by one of the candidates that watch the Lease', async () => {
    for (const standbys of [1, 50]) {
      const { clock, server, led, leader, end } = await setUp(standbys);
      const writes = server.writes.length;
      const beganMs = clock.nowMs();
      await leader.stop();
      await clock.advance(1_000);
      assert.equal(led.length, 2);
      assert.ok((led[1]?.atMs ?? Infinity) - beganMs <= 1_000);
      assert.deepEqual(
        server.writes.slice(writes).map((line) => line.split(' ')[0]),
        ['PUT', 'PUT'],
        'one release and one acquisition',
      );
      await end();
    }
  });

  test('causes no reads of the candidates that are slower than another', async () => {
    const { clock, server, leader, end } = await setUp(50);
    await leader.stop();
    const beganMs = clock.nowMs();
    await clock.advance(520);
    const reads = server.readMs.filter((ms) => ms >= beganMs).length;
    assert.ok(reads < 25, `${reads} reads of 50 candidates`);
    await end();
  });

  test('is taken over after a retry period if a watch is forbidden, which is not repeated', async () => {
    const { clock, server, led, leader, end } = await setUp(1, 403);
    assert.equal(server.watchedMs.length, 1);
    await leader.stop();
    await clock.advance(4_400);
    assert.equal(led.length, 2);
    await end();
  });

  test('is taken over after a retry period while watches fail, which are repeated as often', async () => {
    const { clock, server, led, leader, end } = await setUp(1, 500);
    await clock.advance(44_000);
    assert.ok(server.watchedMs.length > 10 && server.watchedMs.length < 20);
    await leader.stop();
    await clock.advance(4_400);
    assert.equal(led.length, 2);
    await end();
  });

  test('is watched by candidates only: the watch ends with the wait', async () => {
    const { clock, server, leader, others, end } = await setUp(2);
    assert.equal(server.watches, 2);
    await leader.stop();
    await clock.advance(1_000);
    assert.equal(server.watches, 1);
    for (const { stop } of others) await stop();
    await clock.advance(0);
    assert.equal(server.watches, 0);
    await end();
  });
});
