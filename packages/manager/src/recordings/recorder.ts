import type { Clock, Transport } from '@vmgen/runtime';
import { TokenBucket, type Random } from '@vmgen/runtime/async';
import { errorText } from '@vmgen/runtime/observability';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime/transport';
import { KeptRecordings, type RecordingOptions } from './kept-recordings.js';
import type {
  ObservedCache,
  ReadCall,
  ReconcileInputs,
  ReconcileRun,
  RunInputs,
} from './reconcile-inputs.js';
import { RecordingText, type Received } from './recording-text.js';
import { failureText } from './recording.js';
import { Redaction } from './redaction.js';

/**
 * How many reads, and objects of lists, are remembered for a running reconcile. They keep objects in
 * memory that the caches have replaced.
 */
const MAX_REMEMBERED = 20_000;
/** How many recordings are written in a short time, and then per second, so that failures cost little. */
const PACE = { burst: 50, perSecond: 5 } as const;

/** An input that another run may have received instead. Most are certain, so that they are not wrapped. */
class Shared {
  readonly received: Received;

  constructor(received: Received) {
    this.received = received;
  }
}

interface RecorderOptions {
  readonly operator: string;
  readonly clock: Clock;
  readonly random: Random | undefined;
  readonly recordings: RecordingOptions;
}

/**
 * Records the inputs of all running reconciles, and keeps those of reconciles that fail. Readers are shared,
 * and to attribute each read to a run needs async hooks, which cost more than 10 % of a reconcile in Node 20. So a
 * recording has what all runs read meanwhile, in order; what one run certainly received is its own.
 */
export class Recorder implements ReconcileInputs {
  readonly isReplay = false;
  readonly kept: KeptRecordings;
  readonly clock: Clock;
  readonly options: RecorderOptions;
  readonly redaction: Redaction;
  readonly #pace: TokenBucket;
  /** The running ones, in any order. Not a set, because most reconciles take microseconds. */
  readonly #runs: Run[] = [];
  /** The run whose synchronous part is running. */
  #current: Run | undefined;

  constructor(options: RecorderOptions) {
    const { clock, recordings } = options;
    this.options = options;
    this.kept = new KeptRecordings(clock, recordings);
    this.redaction = new Redaction(recordings.redact ?? []);
    this.#pace = new TokenBucket({ ...PACE, clock });
    this.clock = {
      nowMs: () => this.#number('nowMs', clock.nowMs()),
      date: () => {
        const date = clock.date();
        this.#number('date', date.getTime());
        return date;
      },
      setTimer: (delayMs, callback) =>
        clock.setTimer(delayMs, () => {
          this.#number('timer', delayMs);
          callback();
        }),
    };
  }

  start(run: ReconcileRun): RunInputs {
    const started = new Run(this, run);
    this.#runs.push(started);
    return started;
  }

  end(run: Run): void {
    const index = this.#runs.indexOf(run);
    const last = index < 0 ? undefined : this.#runs.pop();
    if (last !== undefined && last !== run) this.#runs[index] = last;
  }

  begin<R>(run: Run, work: () => R): R {
    this.#current = run;
    try {
      return work();
    } finally {
      this.#current = undefined;
    }
  }

  find<T extends object>(cache: ObservedCache, key: string, found: T | undefined): T | undefined {
    if (this.#runs.length > 0) this.#read('find', cache, key, found, 1);
    return found;
  }

  list<T extends object>(
    cache: ObservedCache,
    call: Exclude<ReadCall, 'find'>,
    argument: string,
    found: T[],
  ): T[] {
    // The program may change its list.
    if (this.#runs.length > 0) this.#read(call, cache, argument, [...found], 1 + found.length);
    return found;
  }

  recall(name: string, value: string | undefined): string | undefined {
    if (this.#runs.length > 0) this.add(this.#current, { type: 'recall', name, value });
    return value;
  }

  observed(transport: Transport): Transport {
    return {
      ...transport,
      request: (request) =>
        this.#runs.length === 0
          ? transport.request(request)
          : this.send(this.#current, request, (each) => transport.request(each)),
    };
  }

  async send(
    run: Run | undefined,
    request: TransportRequest,
    next: (request: TransportRequest) => Promise<TransportResponse>,
  ): Promise<TransportResponse> {
    try {
      const response = new ReadOnce(await next(request));
      this.add(run, { type: 'request', request, response });
      return response;
    } catch (error) {
      this.add(run, { type: 'request', request, error });
      throw error;
    }
  }

  /** Adds an input to a run, or to all of them if it is not known which one received it. */
  add(run: Run | undefined, received: Received, weight = 1): void {
    if (run !== undefined) {
      run.add(received, weight);
      return;
    }
    const shared = new Shared(received);
    for (const each of this.#runs) each.add(shared, weight);
  }

  /** Keeps a failed run. Never throws. */
  keep(run: Run, error: unknown): void {
    if (this.#pace.take() > 0) {
      this.#pace.giveBack();
      return;
    }
    const { controller, key } = run.run;
    const about = { controller, key, error: failureText(error) };
    this.kept.add(about, this.#recorded(run, about.error));
  }

  #recorded(run: Run, error: string): { readonly text: string } | { readonly problem: string } {
    const { entries } = run;
    if (entries === undefined) return { problem: `it read more than ${MAX_REMEMBERED} objects` };
    const { operator, clock, recordings } = this.options;
    const { redaction } = this;
    const text = new RecordingText({ redaction, maxBytes: this.kept.maxBytes });
    try {
      for (const entry of entries) {
        if (entry instanceof Shared) text.add(entry.received, true);
        else text.add(entry, false);
        if (text.isTooLarge) return { problem: `it is larger than ${this.kept.maxBytes} bytes` };
      }
      const recordedAt = clock.date().toISOString();
      return text.end({ operator, ...run.run, recordedAt, error, redact: recordings.redact ?? [] });
    } catch (problem) {
      // Such as an object that a `transform` has changed, or one that is nested too deeply.
      return { problem: `it cannot be written as JSON: ${errorText(problem)}` };
    }
  }

  #read(
    call: ReadCall,
    cache: ObservedCache,
    argument: string,
    found: unknown,
    weight: number,
  ): void {
    this.add(this.#current, { type: 'read', call, cache, argument, found }, weight);
  }

  #number(type: 'nowMs' | 'date' | 'timer', value: number): number {
    if (this.#runs.length > 0) this.add(this.#current, { type, value });
    return value;
  }
}

class Run implements RunInputs {
  /** Undefined if there are too many. A list of each run, because V8 collects chains of objects late. */
  entries: (Received | Shared)[] | undefined = [];
  readonly run: ReconcileRun;
  readonly #recorder: Recorder;
  #weight = 0;

  constructor(recorder: Recorder, run: ReconcileRun) {
    this.#recorder = recorder;
    this.run = run;
  }

  add(entry: Received | Shared, weight: number): void {
    this.#weight += weight;
    if (this.#weight > MAX_REMEMBERED) this.entries = undefined;
    else this.entries?.push(entry);
  }

  begin<R>(run: () => R): R {
    return this.#recorder.begin(this, run);
  }

  send(
    request: TransportRequest,
    next: (request: TransportRequest) => Promise<TransportResponse>,
  ): Promise<TransportResponse> {
    return this.#recorder.send(this, request, next);
  }

  async effect<R>(run: () => Promise<R>): Promise<R> {
    try {
      const result = await run();
      this.#recorder.add(this, { type: 'effect', result });
      return result;
    } catch (error) {
      this.#recorder.add(this, { type: 'effect', error });
      throw error;
    }
  }

  random(): number {
    const value = (this.#recorder.options.random ?? Math.random)();
    this.#recorder.add(this, { type: 'random', value });
    return value;
  }

  aborted(reason: unknown): void {
    this.#recorder.add(this, { type: 'aborted', error: reason });
  }

  failed(error: unknown): void {
    this.#recorder.keep(this, error);
  }

  end(): void {
    this.#recorder.end(this);
    // The answer to a write is remembered with its run until the watch has delivered it.
    this.entries = undefined;
  }
}

/** Remembers the text of a response. */
class ReadOnce implements TransportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Undefined until it was read. */
  content: string | undefined;
  readonly #response: TransportResponse;

  constructor(response: TransportResponse) {
    this.status = response.status;
    this.headers = response.headers;
    this.#response = response;
  }

  get body(): AsyncIterable<Uint8Array> {
    return this.#response.body;
  }

  async text(): Promise<string> {
    const text = await this.#response.text();
    this.content = text;
    return text;
  }
}
