import type { KubernetesEvent } from '../api/event.js';
import type { Clock } from '../async/clock.js';
import { formatMicroTime } from '../meta/time.js';

/** An identical event within this time after the last one continues its series (client-go). */
const SERIES_MS = 360_000;
/** The maximum number of remembered events. The least recent one is removed first. */
const MAX_SERIES = 4096;

/** An event and its number of occurrences. */
export interface EventRecord {
  readonly event: KubernetesEvent;
  count: number;
  lastMs: number;
  lastObservedTime: string;
  /** Whether the server has the event. */
  isCreated: boolean;
  /** Whether the record is queued for sending. */
  isQueued: boolean;
}

/** Recognizes repeated events. */
export class EventSeriesCache {
  readonly #clock: Clock;
  readonly #records = new Map<string, EventRecord>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts an event in the record of the event that it repeats, or in a new record. */
  record(event: KubernetesEvent): EventRecord {
    const key = seriesKey(event);
    const known = this.#records.get(key);
    this.#records.delete(key);
    const nowMs = this.#clock.nowMs();
    const record =
      known !== undefined && nowMs - known.lastMs <= SERIES_MS ? known : newRecord(event);
    record.count++;
    record.lastMs = nowMs;
    record.lastObservedTime = formatMicroTime(this.#clock.date());
    this.#records.set(key, record);
    if (this.#records.size > MAX_SERIES) this.#removeOldest();
    return record;
  }

  #removeOldest(): void {
    for (const key of this.#records.keys()) {
      this.#records.delete(key);
      return;
    }
  }
}

function newRecord(event: KubernetesEvent): EventRecord {
  return {
    event,
    count: 0,
    lastMs: 0,
    lastObservedTime: '',
    isCreated: false,
    isQueued: false,
  };
}

function seriesKey(event: KubernetesEvent): string {
  const { regarding = {}, type, reason, action, note } = event;
  const { apiVersion, kind, namespace, name, uid } = regarding;
  return JSON.stringify([apiVersion, kind, namespace, name, uid, type, reason, action, note]);
}
