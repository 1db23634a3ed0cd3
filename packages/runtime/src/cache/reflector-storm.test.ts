import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListOptions, WatchOptions } from '../client/options.js';
import { collectingLogger, type LogLine } from '../testing/collecting-logger.test.helper.js';
import { silentLogger } from '../logging/logger.js';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import { createSharedInformer, type SharedInformer } from './shared-informer.js';
import type { Widget } from './scripted-client.test.helper.js';

const socketError = (code: string): Error => Object.assign(new Error(code), { code });

const failures: { readonly [what: string]: Error | 'another kind' | 'an endless list' } = {
  '403': apiError(403, 'Forbidden'),
  '404': apiError(404, 'NotFound'),
  '410': apiError(410, 'Expired'),
  '422': apiError(422, 'Invalid'),
  '429': apiError(429, 'TooManyRequests'),
  '500': apiError(500, 'InternalError'),
  '503': apiError(503, 'ServiceUnavailable'),
  '504 with a version that is too large': apiError(504, 'Timeout', {
    causes: [{ reason: 'ResourceVersionTooLarge' }],
  }),
  'connection refused': socketError('ECONNREFUSED'),
  'connection reset': socketError('ECONNRESET'),
  'a malformed body': new SyntaxError('unexpected end of JSON'),
  'an object of another kind': 'another kind',
  'pages that expire': 'an endless list',
};

/** A server whose lists fail after the first one, and whose watches fail if `watchesFail`. */
class FailingClient extends ScriptedClient {
  readonly #clock: FakeClock;
  readonly #failure: (typeof failures)[string];
  isFailing = false;
  watchesFail = true;
  /** When a list or a stream was requested. */
  readonly listedMs: number[] = [];

  constructor(clock: FakeClock, failure: (typeof failures)[string]) {
    super(listOf(7, [widget('a', 5)]));
    this.#clock = clock;
    this.#failure = failure;
    this.streams = true;
  }

  override list = async (options: ListOptions = {}) => {
    if (options.continue === undefined) this.listedMs.push(this.#clock.nowMs());
    if (!this.isFailing) return listOf(7, [widget('a', 5)]);
    if (this.#failure instanceof Error) throw this.#failure;
    if (this.#failure === 'another kind') {
      return listOf(9, [{ ...widget('a', 9), kind: 'Gadget' }]);
    }
    if (options.continue !== undefined) throw apiError(410, 'Expired');
    return listOf(9, [widget('a', 9)], { continue: 'next' });
  };

  override watch = (options: WatchOptions = {}) => {
    const isStream = options.sendInitialEvents === true;
    if (isStream) this.listedMs.push(this.#clock.nowMs());
    const events = this.begin(options);
    if (this.isFailing && (isStream || this.watchesFail)) {
      if (this.#failure instanceof Error) this.open.fail(this.#failure);
      else this.open.send('ADDED', { ...widget('a', 9), kind: 'Gadget' });
    } else if (isStream) {
      this.open.send('ADDED', widget('a', 5));
      this.open.endInitialEvents(7);
    }
    return events;
  };
}

const expired = apiError(410, 'Expired');

const reasons: {
  readonly [what: string]: (fixture: {
    informer: SharedInformer<Widget>;
    client: FailingClient;
    second: number;
  }) => void;
} = {
  'one request': ({ informer, second }) => {
    if (second === 0) void informer.relist();
  },
  'a request in each second': ({ informer }) => void informer.relist(),
  'an expired watch': ({ client, second }) => {
    if (second === 0) client.open.fail(expired);
  },
  'an expired watch and requests': ({ informer, client, second }) => {
    if (second === 0) client.open.fail(expired);
    void informer.relist();
  },
  'versions that went back': ({ client }) => client.open.bookmark(3),
};

/** Returns the largest number of times within any window of this length. */
function mostWithin(timesMs: readonly number[], windowMs: number): number {
  return Math.max(
    0,
    ...timesMs.map((from) => timesMs.filter((ms) => ms >= from && ms < from + windowMs).length),
  );
}

function assertCalm(what: string, timesMs: readonly number[]): void {
  const first = timesMs.filter((ms) => ms < 10_000).length;
  assert.ok(first <= 6, `${first} ${what} in the first 10 s`);
  const later = mostWithin(
    timesMs.filter((ms) => ms >= 60_000),
    5_000,
  );
  assert.ok(later <= 1, `${later} ${what} within 5 s after the first minute`);
}

function start(failure: (typeof failures)[string], watchesFail: boolean) {
  const clock = createFakeClock();
  const client = new FailingClient(clock, failure);
  client.watchesFail = watchesFail;
  const lines: LogLine[] = [];
  const warnedMs: number[] = [];
  const logger = collectingLogger(lines);
  const informer = createSharedInformer(client, {
    clock,
    random: () => 0,
    logger: {
      ...logger,
      warn: () => void warnedMs.push(clock.nowMs()),
      with() {
        return this;
      },
    },
  });
  const stopping = new AbortController();
  const running = informer.run({ signal: stopping.signal });
  const stop = async (): Promise<void> => {
    stopping.abort();
    await running;
  };
  return { clock, client, informer, warnedMs, stop };
}

describe('reflector: the rate of lists and warnings is limited', () => {
  for (const [what, failure] of Object.entries(failures)) {
    for (const [why, act] of Object.entries(reasons)) {
      for (const watchesFail of [true, false]) {
        const watches = watchesFail ? 'watches fail too' : 'watches continue';
        test(`for ${what} after ${why}, while ${watches}`, async () => {
          const { clock, client, informer, warnedMs, stop } = start(failure, watchesFail);
          await clock.advance(0);
          assert.equal(informer.hasSynced, true);
          await clock.advance(200_000);
          client.isFailing = true;
          const beganMs = clock.nowMs();
          client.listedMs.length = 0;
          for (let second = 0; second < 180; second++) {
            act({ informer, client, second });
            await clock.advance(1_000);
          }
          const since = (timesMs: readonly number[]) => timesMs.map((ms) => ms - beganMs);
          assertCalm('lists', since(client.listedMs));
          assertCalm('warnings', since(warnedMs));
          client.isFailing = false;
          await clock.advance(31_000);
          assert.equal(informer.lastContactMs !== undefined, true);
          assert.ok(clock.nowMs() - (informer.lastContactMs ?? 0) <= 31_000);
          await stop();
        });
      }
    }
  }

  test('at the start', async () => {
    for (const [what, failure] of Object.entries(failures)) {
      const { clock, client, warnedMs, stop } = start(failure, true);
      client.isFailing = true;
      const beganMs = clock.nowMs();
      await clock.advance(180_000);
      const since = (timesMs: readonly number[]) => timesMs.map((ms) => ms - beganMs);
      assert.ok(client.listedMs.length > 0, what);
      assertCalm(`lists after ${what}`, since(client.listedMs));
      assertCalm(`warnings after ${what}`, since(warnedMs));
      await stop();
    }
  });
});

test('the rate of lists of an informer is limited for each of its namespaces', async () => {
  const clock = createFakeClock();
  const clients = ['x', 'y'].map((namespace) =>
    Object.assign(new FailingClient(clock, apiError(500, 'InternalError')), { namespace }),
  );
  for (const client of clients) client.isFailing = true;
  const informer = createSharedInformer(clients, { clock, random: () => 0, logger: silentLogger });
  const stopping = new AbortController();
  const running = informer.run({ signal: stopping.signal });
  const beganMs = clock.nowMs();
  await clock.advance(180_000);
  const [x = [], y = []] = clients.map(({ listedMs }) => listedMs.map((ms) => ms - beganMs));
  assert.ok(x.length > 10);
  assert.deepEqual(x, y);
  assertCalm('lists', x);
  stopping.abort();
  await running;
});

describe('reflector: a requested list that fails', () => {
  test('leaves the watch running, and is repeated until it succeeds', async () => {
    const { clock, client, informer, stop } = start(apiError(500, 'InternalError'), false);
    await clock.advance(0);
    client.isFailing = true;
    let isListed = false;
    void informer.relist().then(() => {
      isListed = true;
    });
    await clock.advance(0);
    for (let version = 8; version < 30; version++) {
      client.open.send('MODIFIED', widget('a', version));
      await clock.advance(1_000);
      assert.equal(informer.lister.find('default/a')?.metadata.resourceVersion, `${version}`);
    }
    assert.equal(isListed, false);
    client.isFailing = false;
    await clock.advance(30_000);
    assert.equal(isListed, true);
    await stop();
  });
});
