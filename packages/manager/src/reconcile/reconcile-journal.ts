import { TerminalError } from '@vmgen/runtime';
import type { Clock } from '@vmgen/runtime';
import { textWithCauses } from '@vmgen/runtime/internal';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime/transport';
import { cutText } from '../process/cut-text.js';

/** How often the numbers of a controller are sampled. */
export const SAMPLE_MS = 5_000;
/** Ten minutes. */
const SAMPLES = 120;
const MAX_OBJECTS = 50;
const MAX_RECONCILES = 5;
const MAX_REQUESTS = 12;
const MAX_TEXT = 500;

/** A request of a reconcile. */
interface SentRequest {
  readonly method: string;
  readonly path: string;
  /** The status code; 0 without a response. */
  readonly status: number;
  readonly durationMs: number;
}

/** A reconcile that has failed. */
interface FailedReconcile {
  readonly endedMs: number;
  readonly durationMs: number;
  /** The resource version of the cached object; undefined if there was none. */
  readonly version: string | undefined;
  readonly error: string;
  readonly requests: readonly SentRequest[];
  /** The number of further requests. */
  readonly omitted: number;
}

interface FailingObject {
  readonly key: string;
  readonly sinceMs: number;
  failures: number;
  /** The newest first. */
  readonly reconciles: FailedReconcile[];
}

/**
 * Records what the status page shows of one controller. Its size is limited: the numbers of ten
 * minutes, the keys of all failing objects, and the last failures of the first 50 of them.
 */
export class ReconcileJournal {
  readonly #clock: Clock;
  readonly #failing = new Set<string>();
  readonly #shown = new Map<string, FailingObject>();
  readonly #history = {
    rate: new Series(),
    failureRate: new Series(),
    meanMs: new Series(),
    slowestMs: new Series(),
    queued: new Series(),
  };
  /** Since the last sample. */
  #recent = { reconciles: 0, failures: 0, totalMs: 0, slowestMs: 0 };
  #reconciles = 0;
  #failures = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records the start of a reconcile of an object with this cached version. */
  start(key: string, version: string | undefined): ReconcileRecord {
    return new ReconcileRecord(this.#clock, version, (durationMs, failure) =>
      this.#add(key, durationMs, failure),
    );
  }

  /** Removes the failing objects whose keys match. */
  drop(matches: (key: string) => boolean): void {
    for (const key of this.#failing) if (matches(key)) this.#forget(key);
  }

  /** Adds the current numbers to the history. */
  sample(elapsedMs: number, queued: number): void {
    const { reconciles, failures, totalMs, slowestMs } = this.#recent;
    this.#recent = { reconciles: 0, failures: 0, totalMs: 0, slowestMs: 0 };
    this.#history.rate.add((reconciles * 1000) / elapsedMs);
    this.#history.failureRate.add((failures * 1000) / elapsedMs);
    this.#history.meanMs.add(totalMs / reconciles);
    this.#history.slowestMs.add(reconciles === 0 ? NaN : slowestMs);
    this.#history.queued.add(queued);
  }

  /** The number of failing objects. */
  get failing(): number {
    return this.#failing.size;
  }

  /** Returns the content for the status page, with at most so many failing objects. */
  describe(maxObjects: number): object {
    const nowMs = this.#clock.nowMs();
    const ago = (ms: number): number => Math.round(nowMs - ms);
    return {
      reconciles: this.#reconciles,
      failures: this.#failures,
      failing: this.#failing.size,
      history: Object.fromEntries(
        Object.entries(this.#history).map(([name, series]) => [name, series.values()]),
      ),
      objects: [...this.#shown.values()]
        .slice(0, maxObjects)
        .map(({ key, sinceMs, failures, reconciles }) => ({
          key: cutText(key, MAX_TEXT),
          sinceMs: ago(sinceMs),
          failures,
          reconciles: reconciles.map(({ endedMs, durationMs, requests, ...reconcile }, at) => ({
            ...reconcile,
            number: failures - at,
            agoMs: ago(endedMs),
            durationMs: rounded(durationMs),
            requests: requests.map((each) => ({ ...each, durationMs: rounded(each.durationMs) })),
          })),
        })),
    };
  }

  #add(key: string, durationMs: number, failure: FailedReconcile | undefined): void {
    this.#reconciles++;
    const recent = this.#recent;
    recent.reconciles++;
    recent.totalMs += durationMs;
    recent.slowestMs = Math.max(recent.slowestMs, durationMs);
    if (failure === undefined) {
      this.#forget(key);
      return;
    }
    this.#failures++;
    recent.failures++;
    this.#failing.add(key);
    const object = this.#shown.get(key) ?? this.#show(key, failure);
    if (object === undefined) return;
    object.failures++;
    object.reconciles.unshift(failure);
    object.reconciles.splice(MAX_RECONCILES);
  }

  #forget(key: string): void {
    this.#failing.delete(key);
    this.#shown.delete(key);
  }

  /** Objects keep their place until they succeed, so that the page does not change all the time. */
  #show(key: string, { endedMs }: FailedReconcile): FailingObject | undefined {
    if (this.#shown.size >= MAX_OBJECTS) return undefined;
    const object: FailingObject = { key, sinceMs: endedMs, failures: 0, reconciles: [] };
    this.#shown.set(key, object);
    return object;
  }
}

/** A running reconcile and its requests. */
class ReconcileRecord {
  readonly #clock: Clock;
  readonly #version: string | undefined;
  readonly #onEnded: (durationMs: number, failure?: FailedReconcile) => void;
  readonly #startedMs: number;
  readonly #requests: SentRequest[] = [];
  #omitted = 0;

  constructor(
    clock: Clock,
    version: string | undefined,
    onEnded: (durationMs: number, failure?: FailedReconcile) => void,
  ) {
    this.#clock = clock;
    this.#version = version;
    this.#onEnded = onEnded;
    this.#startedMs = clock.nowMs();
  }

  /** Sends a request and records it. */
  async send(
    request: TransportRequest,
    next: (request: TransportRequest) => Promise<TransportResponse>,
  ): Promise<TransportResponse> {
    const startedMs = this.#clock.nowMs();
    let status = 0;
    try {
      const response = await next(request);
      ({ status } = response);
      return response;
    } finally {
      const { method, path } = request;
      const durationMs = this.#clock.nowMs() - startedMs;
      if (this.#requests.length >= MAX_REQUESTS) this.#omitted++;
      else this.#requests.push({ method, path: cutText(path, MAX_TEXT), status, durationMs });
    }
  }

  succeeded(): void {
    this.#onEnded(this.#clock.nowMs() - this.#startedMs);
  }

  failed(error: unknown): void {
    const endedMs = this.#clock.nowMs();
    const durationMs = endedMs - this.#startedMs;
    const prefix = error instanceof TerminalError ? 'not retried: ' : '';
    this.#onEnded(durationMs, {
      endedMs,
      durationMs,
      version: this.#version,
      error: cutText(`${prefix}${textWithCauses(error)}`, MAX_TEXT),
      requests: this.#requests,
      omitted: this.#omitted,
    });
  }
}

/** The last values of a number. */
class Series {
  readonly #values = new Float32Array(SAMPLES);
  #added = 0;

  add(value: number): void {
    this.#values[this.#added++ % SAMPLES] = value;
  }

  /** Returns the values, the oldest first; null where there was none. */
  values(): (number | null)[] {
    const length = Math.min(this.#added, SAMPLES);
    return Array.from({ length }, (_, at) => {
      const value = this.#values[(this.#added - length + at) % SAMPLES] ?? NaN;
      return Number.isFinite(value) ? rounded(value) : null;
    });
  }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
