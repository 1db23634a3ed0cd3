import type { ApiError, Clock } from '@vmgen/runtime';
import type { ClockTimer } from '@vmgen/runtime/async';
import { onAbort } from '@vmgen/runtime/internal';
import type { JsonObject } from '@vmgen/base/json';
import { expired, tooLargeResourceVersion } from '../errors/status-error.js';
import { withVersion } from '../storage/object-store.js';
import type { StoreEvent } from '../storage/event-log.js';
import type { Revision } from '../storage/revision.js';
import type { Endpoint } from '../resource/endpoint.js';
import { keyAfter } from './continue-token.js';
import { isSelected, selectionSteps, type ListOptions } from './list-options.js';
import type { RequestedVersion } from './resource-version.js';
import { Slices } from './slices.js';
import { groupVersionOf } from '../resource/served-resource.js';

/** One event as a watch tells it. */
export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: JsonObject;
  /** The version of the change; undefined for bookmarks and errors. */
  readonly version?: number;
}

interface WatchRequest {
  readonly endpoint: Endpoint;
  readonly options: ListOptions;
  /** The resource version of the options. */
  readonly asked: RequestedVersion;
  readonly namespace: string | undefined;
  readonly clock: Clock;
  /** End the watch. */
  readonly signals: readonly AbortSignal[];
}

/** The time-out of a watch that names none is drawn between this and its double. */
const MIN_TIMEOUT_MS = 30 * 60 * 1000;
const BOOKMARK_INTERVAL_MS = 60_000;
/** How long before its end a watch tells how far it came. */
const LAST_BOOKMARK_MS = 2000;

/**
 * Tells the changes of a resource, after its present state where that was asked for. The watch
 * starts with the call, and reads the store's log at the pace of the reader; one that falls
 * behind the log is told so (410) and ended. Events that are there at the same time come together:
 * each turn of an asynchronous iteration takes microseconds, which many watches multiply.
 */
export function watchEvents(request: WatchRequest): AsyncIterable<readonly WatchEvent[]> {
  const { endpoint, options, asked, namespace } = request;
  const { store } = endpoint;
  const prefix = namespace === undefined ? '' : `${namespace}/`;
  if (options.sendInitialEvents === true && asked > store.version) {
    return refusal(tooLargeResourceVersion(asked, store.version));
  }
  const wantsState = options.sendInitialEvents ?? asked === 0;
  const startsNow = options.sendInitialEvents === false && asked === 0;
  // What happens at a version that the server never reaches, nobody is told.
  const start = wantsState || startsNow ? store.version : Number(asked);
  return tell(request, new Pace(request), {
    version: start,
    position: store.log.positionAfter(start),
    isLost: start < horizonOf(endpoint),
    prefix,
    wantsState,
  });
}

/** A watch that only says why it is none: once it stands, errors are events. */
async function* refusal({ status }: ApiError): AsyncGenerator<WatchEvent[]> {
  // A Status is JSON; its type only does not say so.
  yield [{ type: 'ERROR', object: { ...status } as JsonObject }];
}

/** Where a watch starts. */
interface Start {
  readonly version: number;
  readonly position: number;
  /** True when the log does not reach back to the version. */
  readonly isLost: boolean;
  readonly prefix: string;
  /** Whether the watch begins with the objects that were there at the start. */
  readonly wantsState: boolean;
}

async function* tell(
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
      const isWhole = yield* presentState(request, start);
      if (!isWhole) return;
      if (options.allowBookmarks && isBookmarked(options)) {
        yield [bookmark(endpoint, start.version, { 'k8s.io/initial-events-end': 'true' })];
      }
    }
    yield* followLog(request, pace, start);
  } finally {
    pace.end();
  }
}

const isEnded = ({ signals }: WatchRequest): boolean => signals.some((signal) => signal.aborted);

/** The oldest version that a watch can start from. */
const horizonOf = ({ store, since }: Endpoint): number => Math.max(store.log.horizon, since);

async function* followLog(
  request: WatchRequest,
  pace: Pace,
  start: Start,
): AsyncGenerator<WatchEvent[]> {
  const { endpoint, options } = request;
  const { store } = endpoint;
  const batch = new EventBatch();
  let position = start.position;
  let lastSent = start.version;
  const steps = 2 * selectionSteps(options);
  const slices = new Slices();
  while (!pace.isOver && !isEnded(request)) {
    const event = batch.isFull ? undefined : store.log.at(position);
    if (event !== undefined) {
      position++;
      if (slices.isOver(steps)) await slices.pause();
      const isNews = event.version > start.version && event.revision.key.startsWith(start.prefix);
      const shown = isNews ? translate(endpoint, options, event) : undefined;
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
    } else if (pace.takeBookmark() && store.lastVersion > lastSent) {
      lastSent = store.lastVersion;
      yield [bookmark(endpoint, lastSent)];
    } else {
      await pace.wait();
    }
  }
  if (!batch.isEmpty) yield batch.take();
}

/** Bookmarks mark the end of the state for who asked for it, or named no version at all. */
function isBookmarked(options: ListOptions): boolean {
  return options.sendInitialEvents === true || options.resourceVersion === '';
}

/** How much of the state is taken at a time, in bytes: what a slow reader keeps alive of it. */
const STATE_BYTES = 1024 * 1024;

/** How many events come together at most. */
const MAX_EVENTS = 16;

/** Events that are passed on together; a slow reader keeps their objects alive. */
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
    // The size of a copy is unknown: defaults that are filled in at read time may be large.
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
 * The objects that were there at the start. They are read at the pace of whoever iterates, from the
 * store and its log: a reader that falls behind the log gets an error, as later in the watch.
 *
 * @returns whether all of them were read
 */
async function* presentState(
  request: WatchRequest,
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
    for (const revision of part) {
      if (slices.isOver(steps)) await slices.pause();
      if (isEnded(request)) return false;
      const object = endpoint.read(revision);
      if (!isSelected(endpoint, options, object)) continue;
      batch.add({ type: 'ADDED', object, version: revision.version }, revision);
      if (batch.isFull) yield batch.take();
    }
    if (!batch.isEmpty) yield batch.take();
    const last = part.at(-1);
    from = last === undefined || bytes < STATE_BYTES ? undefined : keyAfter(last.key);
  }
  return !isEnded(request);
}

/** What a change looks like through selectors: objects come into sight and leave it. */
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

/** As the API counts: in nanoseconds of 64 bits, which wrap around beyond 292 years. */
function durationMs(seconds: bigint): number {
  return Math.max(0, Number(BigInt.asIntN(64, seconds * 1_000_000_000n)) / 1e6);
}

/** When a watch goes on: after a change, for a bookmark, at its end. */
class Pace {
  readonly #timers: ClockTimer[] = [];
  readonly #clock: Clock;
  readonly #subscriptions: readonly (() => void)[];
  #isBookmarkDue = false;
  #isOver = false;
  #wake: (() => void) | undefined;

  constructor({ endpoint, options, clock, signals }: WatchRequest) {
    this.#clock = clock;
    this.#subscriptions = [
      endpoint.store.subscribe(this.#resume),
      ...signals.map((signal) => onAbort(signal, this.#stop)),
    ];
    const timeoutMs =
      options.timeoutSeconds === 0n
        ? MIN_TIMEOUT_MS * (1 + Math.random())
        : durationMs(options.timeoutSeconds);
    this.#after(timeoutMs, () => {
      this.#isOver = true;
    });
    if (!options.allowBookmarks) return;
    if (timeoutMs > LAST_BOOKMARK_MS) this.#after(timeoutMs - LAST_BOOKMARK_MS, this.#makeDue);
    this.#repeatBookmarks();
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** True once for each time that a bookmark became due. */
  takeBookmark(): boolean {
    const isDue = this.#isBookmarkDue;
    this.#isBookmarkDue = false;
    return isDue;
  }

  /** Waits until there is something to do, and for the other changes of that turn of the event loop. */
  wait(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = () => void setImmediate(resolve);
    });
  }

  end(): void {
    for (const unsubscribe of this.#subscriptions) unsubscribe();
    for (const timer of this.#timers.splice(0)) timer.cancel();
  }

  /** Ends the timers even where nobody reads on. */
  readonly #stop = (): void => {
    this.end();
    this.#resume();
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
