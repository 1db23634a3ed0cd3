import { eventResource } from '../api/event.js';
import type { KubernetesEvent } from '../api/event.js';
import { createFullClient } from '../client/create-resource-client.js';
import {
  ApiError,
  isAlreadyExists,
  isInvalidRequest,
  isNotFound,
  isTooManyRequests,
} from '../client/errors.js';
import type { ResourceClient } from '../client/resource-client.js';
import { pause } from '../async/clock.js';
import type { Clock } from '../async/clock.js';
import { VmgenError } from '../errors/vmgen-error.js';
import type { Logger } from '../logging/logger.js';
import { withTimeout } from '../async/request-timeout.js';
import type { Transport } from '../transport/transport.js';
import { RingBuffer } from '../workqueue/ring-buffer.js';
import type { EventRecord } from './event-series.js';

const MAX_QUEUED = 1000;
const MAX_ATTEMPTS = 4;
const FIRST_RETRY_MS = 1000;
const REQUEST_MS = 10_000;

/** Sends events one at a time. An event that cannot be sent is logged and dropped. */
export class EventSender {
  readonly #transport: Transport;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #queue = new RingBuffer<EventRecord>();
  readonly #abort = new AbortController();
  #sending: Promise<void> | undefined;

  constructor(transport: Transport, clock: Clock, logger: Logger) {
    this.#transport = transport;
    this.#clock = clock;
    this.#logger = logger;
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
          this.#logger.warn('could not send an event', { ...fieldsOf(record.event), error });
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
