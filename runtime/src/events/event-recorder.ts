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

/** Who tells. */
export interface EventRecorderOptions {
  /** Which controller tells, such as `cloudnative.tw/vm-controller`. */
  readonly component: string;
  /** Which process of it, such as the pod's name. */
  readonly instance: string;
  /** The system's when left out. */
  readonly clock?: Clock;
  /** Silent when left out. */
  readonly logger?: Logger;
}

/** What happened. */
export interface RecordedEvent {
  /** `Warning` where people should look. */
  readonly type: 'Normal' | 'Warning';
  /** Why, as one CamelCase word, such as `Started`; cut at 128 bytes. */
  readonly reason: string;
  /** What was done, as one CamelCase word, such as `Create`; cut at 128 bytes. */
  readonly action: string;
  /** What happened, for people; cut at 1024 bytes. */
  readonly note: string;
}

/** Tells people, as Event objects, what happened to an object. Best effort: it never throws. */
export interface EventRecorder extends AsyncDisposable {
  /** Tells what happened to the object `regarding`; does nothing once the recorder is closed. */
  event(regarding: DeepReadonly<KubernetesObject>, what: RecordedEvent): void;
  /** Resolves when everything told so far was sent or given up. */
  flush(): Promise<void>;
  /**
   * Takes nothing more, and sends what waits, but not for longer than 5 s; resolves when that has
   * ended. Twice does no harm.
   */
  close(): Promise<void>;
}

/**
 * Creates a recorder of events.k8s.io/v1 events. The same event within 6 minutes becomes a series of
 * the first; an object that has very many gets fewer.
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

// What the API takes of an event; it refuses the whole event for more.
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
      this.#logger.warn('could not make an event', { reason: what.reason, error });
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
        // Events of cluster-scoped objects stand where client-go puts them.
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

/** A name that no other event has; it starts with the object's, for people who list them. */
function eventName(objectName: string): string {
  // No part of a name may end with what a cut can leave there.
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

/** Cuts a text so that its UTF-8 form fits, never within a character. */
function cutAtBytes(text: string, maxBytes: number): string {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= maxBytes) return text;
  const ELLIPSIS = 3;
  let end = maxBytes - ELLIPSIS;
  while (isWithinCharacter(bytes[end])) end--;
  return `${new TextDecoder().decode(bytes.subarray(0, end))}…`;
}

/** In UTF-8 the bytes of a character but its first look like 10xxxxxx. */
function isWithinCharacter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x80 && byte < 0xc0;
}
