import { childAbort } from '../async/child-abort.js';
import { pause, type ClockTimer } from '../async/clock.js';
import { Pace } from '../async/pace.js';
import { TokenBucket } from '../async/token-bucket.js';
import { ApiError } from '../client/errors.js';
import type { WatchEvent } from '../client/resource-client.js';
import { TransportTimeoutError } from '../errors/transport-timeout-error.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { objectKey } from '../meta/object-key.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import {
  isConnectionFailure,
  isStreamRejected,
  isVersionUnusable,
  isWatchRetriable,
  retryAfterMs,
} from './api-failure.js';
import { Backoff } from './backoff.js';
import type { Cached } from './cached.js';
import { MassDeletionError } from './deletion-guard.js';
import { listPaged } from './paged-list.js';
import {
  HeldWatchError,
  IncompleteListError,
  StaleListError,
  VersionWentBackError,
} from './reflector-errors.js';
import type { ReflectorOptions } from './reflector-options.js';
import { isOlderVersion } from './resource-version.js';
import { runWatch, type WatchEnd, type WatchRun } from './run-watch.js';
import type { StoreFeed } from './store-feed.js';
import { StreamedList, streamVersion } from './streamed-list.js';
import type { WatchSignal } from './watch-signal.js';

/** A request of the whole state. */
interface ListStep {
  readonly do: 'list' | 'stream';
  readonly resourceVersion: string;
  /** Whether it interrupts a watch, which continues if the list fails. */
  readonly interruptsWatch?: boolean;
}

/** The next step of the reflector. */
type Step =
  | ListStep
  | { readonly do: 'watch' }
  | { readonly do: 'probe' }
  | { readonly do: 'wait'; readonly delayMs: number; readonly then: Step };

const WATCH: Step = { do: 'watch' };

/** A watch that ends sooner and without a change is a failure instead of the server's timeout. */
const SHORT_WATCH_MS = 1_000;
/** The rate limit of watches that end after a change. */
const WATCHES = { perSecond: 10, burst: 10 };
/** The number of consecutive watches without progress after which a list is requested. */
const MAX_STUCK = 3;
/**
 * A silent watch is restarted after this time plus jitter, because bookmarks arrive about once a
 * minute.
 */
const SILENCE_MS = 65_000;
const SILENCE_JITTER_MS = 10_000;
/** The maximum silence of a streaming list. */
const STREAM_SILENCE_MS = 10_000;
/**
 * A server that ignores `sendInitialEvents` sends its state and then changes, but never the
 * bookmark that ends the state. A server that supports it sends changes before the bookmark only
 * while its watch cache is catching up. So the bookmark must arrive within the first limit after a
 * change, and within the second limit in any case, because created objects cannot be distinguished
 * from the state.
 */
const STREAM_END_AFTER_CHANGE_MS = 10_000;
const STREAM_END_MS = 60_000;

/**
 * Keeps a store in sync with the server's objects of one kind by a list and then watches
 * (client-go: tools/cache/reflector.go). It is a state machine with five steps that only its signal
 * stops.
 *
 * - stream: a watch that begins with the state and continues as a watch. If the server rejects it,
 *   all further lists are paged; if it fails, only this list is paged.
 * - list: the state in pages. If the server cannot serve the version, the newest state is
 *   requested.
 * - watch: the changes. A watch that ends immediately without a change is a failure.
 * - probe: after a silent watch, the newest version is requested, because a server whose store was
 *   rolled back sends no events until it has caught up.
 * - wait: after a failure, with a growing delay.
 *
 * Two rules exclude loops without a delay, whatever fails or requests a list. Every list and stream
 * takes its turn in one {@link Pace}. And a list that was requested during a watch waits for its turn
 * and for the delay of an earlier failure, while the watch continues, also after it fails.
 *
 * A version older than the stored one is a replay, comes from a server that lags behind, or means
 * that the store was rolled back. These cases cannot be distinguished. So such an event does not
 * restore an older object, the watch continues for the delay of a failure, and then the newest
 * state is listed: a quorum read, which a lagging server cannot answer from its cache.
 */
export class Reflector<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  readonly #options: ReflectorOptions<T, S>;
  readonly #feed: StoreFeed<T, S>;
  readonly #backoff: Backoff;
  readonly #pace: Pace;
  readonly #watches: TokenBucket;
  #streams: boolean;
  /** Whether the last stream failed, so that pages are requested until a list succeeds. */
  #hasStreamFailed = false;
  #contactMs: number | undefined;
  /** Whether the server has sent a complete streaming list. */
  #hasStreamed = false;
  /** Whether the server has sent an older version than the stored one. */
  #isStale = false;
  /** Whether the current watch has reported a change. */
  #hasProgress = false;
  /** The number of consecutive watches without progress. */
  #stuck = 0;
  #interruptible: { abort(): void } | undefined;
  /** Whether a requested list may interrupt the current step. */
  #isWatching = false;
  #interruption: ClockTimer | undefined;
  /** The end of the delay after a requested list that failed. */
  #notBeforeMs = -Infinity;
  /** The number of lists that have succeeded. */
  #lists = 0;
  /** Called after the next list that is sent. */
  readonly #requested: (() => void)[] = [];
  /** How many of the requests precede the current list. */
  #answered = 0;

  constructor(options: ReflectorOptions<T, S>) {
    const { feed, clock, random } = options;
    this.#options = options;
    this.#feed = feed;
    this.#backoff = new Backoff(clock, random);
    this.#pace = new Pace(clock);
    this.#watches = new TokenBucket({ ...WATCHES, clock });
    this.#streams = options.watchList;
  }

  /** The resource version of the stored state; empty before the first list. */
  get resourceVersion(): string {
    return this.#feed.resourceVersion;
  }

  /** When a list, an event or a bookmark was last received; undefined before the first list. */
  get contactMs(): number | undefined {
    return this.#contactMs;
  }

  async run(signal: AbortSignal): Promise<void> {
    let step: Step = this.#relist('0');
    while (!signal.aborted) {
      const interruptible = childAbort(signal);
      this.#interruptible = interruptible;
      step = await this.#take(this.#withRequestedList(step), interruptible.signal);
      this.#isWatching = false;
      this.#interruption?.cancel();
      interruptible.abort();
    }
  }

  /**
   * Lists the newest state, as soon as the pace and the delay of a failure allow it. A running list is
   * completed before. Resolves when the state is stored; never if the informer stops before.
   */
  relist(): Promise<void> {
    return new Promise((resolve) => {
      this.#requested.push(resolve);
      this.#interruptWatch();
    });
  }

  /** The time until a requested list may interrupt a watch. */
  #untilRequestedListMs(): number {
    return Math.max(0, this.#notBeforeMs - this.#options.clock.nowMs(), this.#pace.untilTurnMs());
  }

  /** Ends the current watch when a requested list may be sent. */
  #interruptWatch(): void {
    if (!this.#isWatching || this.#requested.length === 0) return;
    this.#isWatching = false;
    const interruptible = this.#interruptible;
    const end = (): void => interruptible?.abort();
    const delayMs = this.#untilRequestedListMs();
    if (delayMs === 0) end();
    else this.#interruption = this.#options.clock.setTimer(delayMs, end);
  }

  /** Replaces a watch by a requested list, unless that must wait. */
  #withRequestedList(step: Step): Step {
    if (step.do !== 'watch' || this.#requested.length === 0) return step;
    // Timers may fire a fraction of a millisecond early.
    if (this.#untilRequestedListMs() >= 1) return step;
    return { ...this.#relist(''), interruptsWatch: true };
  }

  async #take(step: Step, signal: AbortSignal): Promise<Step> {
    switch (step.do) {
      case 'stream':
      case 'list':
        return await this.#fill(step, signal);
      case 'watch':
        return await this.#watch(signal);
      case 'probe':
        return await this.#probe(signal);
      case 'wait':
        await pause(this.#options.clock, step.delayMs, signal);
        return step.then;
    }
  }

  /** Sends a list in its turn. The newest state answers the requests that precede it. */
  async #fill(step: ListStep, signal: AbortSignal): Promise<Step> {
    await this.#awaitTurn(signal);
    if (signal.aborted) return step;
    const before = this.#lists;
    this.#answered = this.#requested.length;
    const version = this.#answered > 0 ? '' : step.resourceVersion;
    this.#feed.listing();
    const isStream = step.do === 'stream';
    const next = await (isStream ? this.#stream(version, signal) : this.#list(version, signal));
    if (this.#lists > before || step.interruptsWatch !== true) return next;
    this.#notBeforeMs = this.#options.clock.nowMs() + (next.do === 'wait' ? next.delayMs : 0);
    return WATCH;
  }

  async #awaitTurn(signal: AbortSignal): Promise<void> {
    const delayMs = this.#pace.take();
    if (delayMs > 0) await pause(this.#options.clock, delayMs, signal);
  }

  async #list(resourceVersion: string, signal: AbortSignal): Promise<Step> {
    const { client, pageSize, request } = this.#options;
    const objects = new Map<string, Cached<T, S>>();
    const endList = this.#options.meter?.listing();
    try {
      const listed = await listPaged({
        client,
        options: { ...request, signal },
        resourceVersion,
        pageSize,
        onPage: (items) => {
          for (const item of items) {
            if (!this.#feed.stores(item)) continue;
            const key = objectKey(item);
            objects.set(key, this.#feed.prepare(key, item));
          }
        },
        onRestart: () => {
          objects.clear();
          return this.#awaitTurn(signal);
        },
      });
      endList?.(objects.size);
      if (!signal.aborted) this.#replace(objects, listed, resourceVersion);
      return WATCH;
    } catch (error) {
      if (signal.aborted) return WATCH;
      this.#options.onError(error);
      const again: Step = { do: 'list', resourceVersion };
      return this.#newestState(error, resourceVersion) ?? this.#waitThen(again, error);
    }
  }

  #replace(objects: Map<string, Cached<T, S>>, version: string, wanted: string): void {
    this.#feed.replace(objects, version, wanted);
    this.#contactMs = this.#options.clock.nowMs();
    this.#isStale = false;
    this.#stuck = 0;
    this.#lists++;
    this.#hasStreamFailed = false;
    this.#notBeforeMs = -Infinity;
    for (const resolve of this.#requested.splice(0, this.#answered)) resolve();
    this.#answered = 0;
  }

  /** Returns the step after a list that failed because of its version. */
  #newestState(error: unknown, resourceVersion: string): Step | undefined {
    if (error instanceof MassDeletionError) return this.#waitThen(this.#relist(''), error);
    const isUnusable = isVersionUnusable(error) || error instanceof StaleListError;
    // The newest state needs no delay, because it has no version that can be wrong.
    return isUnusable && resourceVersion !== '' ? this.#relist('') : undefined;
  }

  #relist(resourceVersion: string): ListStep {
    return { do: this.#streams && !this.#hasStreamFailed ? 'stream' : 'list', resourceVersion };
  }

  async #stream(resourceVersion: string, signal: AbortSignal): Promise<Step> {
    const { resource } = this.#options.client;
    const list = new StreamedList<T, S>(resource, this.#feed.prepare);
    const watched = this.#newWatch(signal);
    const endList = this.#options.meter?.listing();
    const end = await runWatch({
      ...watched,
      options: {
        ...watched.options,
        resourceVersion: streamVersion(resourceVersion),
        sendInitialEvents: true,
        resourceVersionMatch: 'NotOlderThan',
      },
      silenceMs: STREAM_SILENCE_MS,
      stateMs: STREAM_END_MS,
      onEvent: (event, watch) => {
        if (list.isTaken) return this.#apply(event, watch);
        const isObject = event.type !== 'BOOKMARK' && event.type !== 'ERROR';
        const isExcluded = isObject && !this.#feed.stores(event.object);
        if (isExcluded && !list.objects.has(objectKey(event.object))) return;
        const { hasChanges } = list;
        const version = list.take(isExcluded ? { type: 'DELETED', object: event.object } : event);
        if (list.hasChanges && !hasChanges) watch.expectEnding(STREAM_END_AFTER_CHANGE_MS);
        if (version === undefined) return;
        watch.hasEnding();
        endList?.(list.objects.size);
        this.#replace(list.objects, version, resourceVersion);
        list.isTaken = this.#hasStreamed = this.#hasProgress = true;
        watch.allowSilence(watched.silenceMs);
        this.#isWatching = true;
        this.#interruptWatch();
      },
    });
    if (signal.aborted) return WATCH;
    return list.isTaken ? this.#afterWatch(end) : this.#afterStream(end, resourceVersion);
  }

  /** Returns the step after a stream that ended before its list was complete. */
  #afterStream(end: WatchEnd, resourceVersion: string): Step {
    const { events } = end;
    const error = end.error ?? new IncompleteListError(end.durationMs);
    const list: Step = { do: 'list', resourceVersion };
    const newest = this.#newestState(error, streamVersion(resourceVersion));
    const isEndless = end.by === 'unending' || (end.by !== 'failure' && events === 0);
    const isIgnored = isEndless && !this.#hasStreamed;
    if (isIgnored || (isStreamRejected(error) && newest === undefined)) {
      this.#streams = false;
      return list;
    }
    this.#options.onError(error);
    if (newest !== undefined) return newest;
    const isUnanswered = end.by === 'failure' && events === 0;
    if (isUnanswered && (isConnectionFailure(error) || retryAfterMs(error) > 0)) {
      return this.#waitThen({ do: 'stream', resourceVersion }, error);
    }
    this.#hasStreamFailed = true;
    return isConnectionFailure(error) ? this.#waitThen(list, error) : list;
  }

  async #watch(signal: AbortSignal): Promise<Step> {
    this.#isWatching = true;
    this.#interruptWatch();
    const watched = this.#newWatch(signal);
    const { resourceVersion } = this.#feed;
    const end = await runWatch({
      ...watched,
      options: { ...watched.options, resourceVersion },
      onEvent: (event, watch) => this.#apply(event, watch),
    });
    return this.#afterWatch(end);
  }

  #newWatch(signal: AbortSignal): Omit<WatchRun<T, S>, 'onEvent'> {
    const { client, clock, meter, request, minWatchTimeoutMs, random } = this.#options;
    this.#hasProgress = false;
    const timeoutSeconds = Math.ceil((minWatchTimeoutMs * (1 + random())) / 1000);
    const options = { ...request, allowWatchBookmarks: true, timeoutSeconds };
    const silenceMs = SILENCE_MS + SILENCE_JITTER_MS * random();
    const onArrival = (): void => {
      if (this.#contactMs !== undefined) this.#contactMs = clock.nowMs();
    };
    return { client, clock, meter, signal, options, silenceMs, onArrival };
  }

  #apply(event: WatchEvent<T, S>, watch: WatchSignal): void {
    const effect = this.#feed.apply(event);
    if (effect === 'advanced') this.#hasProgress = true;
    if (effect !== 'older' || this.#isStale) return;
    this.#isStale = true;
    this.#options.onError(new VersionWentBackError(this.resourceVersion));
    watch.endStaleAfter(this.#backoff.nextMs());
  }

  #afterWatch(end: WatchEnd): Step {
    if (end.by === 'stop') return WATCH;
    const error = this.#failureOf(end);
    if (error !== undefined) this.#options.onError(error);
    if (end.by === 'stale') return this.#relist('');
    if (this.#isStale) return this.#waitThen(this.#relist(''), end.error);
    if (end.by === 'silence') {
      this.#stuck = end.events > 0 ? 0 : this.#stuck + 1;
      return { do: 'probe' };
    }
    if (error !== undefined) return this.#afterFailure(end, error);
    const delayMs = this.#watches.take();
    return delayMs === 0 ? WATCH : { do: 'wait', delayMs, then: WATCH };
  }

  #failureOf({ by, error, durationMs }: WatchEnd): unknown {
    if (by === 'overdue') {
      return new TransportTimeoutError(`the server did not end the watch within ${durationMs} ms`);
    }
    if (by === 'server' && durationMs < SHORT_WATCH_MS && !this.#hasProgress) {
      this.#options.meter?.shortWatch();
      const message = 'the server closed the watch immediately without a change';
      return new VmgenError('ERR_VMGEN_CONNECTION', message);
    }
    return error;
  }

  #afterFailure({ by }: WatchEnd, error: unknown): Step {
    // Neither the connection failed nor the request: the events themselves cannot be processed.
    const isBroken = by === 'server' || !(isConnectionFailure(error) || error instanceof ApiError);
    this.#stuck = isBroken && !this.#hasProgress ? this.#stuck + 1 : 0;
    if (isWatchRetriable(error) && this.#stuck < MAX_STUCK) return this.#waitThen(WATCH, error);
    this.#stuck = 0;
    // Also after Expired: a list with the last version as the minimum is cheap for the server. If
    // that fails too, its error leads to the newest state.
    return this.#waitThen(this.#relist(this.resourceVersion), error);
  }

  /**
   * Checks that the server's version has not gone back during a silent watch, and that further silent
   * watches have missed nothing: some proxies pass on a response only when it has ended.
   */
  async #probe(signal: AbortSignal): Promise<Step> {
    const { client, clock, request, onError } = this.#options;
    try {
      // With a label selector, the server would search all objects for a match.
      const { metadata } = await client.list({ ...request, labelSelector: '', limit: 1, signal });
      this.#contactMs = clock.nowMs();
      if (isOlderVersion(metadata.resourceVersion, this.resourceVersion)) {
        onError(new VersionWentBackError(this.resourceVersion));
        return this.#relist('');
      }
      const isHeld = isOlderVersion(this.resourceVersion, metadata.resourceVersion);
      if (!isHeld || this.#stuck < MAX_STUCK) return WATCH;
      onError(new HeldWatchError());
      return this.#relist(this.resourceVersion);
    } catch (error) {
      if (signal.aborted) return WATCH;
      onError(error);
      return this.#waitThen(WATCH, error);
    }
  }

  #waitThen(then: Step, error: unknown): Step {
    const backoffMs = this.#backoff.nextMs(isConnectionFailure(error));
    return { do: 'wait', delayMs: Math.max(backoffMs, retryAfterMs(error)), then };
  }
}
