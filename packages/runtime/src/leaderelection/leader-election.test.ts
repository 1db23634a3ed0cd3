import assert from 'node:assert/strict';
import { describe, test, type TestContext } from 'node:test';
import { ShutdownTimeoutError } from '../errors/shutdown-timeout-error.js';
import { CollectedMetrics } from '../metrics/collected-metrics.test.helper.js';
import { failingMetrics } from '../metrics/failing-metrics.test.helper.js';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { rejectingLogger, throwingLogger } from '../testing/failing-logger.test.helper.js';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js';
import { runWithLeaderElection } from './leader-election.js';
import type { LeaderElectionOptions, LeaderElectionOutcome } from './election-options.js';
import { createLeaderElector } from './leader-elector.js';
import { LeadershipLostError } from './leadership.js';
import type { Leadership } from './leadership.js';
import { LeaseServer } from './lease-server.test.helper.js';
import type { Network } from './lease-server.test.helper.js';

/** One candidate. */
interface Candidate {
  readonly network: Network;
  readonly controller: AbortController;
  readonly outcome: Promise<LeaderElectionOutcome>;
  /** The events, in order. */
  readonly log: string[];
  /** Its leadership, during or after its term. */
  leadership: Leadership | undefined;
  /** Ends the work. */
  finishWork: (error?: Error) => void;
}

function candidate(
  t: TestContext,
  server: LeaseServer,
  clock: FakeClock,
  identity: string,
  options: Partial<LeaderElectionOptions> & { ignoresAbort?: boolean; delayMs?: number } = {},
): Candidate {
  const { transport, network } = server.connect({ delayMs: options.delayMs ?? 0 });
  const controller = new AbortController();
  t.after(() => controller.abort());
  const log: string[] = [];
  const self: Candidate = {
    network,
    controller,
    log,
    leadership: undefined,
    finishWork: () => {},
    outcome: runWithLeaderElection(transport, {
      leaseName: 'lock',
      leaseNamespace: 'ns',
      identity,
      clock,
      signal: controller.signal,
      random: () => 0,
      ...options,
      callbacks: {
        onStartedLeading(leadership) {
          log.push('started');
          self.leadership = leadership;
          return new Promise<void>((resolve, reject) => {
            self.finishWork = (error) => (error === undefined ? resolve() : reject(error));
            if (options.ignoresAbort) return;
            leadership.signal.addEventListener('abort', () => {
              log.push('work ended');
              resolve();
            });
          });
        },
        onStoppedLeading: () => void log.push('stopped'),
        onNewLeader: (holder) => void log.push(`leader ${holder}`),
      },
    }),
  };
  return self;
}

function setUp(): { clock: FakeClock; server: LeaseServer } {
  const clock = createFakeClock({ start: '2026-01-02T15:04:05.678Z' });
  return { clock, server: new LeaseServer(clock) };
}

async function end(...candidates: Candidate[]): Promise<void> {
  for (const { controller } of candidates) controller.abort();
  await Promise.allSettled(candidates.map(({ outcome }) => outcome));
}

describe('leader election: the lease', () => {
  test('is created and renewed as client-go does', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    assert.deepEqual(server.lease?.spec, {
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: '2026-01-02T15:04:05.678000Z',
      renewTime: '2026-01-02T15:04:05.678000Z',
      leaseTransitions: 0,
    });
    await clock.advance(2000);
    assert.equal(server.lease?.spec?.renewTime, '2026-01-02T15:04:07.678000Z');
    assert.equal(server.lease?.spec?.acquireTime, '2026-01-02T15:04:05.678000Z');
    assert.deepEqual(server.writes, ['POST a', 'PUT a']);
    assert.deepEqual(a.log, ['leader a', 'started']);
  });

  test('is acquired and transferred if the logger and the metrics throw', async (t) => {
    for (const logger of [throwingLogger, rejectingLogger]) {
      const { clock, server } = setUp();
      const broken = { logger, metrics: failingMetrics };
      const a = candidate(t, server, clock, 'a', broken);
      await clock.advance(0);
      a.network.isCut = true;
      await clock.advance(30_000);
      assert.equal(await a.outcome, 'lost');
      const b = candidate(t, server, clock, 'b', broken);
      await clock.advance(30_000);
      assert.deepEqual(b.log, ['leader a', 'leader b', 'started']);
      await end(a, b);
      assert.equal(await b.outcome, 'cancelled');
    }
  });

  test('reports the leader in metrics while the election runs', async (t) => {
    const { clock, server } = setUp();
    const metrics = new CollectedMetrics();
    const isMaster = (): unknown => metrics.read()['leader_election_master_status{name=lock}'];
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    const b = candidate(t, server, clock, 'b', { metrics });
    await clock.advance(0);
    assert.equal(isMaster(), 0);
    await end(a);
    await clock.advance(30_000);
    assert.equal(isMaster(), 1);
    await end(b);
    assert.equal(isMaster(), undefined);
  });

  test('counts the renewals that need a read', async (t) => {
    const { clock, server } = setUp();
    const metrics = new CollectedMetrics();
    const slow = (): unknown => metrics.samples['leader_election_slowpath_total{name=lock}'];
    candidate(t, server, clock, 'a', { metrics });
    await clock.advance(4_000);
    assert.equal(slow(), 0);
    // Another client changes the Lease, so the write without a read is a conflict.
    server.edit(server.lease?.spec);
    await clock.advance(2_000);
    assert.equal(slow(), 1);
    await clock.advance(4_000);
    assert.equal(slow(), 1);
  });

  test('is acquired by another candidate after the lease duration, not before', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    const b = candidate(t, server, clock, 'b');
    await clock.advance(60_000);
    assert.deepEqual(b.log, ['leader a']);
    a.network.isCut = true;
    await clock.advance(14_000);
    assert.equal(server.holder, 'a');
    await clock.advance(6_000);
    assert.equal(server.holder, 'b');
    assert.equal(server.lease?.spec?.leaseTransitions, 1);
    assert.deepEqual(b.log, ['leader a', 'leader b', 'started']);
    assert.equal(await a.outcome, 'lost');
  });

  test('expires by the time of the observed change, not by the times in the Lease', async (t) => {
    const { clock, server } = setUp();
    const spec = { holderIdentity: 'x', leaseDurationSeconds: 15, leaseTransitions: 4 };
    server.edit({ ...spec, renewTime: '1999-01-01T00:00:00.000000Z' });
    candidate(t, server, clock, 'b');
    await clock.advance(14_000);
    assert.equal(server.holder, 'x', 'an old time is ignored');
    server.edit({ ...spec, renewTime: '2099-01-01T00:00:00.000000Z' });
    await clock.advance(20_000);
    assert.equal(server.holder, 'b', 'a future time is ignored');
  });

  test('is released after the work has ended when the election is cancelled', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a', {
      ...{ releaseOnCancel: true, ignoresAbort: true, shutdownTimeoutMs: 60_000 },
    });
    await clock.advance(0);
    candidate(t, server, clock, 'b', { random: () => 0.5 });
    a.controller.abort();
    await clock.advance(30_000);
    assert.equal(a.leadership?.signal.aborted, true);
    assert.equal(server.holder, 'a', 'held and renewed while the work is ending');
    a.leadership?.check();
    a.finishWork();
    await clock.advance(0);
    assert.equal(await a.outcome, 'cancelled');
    assert.equal(server.lease?.spec?.leaseDurationSeconds, 1);
    assert.equal(server.holder, '');
    assert.throws(() => a.leadership?.check(), LeadershipLostError);
    await clock.advance(5000);
    assert.equal(server.holder, 'b');
  });

  test('is neither renewed nor released when the work does not end in time', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a', { releaseOnCancel: true, ignoresAbort: true });
    await clock.advance(0);
    const b = candidate(t, server, clock, 'b');
    a.controller.abort();
    await clock.advance(24_000);
    a.leadership?.check();
    const rejected = assert.rejects(a.outcome, {
      name: 'ShutdownTimeoutError',
      message:
        /^the work did not end in time \(shutdownTimeoutMs is 25000\); the lease is not released/,
    });
    await clock.advance(1_000);
    await rejected;
    assert.equal(server.holder, 'a');
    assert.throws(() => a.leadership?.check(), LeadershipLostError);
    assert.equal(a.log.at(-1), 'stopped');
    await clock.advance(13_000);
    assert.equal(b.leadership, undefined, 'the work may still act until the lease expires');
    await clock.advance(7_000);
    assert.equal(server.holder, 'b');
  });

  test('is not released if a reconcile is still running', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a', { releaseOnCancel: true, ignoresAbort: true });
    await clock.advance(0);
    a.controller.abort();
    const left = new ShutdownTimeoutError('1 reconciles of sites did not end');
    const rejected = assert.rejects(a.outcome, { name: 'ShutdownTimeoutError', cause: left });
    a.finishWork(left);
    await clock.advance(0);
    await rejected;
    assert.equal(server.holder, 'a');
  });

  test('is not released without releaseOnCancel', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    await end(a);
    assert.equal(await a.outcome, 'cancelled');
    assert.equal(server.holder, 'a');
    assert.deepEqual(a.log.slice(1), ['started', 'work ended', 'stopped']);
  });
});

describe('leader election: the term', () => {
  test('is measured from when the renewal was sent', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    a.network.delayMs = 4000;
    // Sent at 2 s, response at 6 s: lasts until 12 s. The next is sent at 6 s and has no response.
    await clock.advance(5999);
    a.network.isHung = true;
    await clock.advance(6000);
    a.leadership?.check();
    assert.equal(a.leadership?.signal.aborted, false);
    await clock.advance(1);
    assert.equal(a.leadership?.signal.aborted, true);
    assert.throws(() => a.leadership?.check(), /not renewed within 10000 ms/);
    await clock.advance(5000);
    assert.equal(await a.outcome, 'lost');
  });

  test('is checked against the clock before any timer has fired', async (t) => {
    const { clock, server } = setUp();
    let pausedMs = 0;
    const a = candidate(t, server, clock, 'a', {
      clock: {
        nowMs: () => clock.nowMs() + pausedMs,
        date: () => clock.date(),
        setTimer: (delayMs, callback) => clock.setTimer(delayMs, callback),
      },
    });
    await clock.advance(0);
    a.leadership?.check();
    pausedMs = 20_000;
    assert.throws(() => a.leadership?.check(), LeadershipLostError);
    assert.equal(a.leadership?.signal.aborted, true);
    await clock.advance(10_000);
    assert.equal(await a.outcome, 'lost', 'a renewal after the deadline does not revive it');
  });

  test('survives a slow server and a short outage', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    a.network.delayMs = 4500;
    await clock.advance(120_000);
    a.network.delayMs = 0;
    a.network.isCut = true;
    await clock.advance(5000);
    a.network.isCut = false;
    await clock.advance(60_000);
    a.leadership?.check();
    assert.deepEqual(a.log, ['leader a', 'started']);
  });

  for (const delayMs of [3000, 4500]) {
    test(`starts and lasts if the server takes ${delayMs} ms for each response`, async (t) => {
      const { clock, server } = setUp();
      const a = candidate(t, server, clock, 'a', { delayMs });
      let ledMs = 0;
      for (let ms = 0; ms < 60_000; ms += 100) {
        await clock.advance(100);
        if (isLeading(a.leadership)) ledMs += 100;
      }
      // One read and one write come before it.
      assert.equal(ledMs, 60_000 - 2 * delayMs + 100);
      assert.deepEqual(a.log, ['leader a', 'started']);
    });
  }

  test('is measured from the write that acquired the lease, not from the read before it', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a', { delayMs: 4000 });
    // Read at 0 s, written at 4 s, response at 8 s: lasts until 14 s.
    await clock.advance(7999);
    a.network.isHung = true;
    await clock.advance(6000);
    a.leadership?.check();
    await clock.advance(1);
    assert.throws(() => a.leadership?.check(), LeadershipLostError);
    await clock.advance(5000);
    assert.equal(await a.outcome, 'lost');
  });

  test('is logged at warning level with the reason when it is lost', async (t) => {
    const { clock, server } = setUp();
    const lines: LogLine[] = [];
    const a = candidate(t, server, clock, 'a', { logger: collectingLogger(lines) });
    await clock.advance(0);
    server.edit({ holderIdentity: 'thief', leaseDurationSeconds: 15, renewTime: 'x' });
    await clock.advance(2000);
    assert.equal(await a.outcome, 'lost');
    const lost = lines.filter(({ message }) => message === 'lost the lease');
    assert.deepEqual(
      lost.map(({ level, fields }) => [level, fields['reason']]),
      [['warn', 'the lease is held by thief']],
    );
  });

  test('is logged with the remedy when the lease is forbidden', async (t) => {
    const { clock, server } = setUp();
    const lines: LogLine[] = [];
    server.rejectsReads = 403;
    candidate(t, server, clock, 'a', { logger: collectingLogger(lines) });
    await clock.advance(0);
    const refused = lines.filter(
      ({ message }) => message === 'could not acquire or renew the lease',
    );
    assert.deepEqual(
      refused.map(({ level, fields }) => [level, fields['remedy']]),
      [
        [
          'warn',
          'allow get, create, update and watch of leases.coordination.k8s.io in the namespace ns, or set leaseNamespace, or POD_NAMESPACE for the manager, to another one',
        ],
      ],
    );
  });

  test('recognizes its own renewal after a lost response', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    a.network.losesAnswers = true;
    await clock.advance(6000);
    a.network.losesAnswers = false;
    await clock.advance(30_000);
    a.leadership?.check();
    assert.equal(server.lease?.spec?.leaseTransitions, 0);
  });

  test('ends immediately if another process holds the lease', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    server.edit({ holderIdentity: 'thief', leaseDurationSeconds: 15, renewTime: 'x' });
    await clock.advance(2000);
    assert.equal(await a.outcome, 'lost');
    assert.deepEqual(a.log.slice(2), ['leader thief', 'work ended', 'stopped']);
  });

  test('calls onStoppedLeading if the work ignores its signal', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a', { ignoresAbort: true });
    await clock.advance(0);
    a.network.isCut = true;
    await clock.advance(10_000);
    assert.equal(a.log.includes('stopped'), false);
    await clock.advance(5_000);
    assert.equal(a.log.at(-1), 'stopped', 'before another may lead');
    assert.equal(await a.outcome, 'lost');
  });

  test('logs an error of the work during its shutdown, unless the abort caused it', async (t) => {
    const reason = new Error('going down');
    const inside = new Error('The operation was aborted', { cause: reason });
    for (const [error, isExpected] of [
      [new Error('the disk is full'), true],
      [reason, false],
      [inside, false],
    ] as const) {
      const { clock, server } = setUp();
      const lines: LogLine[] = [];
      const logger = collectingLogger(lines);
      const a = candidate(t, server, clock, 'a', { ignoresAbort: true, logger });
      await clock.advance(0);
      a.controller.abort(reason);
      a.finishWork(error);
      await clock.advance(0);
      assert.equal(await a.outcome, 'cancelled');
      const logged = lines
        .filter(({ level }) => level === 'error')
        .map(({ fields }) => fields['error']);
      assert.deepEqual(logged, isExpected ? [error] : []);
    }
  });

  test('ends and is released if the work fails', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(3000);
    const failed = assert.rejects(a.outcome, /caches are dead/);
    a.finishWork(new Error('caches are dead'));
    await clock.advance(0);
    await failed;
    assert.equal(server.holder, '');
    assert.equal(a.log.at(-1), 'stopped');

    const b = candidate(t, server, clock, 'b');
    await clock.advance(0);
    b.finishWork();
    await clock.advance(0);
    assert.equal(await b.outcome, 'finished');
  });

  test('never overlaps with another term under random network faults', async (t) => {
    for (let seed = 1; seed <= 20; seed++) {
      let state = seed;
      const random = (): number => (state = (state * 16807) % 2147483647) / 2147483647;
      const { clock, server } = setUp();
      const all = ['a', 'b', 'c'].map((identity) =>
        candidate(t, server, clock, identity, { random }),
      );
      let terms = 0;
      for (let step = 0; step < 120; step++) {
        const one = all[Math.floor(random() * 3)];
        if (one !== undefined) {
          one.network.isCut = random() < 0.3;
          one.network.losesAnswers = random() < 0.2;
          one.network.delayMs = random() * 6000;
        }
        await clock.advance(random() * 4000);
        const leading = all.filter(({ leadership }) => isLeading(leadership));
        assert.ok(leading.length <= 1, `seed ${seed}, step ${step}: ${leading.length} leaders`);
        for (const [i, each] of all.entries()) {
          if (!each.log.includes('stopped')) continue;
          terms++;
          all[i] = candidate(t, server, clock, `again-${terms}`, { random });
        }
      }
      assert.ok(terms > 0, 'there were enough network faults');
      const ended = end(...all);
      await clock.advance(60_000);
      await ended;
      assert.equal(clock.pendingTimers, 0);
    }
  });
});

function isLeading(leadership: Leadership | undefined): boolean {
  try {
    leadership?.check();
    return leadership !== undefined;
  } catch {
    return false;
  }
}

describe('leader election: candidates with different durations', () => {
  const LONG = { leaseDurationMs: 60_000, renewDeadlineMs: 40_000, retryPeriodMs: 8000 };
  const SHORT = { leaseDurationMs: 1500, renewDeadlineMs: 1000, retryPeriodMs: 200 };

  test('wait for the duration in the Lease if their own is shorter', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a', LONG);
    await clock.advance(0);
    const b = candidate(t, server, clock, 'b', SHORT);
    await clock.advance(100);
    a.network.isCut = true;
    await clock.advance(39_000);
    a.leadership?.check();
    assert.equal(b.leadership, undefined);
    await clock.advance(22_000);
    assert.equal(isLeading(a.leadership), false);
    assert.equal(isLeading(b.leadership), true, 'but not longer');
  });

  test('wait for the duration in the Lease if their own is longer', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a', SHORT);
    await clock.advance(0);
    const b = candidate(t, server, clock, 'b', { ...LONG, retryPeriodMs: 1000 });
    await clock.advance(1000);
    a.network.isCut = true;
    await clock.advance(4500);
    assert.equal(isLeading(b.leadership), true);
  });
});

describe('leader election: leadership', () => {
  test('a guarded effect starts only during the term, and is aborted at its end', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    const { leadership } = a;
    assert.ok(leadership);
    assert.equal(await leadership.guard(() => 'done'), 'done');
    let guarded: AbortSignal | undefined;
    const hanging = leadership.guard((signal) => {
      guarded = signal;
      return new Promise<void>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    assert.ok(guarded, 'started in the same turn as the check');
    const aborted = assert.rejects(hanging, LeadershipLostError);
    a.network.isCut = true;
    await clock.advance(9999);
    assert.equal(guarded.aborted, false);
    await clock.advance(1);
    await aborted;
    let isBegun = false;
    await assert.rejects(
      leadership.guard(() => (isBegun = true)),
      LeadershipLostError,
    );
    assert.equal(isBegun, false);
  });

  test('a guarded effect continues when the election is cancelled, because the lease is still held', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a', { ignoresAbort: true });
    await clock.advance(0);
    a.controller.abort();
    const signal = await a.leadership?.guard((guarded) => guarded);
    assert.equal(signal?.aborted, false);
    a.finishWork();
    await end(a);
    assert.equal(signal?.aborted, true);
  });

  test('each term has a greater number than all before', async (t) => {
    const { clock, server } = setUp();
    const seen: (number | undefined)[] = [];
    for (const identity of ['a', 'b', 'b']) {
      const one = candidate(t, server, clock, identity, { releaseOnCancel: true });
      await clock.advance(0);
      seen.push(one.leadership?.transitions);
      await end(one);
    }
    assert.deepEqual(seen, [0, 1, 2]);
  });
});

describe('leader election: health', () => {
  function elector(options: { ignoresAbort: boolean }) {
    const { clock, server } = setUp();
    const { transport, network } = server.connect();
    const controller = new AbortController();
    const one = createLeaderElector(transport, {
      leaseName: 'lock',
      leaseNamespace: 'ns',
      identity: 'a',
      clock,
      signal: controller.signal,
      callbacks: {
        onStartedLeading: ({ signal }) =>
          new Promise((resolve) => {
            if (!options.ignoresAbort) signal.addEventListener('abort', () => resolve());
          }),
      },
    });
    return { clock, server, network, controller, one };
  }

  test('is reported as healthy before and during the term, and after a release', async () => {
    const { clock, controller, one } = elector({ ignoresAbort: false });
    one.checkHealth();
    const running = one.run();
    assert.equal(one.run(), running);
    await clock.advance(60_000);
    one.checkHealth();
    assert.deepEqual([one.isLeader, one.holder], [true, 'a']);
    controller.abort();
    assert.equal(await running, 'cancelled');
    await clock.advance(60_000);
    assert.equal(one.isLeader, false);
    one.checkHealth();
  });

  test('is reported as unhealthy if a leader could not renew its lease before it expired', async () => {
    for (const ignoresAbort of [false, true]) {
      const { clock, network, one } = elector({ ignoresAbort });
      const running = one.run();
      await clock.advance(0);
      network.isCut = true;
      await clock.advance(15_000);
      assert.equal(one.isLeader, false);
      one.checkHealth();
      await clock.advance(1);
      assert.throws(() => one.checkHealth(), /the lease expired 1 ms ago/);
      one.checkHealth(20_000);
      await clock.advance(20_000);
      assert.throws(() => one.checkHealth(20_000), LeadershipLostError);
      assert.equal(await running, 'lost');
    }
  });
});

describe('leader election: unexpected changes of the Lease', () => {
  test('elects a leader again after the Lease was deleted, and its holder continues', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    candidate(t, server, clock, 'b');
    await clock.advance(1000);
    server.edit(undefined);
    await clock.advance(30_000);
    assert.equal(server.holder, 'a', 'b waits because a has not observed the deletion yet');
    a.leadership?.check();
    a.network.isCut = true;
    server.edit(undefined);
    await clock.advance(10_000);
    assert.equal(await a.outcome, 'lost');
    assert.equal(server.holder, undefined);
    await clock.advance(15_000);
    assert.equal(server.holder, 'b');
  });

  test('continues the number of transitions of a Lease that was deleted or cleared', async (t) => {
    for (const spec of [undefined, {}]) {
      const { clock, server } = setUp();
      server.edit({ holderIdentity: '', leaseTransitions: 6 });
      const a = candidate(t, server, clock, 'a');
      await clock.advance(0);
      const b = candidate(t, server, clock, 'b');
      await clock.advance(1000);
      a.network.isCut = true;
      server.edit(spec);
      await clock.advance(30_000);
      assert.equal(b.leadership?.transitions, 8);
      server.edit(undefined);
      await clock.advance(10_000);
      assert.equal(server.lease?.spec?.leaseTransitions, 8, 'its holder has created it again');
    }
  });

  test('leads after the largest number of transitions', async (t) => {
    const { clock, server } = setUp();
    server.edit({ holderIdentity: '', leaseTransitions: 2 ** 31 - 1 });
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    assert.equal(a.leadership?.transitions, 2 ** 31 - 1);
  });

  test('treats an invalid Lease as free or expiring', async (t) => {
    const garbage = [
      {},
      { holderIdentity: '', leaseDurationSeconds: 0 },
      { holderIdentity: 'ghost' },
      { holderIdentity: 'ghost', leaseDurationSeconds: -5, renewTime: 'never' },
    ];
    for (const spec of garbage) {
      const { clock, server } = setUp();
      server.edit(spec);
      candidate(t, server, clock, 'a');
      await clock.advance(25_000);
      assert.equal(server.holder, 'a', JSON.stringify(spec));
    }
  });

  test('waits for the last holder after the Lease was cleared or reassigned manually', async (t) => {
    const edits = [
      {},
      { holderIdentity: '' },
      { holderIdentity: '', leaseDurationSeconds: 1, renewTime: 'x' },
      { holderIdentity: 'ghost', leaseDurationSeconds: 1, renewTime: 'x' },
    ];
    for (const spec of edits) {
      const { clock, server } = setUp();
      const a = candidate(t, server, clock, 'a');
      await clock.advance(0);
      const b = candidate(t, server, clock, 'b');
      await clock.advance(1000);
      a.network.isCut = true;
      server.edit(spec);
      await clock.advance(9_000);
      assert.equal(isLeading(a.leadership), false, 'its term has ended');
      assert.equal(b.leadership, undefined, `not before that: ${JSON.stringify(spec)}`);
      await clock.advance(16_000);
      assert.equal(server.holder, 'b', JSON.stringify(spec));
    }
  });

  test('uses any duration in the observed record, as client-go does', async (t) => {
    for (const leaseDurationSeconds of [61, 137, 3600]) {
      const { clock, server } = setUp();
      server.edit({ holderIdentity: 'go-leader', leaseDurationSeconds });
      candidate(t, server, clock, 'a');
      await clock.advance(leaseDurationSeconds * 1000 - 1);
      assert.equal(server.holder, 'go-leader', `${leaseDurationSeconds} s`);
      await clock.advance(5_000);
      assert.equal(server.holder, 'a', `${leaseDurationSeconds} s`);
    }
  });

  test("does not acquire the lease of a live client-go leader with OpenShift's durations", async (t) => {
    const { clock, server } = setUp();
    const spec = { holderIdentity: 'go-leader', leaseDurationSeconds: 137, leaseTransitions: 1 };
    const renew = (): void => server.edit({ ...spec, renewTime: `at ${clock.nowMs()}` });
    renew();
    const a = candidate(t, server, clock, 'a');
    for (let renewals = 0; renewals < 20; renewals++) {
      // The retry period is 26 s; client-go may fail for its renew deadline of 107 s on top of it.
      await clock.advance(renewals % 5 === 4 ? 133_000 : 26_000);
      assert.equal(server.holder, 'go-leader');
      renew();
    }
    assert.deepEqual(a.log, ['leader go-leader']);
  });

  test('recovers from the lease of a dead holder when it is deleted or cleared, as client-go does', async (t) => {
    const ghost = { holderIdentity: 'ghost', leaseDurationSeconds: 2_000_000_000 };
    for (const edit of [undefined, { ...ghost, holderIdentity: '' }]) {
      const { clock, server } = setUp();
      server.edit(ghost);
      candidate(t, server, clock, 'a');
      await clock.advance(3_600_000);
      assert.equal(server.holder, 'ghost');
      server.edit(edit);
      await clock.advance(20_000);
      assert.equal(server.holder, 'a');
    }
  });

  test('elects only one of two processes with the same identity', async (t) => {
    const { clock, server } = setUp();
    const first = candidate(t, server, clock, 'twin');
    await clock.advance(700);
    const second = candidate(t, server, clock, 'twin');
    await clock.advance(120_000);
    assert.ok(first.leadership);
    assert.equal(second.leadership, undefined);
    first.leadership.check();
  });
});

describe('leader election: candidates', () => {
  test('wait between attempts for the retry period plus a jitter of up to 120 %', async (t) => {
    const { clock, server } = setUp();
    server.edit({ holderIdentity: 'x', leaseDurationSeconds: 15 });
    candidate(t, server, clock, 'a', { random: () => 0.999, retryPeriodMs: 2000 });
    await clock.advance(4397 * 4 - 10);
    assert.equal(server.holder, 'x');
    await clock.advance(20);
    assert.equal(server.holder, 'a');
  });

  test('are not blocked by a hung request', async (t) => {
    const { clock, server } = setUp();
    const a = candidate(t, server, clock, 'a');
    a.network.isHung = true;
    await clock.advance(9000);
    a.network.isHung = false;
    await clock.advance(4000);
    assert.equal(server.holder, 'a');
  });

  test('end immediately without a callback when they are cancelled', async (t) => {
    const { clock, server } = setUp();
    server.edit({ holderIdentity: 'x', leaseDurationSeconds: 15 });
    const a = candidate(t, server, clock, 'a');
    await clock.advance(0);
    a.controller.abort();
    assert.equal(await a.outcome, 'cancelled');
    assert.deepEqual(a.log, ['leader x']);
    assert.equal(clock.pendingTimers, 0);
  });

  test('reject invalid durations', async (t) => {
    const { clock, server } = setUp();
    for (const [timing, message] of [
      [
        { leaseDurationMs: 10_000 },
        /leaseDurationMs is 10000; it must be a finite number above 10000/,
      ],
      [{ retryPeriodMs: 9000 }, /renewDeadlineMs is 10000; it must be a finite number above 10800/],
      [{ retryPeriodMs: 0 }, /retryPeriodMs is 0; it must be a finite number above 0/],
      [{ leaseDurationMs: Number.NaN }, /leaseDurationMs is NaN/],
      [{ leaseDurationMs: 2 ** 41 }, /leaseDurationMs is 2199023255552; it must .* of at most/],
      [{ identity: '' }, /identity is empty/],
    ] as const) {
      const { outcome } = candidate(t, server, clock, 'a', timing);
      await assert.rejects(outcome, message);
    }
  });
});
