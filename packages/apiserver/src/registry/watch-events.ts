import { ApiError } from '@vmgen/runtime/client';
import type { Clock } from '@vmgen/runtime';
import { onAbort, type ClockTimer, type Random } from '@vmgen/runtime/async';
import type { JsonObject } from '@vmgen/base/json';
import { expired } from '../errors/status-error.js';
import { withVersion } from '../storage/object-store.js';
import type { StoreEvent } from '../storage/event-log.js';
import type { Revision } from '../storage/revision.js';
import type { Endpoint, EndpointConversion } from '../resource/endpoint.js';
import { loadAll } from './load-all.js';
import { keyAfter } from './continue-token.js';
import { callInNextTurn } from '../request/next-turn.js';
import { isSelected, onlyKey, selectionSteps, type ListOptions } from './list-options.js';
import type { RequestedVersion } from './resource-version.js';
import { Slices } from './slices.js';
import { reachedVersion } from './wait-for-version.js';
import { groupVersionOf } from '../resource/served-resource.js';

/** An event of a watch. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: JsonObject;
  /** The version of the change; undefined for bookmarks and errors. */
  readonly version?: number;
}

interface WatchRequest {
  readonly endpoint: Endpoint;
  readonly options: ListOptions;
  /** The resource version in the options. */
  readonly asked: RequestedVersion;
  readonly namespace: string | undefined;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborting any of them ends the watch. */
  readonly signals: readonly AbortSignal[];
}

/** The minimum time-out of a watch that specifies none. The maximum is the double. */
const MIN_TIMEOUT_MS = 30 * 60 * 1000;
const BOOKMARK_INTERVAL_MS = 60_000;
/** How long before its end a watch sends a bookmark. */
const LAST_BOOKMARK_MS = 2000;
/** How long a watch waits for conversions after its kind was removed, as in kube-apiserver. */
const CONVERTED_AFTER_REMOVAL_MS = 1000;

/**
 * Yields the changes of a resource, after its present state if requested. The watch starts with the
 * call, and reads the store's log at the speed of the reader. If the reader falls behind the log,
 * the watch ends with a 410 event. Available events are yielded together, because each turn of an
 * asynchronous iteration takes microseconds, which many watches multiply.
 */
export function watchEvents(request: WatchRequest): AsyncIterable<readonly WatchEvent[]> {
  const { endpoint, options, asked, namespace } = request;
  const { store } = endpoint;
  const prefix =
    onlyKey(endpoint, options, namespace) ?? (namespace === undefined ? '' : `${namespace}/`);
  if (options.sendInitialEvents === true && asked > store.version) {
    return futureEvents(request);
  }
  const wantsState = options.sendInitialEvents ?? asked === 0;
  const startsNow = options.sendInitialEvents === false && asked === 0;
  // Changes at versions that the server never reaches cannot occur.
  const start = wantsState || startsNow ? store.version : Number(asked);
  return eventBatches(request, new Pace(request), {
    version: start,
    position: store.log.positionAfter(start),
    isLost: start < horizonOf(endpoint),
    prefix,
    wantsState,
  });
}

/** Yields the events of a watch from a state that the server may reach. */
async function* futureEvents(request: WatchRequest): AsyncGenerator<readonly WatchEvent[]> {
  const { endpoint, asked, clock, signals } = request;
  try {
    await reachedVersion(endpoint.store, asked, clock, signals);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (!isAborted(signals)) yield* refusal(error);
    return;
  }
  yield* watchEvents(request);
}

const isAborted = (signals: readonly AbortSignal[]): boolean =>
  signals.some((signal) => signal.aborted);

/** A watch that yields only an error. After the headers of a watch, errors are events. */
async function* refusal({ status }: ApiError): AsyncGenerator<WatchEvent[]> {
  // A Status is JSON, which its type does not express.
  yield [{ type: 'ERROR', object: { ...status } as JsonObject }];
}

/** The start of a watch. */
interface Start {
  readonly version: number;
  readonly position: number;
  /** Whether the log does not reach back to the version. */
  readonly isLost: boolean;
  readonly prefix: string;
  /** Whether the watch begins with the present objects. */
  readonly wantsState: boolean;
}

async function* eventBatches(
  request: WatchRequest,
  pace: Pace,
  start: Start,
): AsyncGenerator<WatchEvent[]> {
  const { endpoint, options } = request;
  try {
    if (start.isLost) {
      yield* tooOld(start.version, horizonOf(endpoint));
      return;
    }
    if (start.wantsState) {
      const isWhole = yield* presentState(request, pace, start);
      if (!isWhole) return;
      if (options.allowBookmarks) {
        yield [bookmark(endpoint, start.version, { 'k8s.io/initial-events-end': 'true' })];
      }
    }
    yield* followLog(request, pace, start);
  } finally {
    pace.end();
  }
}

/** The oldest version at which a watch can start. */
const horizonOf = ({ store, since }: Endpoint): number => Math.max(store.log.horizon, since);

async function* followLog(
  request: WatchRequest,
  pace: Pace,
  start: Start,
): AsyncGenerator<WatchEvent[]> {
  const { endpoint, options } = request;
  const { store, conversion } = endpoint;
  const batch = new EventBatch();
  let position = start.position;
  let lastSent = start.version;
  const steps = 2 * selectionSteps(options);
  const slices = new Slices();
  while (!pace.isOver) {
    const event = batch.isFull ? undefined : store.log.at(position);
    if (event !== undefined) {
      position++;
      if (slices.isOver(steps)) await slices.pause();
      const isNews = event.version > start.version && event.revision.key.startsWith(start.prefix);
      if (!isNews) continue;
      const loading = conversion === undefined ? event : loadEvent(conversion, event);
      // A conversion may take long. The events before it are not late.
      if (loading instanceof Promise && !batch.isEmpty) yield batch.take();
      const loaded = loading instanceof Promise ? await pace.beforeEnd(loading) : loading;
      if (loaded === undefined) return;
      const shown = translate(endpoint, options, loaded);
      if (shown === undefined) continue;
      lastSent = event.version;
      batch.add(shown, event.revision);
    } else if (!batch.isEmpty) {
      yield batch.take();
    } else if (store.log.hasLost(position)) {
      yield* tooOld(lastSent, store.log.horizon);
      return;
    } else if (store.isClosed) {
      return;
    } else if (pace.takeBookmark() && store.version > start.version) {
      // As kube-apiserver: also without a change of this kind, so that an idle watch can resume.
      lastSent = store.version;
      yield [bookmark(endpoint, lastSent)];
    } else {
      await pace.wait();
    }
  }
  if (!batch.isEmpty) yield batch.take();
}

/** The number of bytes of the initial state that a slow reader retains at most. */
const STATE_BYTES = 1024 * 1024;

/** The maximum number of events in a batch. */
const MAX_EVENTS = 16;

/** A batch of events. A slow reader retains their objects. */
class EventBatch {
  #events: WatchEvent[] = [];
  #bytes = 0;

  get isEmpty(): boolean {
    return this.#events.length === 0;
  }

  get isFull(): boolean {
    return this.#events.length >= MAX_EVENTS || this.#bytes >= STATE_BYTES;
  }

  /** @param revision the stored object of the event */
  add(event: WatchEvent, { object, bytes }: Revision): void {
    this.#events.push(event);
    // The size of a copy is unknown. Defaults that are set by reads may be large.
    this.#bytes += event.object === object ? bytes : STATE_BYTES;
  }

  take(): WatchEvent[] {
    const events = this.#events;
    this.#events = [];
    this.#bytes = 0;
    return events;
  }
}

/**
 * Yields the present objects. They are read at the speed of the reader, from the store and its log.
 * If the reader falls behind the log, an error is yielded, as later in the watch.
 *
 * @returns whether all objects were read
 */
async function* presentState(
  request: WatchRequest,
  pace: Pace,
  { version, prefix }: Start,
): AsyncGenerator<WatchEvent[], boolean> {
  const { endpoint, options } = request;
  const batch = new EventBatch();
  const steps = selectionSteps(options);
  const slices = new Slices();
  for (let from: string | undefined = prefix; from !== undefined;) {
    if (version < horizonOf(endpoint)) {
      yield* tooOld(version, horizonOf(endpoint));
      return false;
    }
    const part: Revision[] = [];
    let bytes = 0;
    for (const revision of endpoint.store.scanAt(version, prefix, from)) {
      part.push(revision);
      bytes += revision.bytes;
      if (bytes >= STATE_BYTES) break;
    }
    const { conversion } = endpoint;
    const loaded =
      conversion === undefined
        ? part
        : await pace.beforeEnd(loadAll(endpoint, conversion, part, () => pace.isOver));
    if (loaded === undefined) return false;
    for (const revision of loaded) {
      if (slices.isOver(steps)) await slices.pause();
      if (pace.isOver) return false;
      const object = endpoint.read(revision);
      if (!isSelected(endpoint, options, object)) continue;
      batch.add({ type: 'ADDED', object, version: revision.version }, revision);
      if (batch.isFull) yield batch.take();
    }
    if (!batch.isEmpty) yield batch.take();
    const last = part.at(-1);
    from = last === undefined || bytes < STATE_BYTES ? undefined : keyAfter(last.key);
  }
  return !pace.isOver;
}

/** Loads the objects of a change in the version of an endpoint. Waits only if one is converted. */
function loadEvent(
  { load }: EndpointConversion,
  event: StoreEvent,
): StoreEvent | Promise<StoreEvent> {
  const { type, version } = event;
  const previous = event.previous && load(event.previous);
  // A deleted object was converted before.
  const revision = type === 'DELETED' && previous ? previous : load(event.revision);
  const loaded = (before: Revision | undefined, after: Revision): StoreEvent => {
    if (type !== 'DELETED') return { ...event, revision: after, previous: before };
    const object = withVersion(after.object, version);
    return { ...event, revision: { ...after, version, object }, previous: before };
  };
  return previous instanceof Promise || revision instanceof Promise
    ? Promise.all([previous, revision]).then((both) => loaded(...both))
    : loaded(previous, revision);
}

/** Returns a change as selectors show it: objects may start or stop to match. */
function translate(
  endpoint: Endpoint,
  options: ListOptions,
  event: StoreEvent,
): WatchEvent | undefined {
  const { version, previous } = event;
  const object = endpoint.read(event.revision);
  const before = previous === undefined ? undefined : endpoint.read(previous);
  const isIn = event.type !== 'DELETED' && isSelected(endpoint, options, object);
  const wasIn = before !== undefined && isSelected(endpoint, options, before);
  if (isIn) return { type: wasIn ? 'MODIFIED' : 'ADDED', object, version };
  if (!wasIn) return undefined;
  const last = event.type === 'DELETED' ? object : withVersion(before, version);
  return { type: 'DELETED', object: last, version };
}

function bookmark(
  endpoint: Endpoint,
  version: number,
  annotations?: { [name: string]: string },
): WatchEvent {
  const { kind } = endpoint.resource;
  const metadata: JsonObject = { resourceVersion: String(version) };
  if (annotations !== undefined) metadata['annotations'] = annotations;
  const object = { kind, apiVersion: groupVersionOf(endpoint.resource), metadata };
  return { type: 'BOOKMARK', object };
}

function tooOld(version: number, horizon: number): AsyncGenerator<WatchEvent[]> {
  return refusal(expired(`too old resource version: ${version} (${horizon})`));
}

/** Converts seconds as the API does: to nanoseconds in 64 bits, which overflow after 292 years. */
function durationMs(seconds: bigint): number {
  return Math.max(0, Number(BigInt.asIntN(64, seconds * 1_000_000_000n)) / 1e6);
}

/** Determines when a watch continues: after a change, for a bookmark, and at its end. */
class Pace {
  readonly #timers: ClockTimer[] = [];
  readonly #clock: Clock;
  readonly #subscriptions: readonly (() => void)[];
  #isBookmarkDue = false;
  #isOver: boolean;
  /** Whether the kind was removed so long ago that nothing is converted any more. */
  #isRemoved = false;
  #wake: (() => void) | undefined;
  #giveUp: (() => void) | undefined;

  constructor({ endpoint, options, clock, random, signals }: WatchRequest) {
    this.#clock = clock;
    this.#isOver = isAborted(signals);
    this.#subscriptions = [
      endpoint.store.subscribe(() => {
        this.#resume();
        if (endpoint.store.isClosed) this.#after(CONVERTED_AFTER_REMOVAL_MS, this.#remove);
      }),
      ...signals.map((signal) => onAbort(signal, this.#stop)),
    ];
    const timeoutMs =
      options.timeoutSeconds === 0n
        ? MIN_TIMEOUT_MS * (1 + random())
        : durationMs(options.timeoutSeconds);
    this.#after(timeoutMs, this.#finish);
    if (!options.allowBookmarks) return;
    if (timeoutMs > LAST_BOOKMARK_MS) this.#after(timeoutMs - LAST_BOOKMARK_MS, this.#makeDue);
    this.#repeatBookmarks();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** Returns true once for each due bookmark. */
  takeBookmark(): boolean {
    const isDue = this.#isBookmarkDue;
    this.#isBookmarkDue = false;
    return isDue;
  }

  /** Waits for the next event, and for other changes in the same turn of the event loop. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => callInNextTurn(resolve);
    });
  }

  /** Waits for a conversion. Returns undefined if the watch ends first, or its kind is removed. */
  beforeEnd<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      this.#giveUp = () => resolve(undefined);
      if (this.#isOver || this.#isRemoved) this.#giveUp();
      work.then(resolve, reject);
    });
  }

  end(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    for (const timer of this.#timers.splice(0)) timer.cancel();
  }

  /** Stops the timers even if nothing reads from the watch. */
  readonly #stop = (): void => {
    this.end();
    this.#finish();
    this.#resume();
  };

  readonly #finish = (): void => {
    this.#isOver = true;
    this.#giveUp?.();
  };

  readonly #remove = (): void => {
    this.#isRemoved = true;
    this.#giveUp?.();
  };

  readonly #resume = (): void => {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  };

  readonly #makeDue = (): void => {
    this.#isBookmarkDue = true;
  };

  #repeatBookmarks(): void {
    this.#after(BOOKMARK_INTERVAL_MS, () => {
      this.#makeDue();
      this.#repeatBookmarks();
    });
  }

  #after(delayMs: number, act: () => void): void {
    const timer = this.#clock.setTimer(delayMs, () => {
      act();
      this.#resume();
    });
    this.#timers.push(timer);
  }
}
