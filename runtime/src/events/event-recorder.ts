import type { KubernetesEvent, ObjectReference } from '../api/event.js';
import { systemClock } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { silentLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.js';
import { safeLogger } from '../logging/safe-logger.js';
import type { DeepReadonly } from '../meta/deep-readonly.js';
import { formatMicroTime } from '../meta/time.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Transport } from '../transport/transport.js';
import { EventSender } from './event-sender.js';
import { EventSeriesCache } from './event-series.js';
import { SpamFilter } from './spam-filter.js';

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
}

/** A report about an object. */
export interface RecordedEvent {
  /** `Warning` for problems, `Normal` otherwise. */
  readonly type: 'Normal' | 'Warning';
  /** The reason for the action, as one CamelCase word such as `Started`. Truncated to 128 bytes. */
  readonly reason: string;
  /** The action, as one CamelCase word such as `Create`. Truncated to 128 bytes. */
  readonly action: string;
  /** A description for people. Truncated to 1024 bytes. */
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
    this.#sender = new EventSender(transport, this.#clock, this.#logger);
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
        name: eventName(name),
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

/** Returns a unique name that starts with the name of the object, for people who list events. */
function eventName(objectName: string): string {
  // The truncated name may end with a dot or hyphen, which is not valid before the next dot.
  const start = objectName.slice(0, 236).replace(/[.-]+$/, '');
  return `${start}.${Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex')}`;
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
