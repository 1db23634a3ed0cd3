import { TerminalError } from '@vmgen/runtime';
import type { Clock, ReconcileResult } from '@vmgen/runtime';
import { errorText } from '@vmgen/runtime/internal';
import type { Interceptor } from '@vmgen/runtime/transport';

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

/** A reconcile that has ended. */
interface PastReconcile {
  /** The number of the reconcile in its controller. */
  readonly id: number;
  readonly endedMs: number;
  readonly durationMs: number;
  /** The resource version of the cached object; undefined if there was none. */
  readonly version: string | undefined;
  readonly isFailure: boolean;
  readonly result: string;
  readonly requests: readonly SentRequest[];
  /** The number of further requests. */
  readonly omitted: number;
}

interface FailingObject {
  readonly key: string;
  readonly sinceMs: number;
  failures: number;
  /** The newest first. */
  readonly reconciles: PastReconcile[];
}

/**
 * Records what the status page shows of one controller. Its size is limited: the numbers of ten
 * minutes, the keys of all failing objects, and the last reconciles of the first 50 of them.
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
  #started = 0;
  #reconciles = 0;
  #failures = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records the start of a reconcile of an object with this cached version. */
  start(key: string, version: string | undefined): ReconcileRecord {
    const id = ++this.#started;
    return new ReconcileRecord(this.#clock, { id, version }, (past) => this.#add(key, past));
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

  /** Returns the content for the status page. */
  describe(): object {
    const nowMs = this.#clock.nowMs();
    const ago = (ms: number): number => Math.round(nowMs - ms);
    return {
      reconciles: this.#reconciles,
      failures: this.#failures,
      failing: this.#failing.size,
      history: Object.fromEntries(
        Object.entries(this.#history).map(([name, series]) => [name, series.values()]),
      ),
      objects: Array.from(this.#shown.values(), ({ key, sinceMs, failures, reconciles }) => ({
        key: bounded(key),
        sinceMs: ago(sinceMs),
        failures,
        reconciles: reconciles.map(({ endedMs, ...past }) => ({ ...past, agoMs: ago(endedMs) })),
      })),
    };
  }

  #add(key: string, past: PastReconcile): void {
    this.#reconciles++;
    const recent = this.#recent;
    recent.reconciles++;
    recent.totalMs += past.durationMs;
    recent.slowestMs = Math.max(recent.slowestMs, past.durationMs);
    if (!past.isFailure) {
      this.#forget(key);
      return;
    }
    this.#failures++;
    recent.failures++;
    this.#failing.add(key);
    const object = this.#shown.get(key) ?? this.#show(key, past);
    if (object === undefined) return;
    object.failures++;
    object.reconciles.unshift(past);
    object.reconciles.splice(MAX_RECONCILES);
  }

  #forget(key: string): void {
    this.#failing.delete(key);
    this.#shown.delete(key);
  }

  /** Objects keep their place until they succeed, so that the page does not change all the time. */
  #show(key: string, { endedMs }: PastReconcile): FailingObject | undefined {
    if (this.#shown.size >= MAX_OBJECTS) return undefined;
    const object: FailingObject = { key, sinceMs: endedMs, failures: 0, reconciles: [] };
    this.#shown.set(key, object);
    return object;
  }
}

/** A running reconcile and its requests. */
export class ReconcileRecord {
  readonly #clock: Clock;
  readonly #startedMs: number;
  readonly #of: Pick<PastReconcile, 'id' | 'version'>;
  readonly #onEnded: (past: PastReconcile) => void;
  readonly #requests: SentRequest[] = [];
  #omitted = 0;

  constructor(
    clock: Clock,
    of: Pick<PastReconcile, 'id' | 'version'>,
    onEnded: (past: PastReconcile) => void,
  ) {
    this.#clock = clock;
    this.#startedMs = clock.nowMs();
    this.#of = of;
    this.#onEnded = onEnded;
  }

  /** Records the requests of a transport. */
  readonly interceptor: Interceptor = async (request, next) => {
    const startedMs = this.#clock.nowMs();
    let status = 0;
    try {
      const response = await next(request);
      ({ status } = response);
      return response;
    } finally {
      const { method, path } = request;
      const durationMs = this.#since(startedMs);
      if (this.#requests.length >= MAX_REQUESTS) this.#omitted++;
      else this.#requests.push({ method, path: bounded(path), status, durationMs });
    }
  };

  succeeded(result: ReconcileResult | void): void {
    const afterMs = result?.requeueAfterMs;
    this.#end(false, afterMs === undefined ? 'succeeded' : `succeeded; again after ${afterMs} ms`);
  }

  failed(error: unknown): void {
    const isTerminal = error instanceof TerminalError;
    this.#end(true, bounded(`${isTerminal ? 'not retried: ' : ''}${textWithCause(error)}`));
  }

  #end(isFailure: boolean, result: string): void {
    this.#onEnded({
      ...this.#of,
      endedMs: this.#clock.nowMs(),
      durationMs: this.#since(this.#startedMs),
      isFailure,
      result,
      requests: this.#requests,
      omitted: this.#omitted,
    });
  }

  #since(startedMs: number): number {
    return Math.round((this.#clock.nowMs() - startedMs) * 10) / 10;
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
      return Number.isFinite(value) ? Math.round(value * 100) / 100 : null;
    });
  }
}

function textWithCause(error: unknown): string {
  const text = errorText(error);
  if (!(error instanceof Error) || error.cause === undefined) return text;
  const cause = errorText(error.cause);
  return text.includes(cause) ? text : `${text}: ${cause}`;
}

function bounded(text: string): string {
  return text.length <= MAX_TEXT ? text : `${text.slice(0, MAX_TEXT)}…`;
}
