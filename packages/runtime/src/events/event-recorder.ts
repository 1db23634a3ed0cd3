import { type KubernetesEvent, type ObjectReference, eventResource } from '../api/event.js';
import { systemClock, type Clock, pause } from '../async/clock.js';
import { Pace } from '../async/pace.js';
import { randomHex, type Random } from '../async/random.js';
import { silentLogger, type Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import { formatMicroTime } from '../meta/time.js';
import type { ObjectKey } from '../meta/object-key.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import { EventSeriesCache, type EventRecord } from './event-series.js';
import { createFullClient } from '../client/create-resource-client.js';
import {
  ApiError,
  isAlreadyExists,
  isInvalidRequest,
  isNotFound,
  isTooManyRequests,
} from '../client/errors.js';
import type { ResourceClient } from '../client/resource-client.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { withTimeout } from '../async/request-timeout.js';
import { RingBuffer } from '../workqueue/ring-buffer.js';

/** Options of {@link createEventRecorder}. */
export interface EventRecorderOptions {
  /** The reporting controller, such as `cloudnative.tw/vm-controller`. */
  readonly component: string;
  /** The process of the controller, such as the name of its pod. */
  readonly instance: string;
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
  /** Defaults to no logging. */
  readonly logger?: Logger;
  /** Creates the names of events. Defaults to unpredictable ones. */
  readonly random?: Random;
  /**
   * Called with the key of the object for each event that could not be created or sent, but not for those that
   * {@link EventRecorder.close} drops. What it throws is ignored. Defaults to nothing; some of the errors are logged.
   */
  readonly onError?: (error: unknown, key: ObjectKey) => void;
}

/** A report about an object. */
export interface RecordedEvent {
  /** `Warning` for problems, `Normal` otherwise. */
  readonly type: 'Normal' | 'Warning';
  /** The reason for the action, as one CamelCase word such as `Started`. Truncated to 128 bytes. */
  readonly reason: string;
  /** The action, as one CamelCase word such as `Create`. Truncated to 128 bytes. */
  readonly action: string;
  /** A human-readable description. Truncated to 1024 bytes. */
  readonly note: string;
}

/**
 * Reports to people, as Event objects, what happens to API objects. Best effort: it never throws.
 */
export interface EventRecorder extends AsyncDisposable {
  /** Reports an event about the object `regarding`. Has no effect after `close`. */
  event(regarding: DeepReadonly<KubernetesObject>, what: RecordedEvent): void;
  /** Resolves when all events recorded so far were sent or dropped. */
  flush(): Promise<void>;
  /** Stops accepting events and sends the queued ones for at most 5 s. Idempotent. */
  close(): Promise<void>;
}

/**
 * Creates a recorder of events.k8s.io/v1 events. An identical event within 6 minutes is counted in
 * the series of the first event instead of creating a new object. An object has at most 25 events
 * in a burst, then one in 5 minutes.
 *
 * @example
 * const recorder = createEventRecorder(transport, {
 *   component: 'cloudnative.tw/vm-controller',
 *   instance: 'vm-controller-0',
 * });
 * recorder.event(vm, {
 *   type: 'Normal',
 *   reason: 'Started',
 *   action: 'Create',
 *   note: 'the server runs',
 * });
 * await recorder.close();
 */
export function createEventRecorder(
  transport: Transport,
  options: EventRecorderOptions,
): EventRecorder {
  return new Recorder(transport, options);
}

// The API's limits; the server rejects an event that exceeds them.
const MAX_NOTE_BYTES = 1024;
const MAX_WORD_BYTES = 128;
const CLOSE_MS = 5000;

class Recorder implements EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #clock: Clock;
  readonly #series: EventSeriesCache;
  readonly #spamFilter: SpamFilter;
  readonly #sender: EventSender;
  readonly #logger: Logger;
  #isClosed = false;

  constructor(transport: Transport, options: EventRecorderOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#logger = safeLogger(options.logger ?? silentLogger);
    this.#series = new EventSeriesCache(this.#clock);
    this.#spamFilter = new SpamFilter(this.#clock);
    this.#sender = new EventSender(transport, {
      clock: this.#clock,
      logger: this.#logger,
      onError: (error, { regarding = {} }) => this.#failed(error, regarding),
    });
  }

  event(regarding: DeepReadonly<KubernetesObject>, what: RecordedEvent): void {
    if (this.#isClosed) return;
    try {
      const event = this.#newEvent(regarding, what);
      const record = this.#series.record(event);
      const { uid, namespace, name } = regarding.metadata;
      if (this.#spamFilter.allows(uid ?? `${namespace}/${name}`)) this.#sender.send(record);
    } catch (error) {
      this.#logger.warn('could not create an event', { reason: what.reason, error });
      this.#failed(error, regarding.metadata);
    }
  }

  #failed(error: unknown, { namespace = '', name = '' }: Partial<ObjectKey>): void {
    try {
      this.#options.onError?.(error, { namespace, name });
    } catch {
      // The recorder must not throw.
    }
  }

  async flush(): Promise<void> {
    await this.#sender.flush();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const timer = this.#clock.setTimer(CLOSE_MS, () => this.#sender.abort());
    await this.#sender.flush();
    timer.cancel();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #newEvent(regarding: DeepReadonly<KubernetesObject>, what: RecordedEvent): KubernetesEvent {
    const { name = '', namespace, uid, resourceVersion } = regarding.metadata;
    const { apiVersion, kind } = regarding;
    return {
      metadata: {
        name: eventName(name, this.#options.random),
        // As in client-go, events of cluster-scoped objects are in the namespace `default`.
        namespace: namespace ?? 'default',
      },
      eventTime: formatMicroTime(this.#clock.date()),
      reportingController: this.#options.component,
      reportingInstance: cutAtBytes(this.#options.instance, MAX_WORD_BYTES),
      regarding: withoutUndefined({ apiVersion, kind, name, namespace, uid, resourceVersion }),
      type: what.type,
      reason: cutAtBytes(what.reason, MAX_WORD_BYTES),
      action: cutAtBytes(what.action, MAX_WORD_BYTES),
      note: cutAtBytes(what.note, MAX_NOTE_BYTES),
    };
  }
}

/** Returns a unique name that starts with the name of the object, which lists of events show. */
function eventName(objectName: string, random: Random | undefined): string {
  // The truncated name may end with a dot or hyphen, which is not valid before the next dot.
  const start = objectName.slice(0, 236).replace(/[.-]+$/, '');
  return `${start}.${randomHex(16, random)}`;
}

function withoutUndefined(reference: {
  [Field in keyof ObjectReference]?: string | undefined;
}): ObjectReference {
  return Object.fromEntries(
    Object.entries<string | undefined>(reference).filter(([, value]) => value !== undefined),
  );
}

/** Truncates a text to a number of UTF-8 bytes without splitting a character. */
function cutAtBytes(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return text;
  const ELLIPSIS = 3;
  let end = maxBytes - ELLIPSIS;
  while (isWithinCharacter(bytes[end])) end--;
  return `${new TextDecoder().decode(bytes.subarray(0, end))}…`;
}

/** In UTF-8, all bytes of a character except the first have the form 10xxxxxx. */
function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}

const MAX_QUEUED = 1000;
const MAX_ATTEMPTS = 4;
const FIRST_RETRY_MS = 1000;
const REQUEST_MS = 10_000;

interface SenderOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onError: (error: unknown, event: KubernetesEvent) => void;
}

/** Sends events one at a time. An event that cannot be sent is reported and dropped. */
class EventSender {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #onError: SenderOptions['onError'];
  readonly #queue = new RingBuffer<EventRecord>();
  readonly #abort = new AbortController();
  readonly #warnings: Pace;
  #sending: Promise<void> | undefined;

  constructor(transport: Transport, { clock, logger, onError }: SenderOptions) {
    this.#transport = transport;
    this.#clock = clock;
    this.#logger = logger;
    this.#onError = onError;
    this.#warnings = new Pace(clock);
  }

  /** Queues a record. A record that is queued already is sent with its newest count. */
  send(record: EventRecord): void {
    if (record.isQueued) return;
    if (this.#queue.length >= MAX_QUEUED) {
      this.#logger.verbose(
        2,
        'dropped an event: too many events are queued',
        fieldsOf(record.event),
      );
      return;
    }
    record.isQueued = true;
    this.#queue.push(record);
    this.#sending ??= this.#sendAll();
  }

  async flush(): Promise<void> {
    await this.#sending;
  }

  /** Drops the queued events and aborts the running request. */
  abort(): void {
    this.#abort.abort(new VmgenError('ERR_VMGEN_CLOSED', 'the event recorder was closed'));
  }

  /** Never rejects. */
  async #sendAll(): Promise<void> {
    await Promise.resolve();
    for (let record = this.#queue.shift(); record !== undefined; record = this.#queue.shift()) {
      record.isQueued = false;
      if (!this.#abort.signal.aborted) await this.#sendOne(record);
    }
    this.#sending = undefined;
  }

  async #sendOne(record: EventRecord): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#write(record);
        return;
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetriable(error) || this.#abort.signal.aborted) {
          // Without the permission, each event of each object fails.
          if (this.#warnings.tryTake()) {
            this.#logger.warn('could not send an event', { ...fieldsOf(record.event), error });
          }
          if (!this.#abort.signal.aborted) this.#onError(error, record.event);
          return;
        }
      }
      await pause(this.#clock, FIRST_RETRY_MS * 2 ** (attempt - 1), this.#abort.signal);
    }
  }

  /** Creates the event, or updates its series. */
  async #write(record: EventRecord): Promise<void> {
    const { event, count, lastObservedTime } = record;
    const client = createFullClient(this.#transport, eventResource, event.metadata.namespace);
    const series = count > 1 ? { series: { count, lastObservedTime } } : {};
    if (record.isCreated && (await this.#patch(client, event, series))) return;
    await this.#create(client, { ...event, ...series });
    record.isCreated = true;
  }

  /** The name is unique. If it exists already, an earlier attempt succeeded without a response. */
  async #create(
    client: Pick<ResourceClient<KubernetesEvent>, 'create'>,
    event: KubernetesEvent,
  ): Promise<void> {
    try {
      await this.#limited((signal) => client.create(event, { signal }));
    } catch (error) {
      if (!isAlreadyExists(error)) throw error;
    }
  }

  /**
   * Returns false if the event no longer exists: API servers delete events after an hour by
   * default.
   */
  async #patch(
    client: Pick<ResourceClient<KubernetesEvent>, 'mergePatch'>,
    event: KubernetesEvent,
    value: object,
  ): Promise<boolean> {
    try {
      await this.#limited((signal) =>
        client.mergePatch(event.metadata.name ?? '', value, { signal }),
      );
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  async #limited<R>(request: (signal: AbortSignal) => Promise<R>): Promise<R> {
    return await withTimeout(this.#clock, REQUEST_MS, this.#abort.signal, request);
  }
}

/**
 * A rejected request fails again, unless the server is overloaded or broken. A request without a
 * response may succeed the next time.
 */
function isRetriable(error: unknown): boolean {
  if (isInvalidRequest(error)) return false;
  return !(error instanceof ApiError) || error.statusCode >= 500 || isTooManyRequests(error);
}

function fieldsOf(event: KubernetesEvent): { reason: string | undefined; regarding: string } {
  const { kind, namespace, name } = event.regarding ?? {};
  return { reason: event.reason, regarding: `${kind} ${namespace}/${name}` };
}

const BURST = 25;
const REFILL_MS = 300_000;
/** The maximum number of remembered objects. The least recent one is removed first. */
const MAX_OBJECTS = 4096;

interface Bucket {
  tokens: number;
  countedAtMs: number;
}

/**
 * Prevents one object from flooding the API server: allows a burst of 25 events, then one in 5
 * minutes (client-go: tools/events and tools/record, EventSourceObjectSpamFilter).
 */
class SpamFilter {
  readonly #clock: Clock;
  readonly #buckets = new Map<string, Bucket>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts an event of an object and returns whether it may be sent. */
  allows(object: string): boolean {
    const bucket = this.#bucket(object);
    if (bucket.tokens < 1) return false;
    bucket.tokens--;
    return true;
  }

  #bucket(object: string): Bucket {
    const nowMs = this.#clock.nowMs();
    const known = this.#buckets.get(object) ?? { tokens: BURST, countedAtMs: nowMs };
    known.tokens = Math.min(BURST, known.tokens + (nowMs - known.countedAtMs) / REFILL_MS);
    known.countedAtMs = nowMs;
    this.#buckets.delete(object);
    this.#buckets.set(object, known);
    if (this.#buckets.size > MAX_OBJECTS) {
      for (const oldest of this.#buckets.keys()) {
        this.#buckets.delete(oldest);
        break;
      }
    }
    return known;
  }
}
