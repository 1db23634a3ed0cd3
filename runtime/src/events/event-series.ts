import type { KubernetesEvent } from '../api/event.js';
import type { Clock } from '../async/clock.js';
import { formatMicroTime } from '../meta/time.js';

/** An event that comes again within this time of its last is the same one (client-go). */
const SERIES_MS = 360_000;
/** The most events that are remembered; the one that was quiet longest is forgotten first. */
const MAX_SERIES = 4096;

/** An event, and how often it was told. */
export interface EventRecord {
  readonly event: KubernetesEvent;
  count: number;
  lastMs: number;
  lastObservedTime: string;
  /** The server has the event. */
  isCreated: boolean;
  /** It waits in the queue to be sent. */
  isQueued: boolean;
}

/** Knows identical events again. */
export class EventSeriesCache {
  readonly #clock: Clock;
  readonly #records = new Map<string, EventRecord>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The record of an event: the one it repeats, counted up, or a new one. */
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
    if (this.#records.size > MAX_SERIES) this.#forgetOldest();
    return record;
  }

  #forgetOldest(): void {
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
