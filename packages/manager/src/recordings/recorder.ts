import type { Clock, Transport } from '@vmgen/runtime';
import { TokenBucket, type Random } from '@vmgen/runtime/async';
import { errorText } from '@vmgen/runtime/observability';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime/transport';
import { KeptRecordings, type RecordingOptions } from './kept-recordings.js';
import type { ObservedCache, ReadCall, ReconcileInputs, RunInputs } from './reconcile-inputs.js';
import { effectResult, RecordingText, type Received } from './recording-text.js';
import { failureText } from './recording.js';
import { Redaction } from './redaction.js';

/**
 * How many reads, and objects of lists, are remembered for a running reconcile. They keep objects in
 * memory that the caches have replaced.
 */
const MAX_REMEMBERED = 20_000;
/** How many recordings are written in a short time, and then per second, so that failures cost little. */
const PACE = { burst: 50, perSecond: 5 } as const;

/** An input of a run. */
class Entry {
  readonly received: Received;
  /** Whether another run may have received it instead. */
  readonly isShared: boolean;
  /** Not the next one: V8 collects late what an older object refers to. */
  readonly previous: AnyEntry | undefined;

  constructor(received: Received, isShared: boolean, previous: AnyEntry | undefined) {
    this.received = received;
    this.isShared = isShared;
    this.previous = previous;
  }
}

/** A read, which most inputs are, with its entry: one object instead of two. */
class ReadEntry {
  readonly call: ReadCall;
  readonly cache: ObservedCache;
  readonly argument: string;
  readonly found: unknown;
  readonly isShared: boolean;
  readonly previous: AnyEntry | undefined;

  constructor(
    call: ReadCall,
    cache: ObservedCache,
    argument: string,
    found: unknown,
    isShared: boolean,
    previous: AnyEntry | undefined,
  ) {
    this.call = call;
    this.cache = cache;
    this.argument = argument;
    this.found = found;
    this.isShared = isShared;
    this.previous = previous;
  }

  get type(): 'read' {
    return 'read';
  }

  get received(): this {
    return this;
  }
}

type AnyEntry = Entry | ReadEntry;

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

  start(controller: string, key: string, reconcileId: string): RunInputs {
    const started = new Run(this, controller, key, reconcileId);
    this.#runs.push(started);
    return started;
  }

  end(run: Run): void {
    const index = this.#runs.indexOf(run);
    const last = index < 0 ? undefined : this.#runs.pop();
    if (last !== undefined && last !== run) this.#runs[index] = last;
  }

  /** Sets the run whose synchronous part begins. */
  set current(run: Run | undefined) {
    this.#current = run;
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
  add(run: Run | undefined, received: Received): void {
    if (run !== undefined) run.add(received, false);
    else for (const each of this.#runs) each.add(received, true);
  }

  /** Keeps a failed run. Never throws. */
  keep(run: Run, error: unknown): void {
    if (this.#pace.take() > 0) {
      this.#pace.giveBack();
      return;
    }
    const { controller, key } = run;
    const about = { controller, key, error: failureText(error) };
    this.kept.add(about, this.#recorded(run, about.error));
  }

  #recorded(run: Run, error: string): { readonly text: string } | { readonly problem: string } {
    const { entries, controller, key, reconcileId } = run;
    if (entries === undefined) return { problem: `it read more than ${MAX_REMEMBERED} objects` };
    const { operator, clock, recordings } = this.options;
    const { redaction } = this;
    const text = new RecordingText({ redaction, maxBytes: this.kept.maxBytes });
    try {
      for (const { received, isShared } of entries) {
        text.add(received, isShared);
        if (text.isTooLarge) return { problem: `it is larger than ${this.kept.maxBytes} bytes` };
      }
      const recordedAt = clock.date().toISOString();
      const redact = recordings.redact ?? [];
      return text.end({ operator, controller, key, reconcileId, recordedAt, error, redact });
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
    const run = this.#current;
    if (run !== undefined) run.read(call, cache, argument, found, weight, false);
    else for (const each of this.#runs) each.read(call, cache, argument, found, weight, true);
  }

  #number(type: 'nowMs' | 'date' | 'timer', value: number): number {
    if (this.#runs.length > 0) this.add(this.#current, { type, value });
    return value;
  }
}

class Run implements RunInputs {
  readonly controller: string;
  readonly key: string;
  readonly reconcileId: string;
  readonly #recorder: Recorder;
  #last: AnyEntry | undefined;
  #effects = 0;
  /** The number of reads and objects; -1 if there are too many, and after the end. */
  #weight = 0;

  constructor(recorder: Recorder, controller: string, key: string, reconcileId: string) {
    this.#recorder = recorder;
    this.controller = controller;
    this.key = key;
    this.reconcileId = reconcileId;
  }

  /** The inputs in their order; undefined if there are too many. */
  get entries(): readonly AnyEntry[] | undefined {
    if (this.#weight < 0) return undefined;
    const entries: AnyEntry[] = [];
    for (let entry = this.#last; entry !== undefined; entry = entry.previous) entries.push(entry);
    return entries.reverse();
  }

  add(received: Received, isShared: boolean): void {
    if (this.#remembers(1)) this.#last = new Entry(received, isShared, this.#last);
  }

  read(
    call: ReadCall,
    cache: ObservedCache,
    argument: string,
    found: unknown,
    weight: number,
    isShared: boolean,
  ): void {
    if (!this.#remembers(weight)) return;
    this.#last = new ReadEntry(call, cache, argument, found, isShared, this.#last);
  }

  /** Counts an input. Returns whether it is remembered. */
  #remembers(weight: number): boolean {
    if (this.#weight < 0) return false;
    this.#weight += weight;
    if (this.#weight > MAX_REMEMBERED) this.#forget();
    return this.#weight >= 0;
  }

  begin(): void {
    this.#recorder.current = this;
  }

  suspend(): void {
    this.#recorder.current = undefined;
  }

  send(
    request: TransportRequest,
    next: (request: TransportRequest) => Promise<TransportResponse>,
  ): Promise<TransportResponse> {
    return this.#recorder.send(this, request, next);
  }

  async effect<R>(run: () => Promise<R>): Promise<R> {
    const call = ++this.#effects;
    try {
      const result = await run();
      this.#recorder.add(this, { type: 'effect', call, result: effectResult(result) });
      return result;
    } catch (error) {
      this.#recorder.add(this, { type: 'effect', call, error });
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
    this.#forget();
  }

  #forget(): void {
    this.#last = undefined;
    this.#weight = -1;
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
