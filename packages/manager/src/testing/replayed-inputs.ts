import { VmgenError, type Clock, type Transport } from '@vmgen/runtime';
import type { ClockTimer } from '@vmgen/runtime/async';
import { canonicalJson, freezeDeep, isMapping, ReadResponse } from '@vmgen/runtime/internal';
import { printable } from '@vmgen/runtime/observability';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime/transport';
import { APPLIED_ANNOTATION } from '../children/child-rules.js';
import { BY_CONTROLLER } from '../children/owned-children.js';
import { bodyText } from '../process/body-text.js';
import type { ObservedCache, ReconcileInputs, RunInputs } from '../recordings/reconcile-inputs.js';
import type {
  RecordedContent,
  RecordedError,
  RecordedEvent,
  RecordedRequest,
  Recording,
} from '../recordings/recording.js';
import { Redaction } from '../recordings/redaction.js';
import { differenceOf } from './difference-of.js';

/** The first input that a program asks for and that the recording does not contain. */
interface Difference {
  readonly text: string;
  /** Whether the program had received everything else that the recorded reconcile received. */
  readonly isBeyond: boolean;
}

/** What arrives later, in the recorded order. */
interface Pending {
  readonly position: number;
  readonly arrive: () => void;
}

type ValueType = 'nowMs' | 'date' | 'random';

/** Answers the reconcile of a program with what a recorded one received. */
export class ReplayedInputs implements ReconcileInputs, RunInputs {
  readonly kept = undefined;
  readonly isReplay = true;
  readonly clock: Clock;
  /** The first difference. */
  difference: Difference | undefined;
  /** Changes with each input. */
  received = 0;
  /** Aborts the run. */
  abort: ((reason: unknown) => void) | undefined;
  readonly #recording: Recording;
  readonly #redaction: Redaction;
  readonly #objects: readonly unknown[];
  /** The positions of reads, by their meaning. */
  readonly #reads = new Map<string, number[]>();
  readonly #readMeanings = new Set<string>();
  /** The positions of the requests, effects and other inputs that were received. */
  readonly #used = new Set<number>();
  readonly #pending = new Set<Pending>();
  /** Reads answer with what the caches contained here. */
  #position = 0;
  #isScheduled = false;
  /** The number of calls of `effect`. */
  #effects = 0;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.#redaction = new Redaction(recording.redact);
    this.#objects = recording.objects;
    // As in caches, which share them.
    freezeDeep(this.#objects);
    for (const [position, event] of recording.events.entries()) {
      if (event.type !== 'read') continue;
      const meaning = readMeaning(event.call, event.cache, event.argument);
      const positions = this.#reads.get(meaning);
      if (positions === undefined) this.#reads.set(meaning, [position]);
      else positions.push(position);
    }
    this.clock = {
      nowMs: () => this.#value('nowMs') ?? 0,
      date: () => new Date(this.#value('date') ?? Date.parse(recording.recordedAt)),
      setTimer: (delayMs, callback) => this.#timer(delayMs, callback),
    };
  }

  start(): RunInputs {
    return this;
  }

  begin(): void {
    this.#schedule();
  }

  suspend(): void {}

  find<T extends object>(cache: ObservedCache, key: string): T | undefined {
    // The recorded object has the type of its cache.
    return this.#read('find', cache.name, key)[0] as T | undefined;
  }

  list<T extends object>(
    cache: ObservedCache,
    call: 'list' | 'byIndex',
    argument: string,
    _found: T[],
  ): T[] {
    return this.#read(call, cache.name, argument) as T[];
  }

  recall(name: string): string | undefined {
    const position = this.#next((event) => event.type === 'recall' && event.name === name);
    const event = this.#use(position);
    return event?.type === 'recall' ? event.value : undefined;
  }

  observed(transport: Transport): Transport {
    return { ...transport, request: (request) => this.send(request) };
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { method, path } = request;
    const type = request.headers?.['content-type'];
    const body =
      request.body === undefined ? undefined : this.#redaction.content(request.body, path);
    const wanted = comparable(body);
    const isSame = (event: RecordedEvent): event is RecordedRequest =>
      event.type === 'request' &&
      event.method === method &&
      event.path === path &&
      event.contentType === type;
    const position = this.#next((event) => isSame(event) && comparable(event.body) === wanted);
    const recorded = this.#use(position);
    if (position === undefined || recorded?.type !== 'request') {
      const unchanged = this.#unchangedApply(request, body);
      if (unchanged !== undefined) return unchanged;
      const other = this.#event(this.#next(isSame));
      const what = `it sends ${method} ${path}`;
      if (other?.type !== 'request') throw this.#differs(what);
      throw this.#differs(`${what} with another body: ${differenceOf(other.body, body)}`);
    }
    await this.#arrival(position);
    if (recorded.error !== undefined) throw errorOf(recorded.error);
    return answerOf(recorded);
  }

  async effect<R>(): Promise<R> {
    const call = ++this.#effects;
    const position = this.#next((event) => event.type === 'effect' && event.call === call);
    const recorded = this.#use(position);
    if (position === undefined || recorded?.type !== 'effect') {
      throw this.#differs('it calls effect() again');
    }
    await this.#arrival(position);
    const { error, result } = recorded;
    if (error !== undefined) throw errorOf(error);
    // The program's own result.
    if (result !== undefined && 'json' in result) return result.json as R;
    if (result === undefined || 'text' in result) return undefined as R;
    throw new VmgenError(
      'ERR_VMGEN_STATE',
      `the result of effect() was not recorded: ${result.omitted}; return plain data from it`,
    );
  }

  random(): number {
    return this.#value('random') ?? 0.5;
  }

  aborted(): void {}

  failed(): void {}

  end(): void {}

  #event(position: number | undefined): RecordedEvent | undefined {
    return position === undefined ? undefined : this.#recording.events[position];
  }

  /** Returns the position of the first matching input that was not received; of shared ones, the next. */
  #next(matches: (event: RecordedEvent) => boolean): number | undefined {
    const { events } = this.#recording;
    const from = events.findIndex((event, at) => {
      const isPast = 'shared' in event && at < this.#position;
      return !isPast && !this.#used.has(at) && matches(event);
    });
    if (from >= 0) return from;
    const past = events.findIndex((event, at) => !this.#used.has(at) && matches(event));
    return past < 0 ? undefined : past;
  }

  #use(position: number | undefined): RecordedEvent | undefined {
    if (position === undefined) return undefined;
    this.received++;
    this.#used.add(position);
    return this.#event(position);
  }

  #read(call: 'find' | 'list' | 'byIndex', cache: string, argument: string): unknown[] {
    const meaning = readMeaning(call, cache, argument);
    const positions = this.#reads.get(meaning);
    if (positions === undefined) {
      // After a success, the manager looks for children to delete.
      if (call === 'byIndex' && argument.startsWith(`${BY_CONTROLLER}=`)) return [];
      throw this.#differs(`it reads ${printable(`${cache}.${call}(${argument})`)}`);
    }
    this.received++;
    this.#readMeanings.add(meaning);
    // Until the next own answer arrives, the caches do not contain what follows it.
    const end = this.#recording.events.findIndex(
      (event, at) =>
        at >= this.#position &&
        (event.type === 'request' || event.type === 'effect') &&
        !('shared' in event),
    );
    const next = positions.find((at) => at >= this.#position && (end < 0 || at < end));
    const last = positions.findLast((at) => at < this.#position);
    const position = next ?? last ?? positions[0] ?? 0;
    if (next !== undefined) this.#position = next;
    const event = this.#event(position);
    return event?.type === 'read' ? event.objects.map((index) => this.#objects[index]) : [];
  }

  /** Numbers that the recording does not contain are the last ones, or undefined. */
  #value(type: ValueType): number | undefined {
    const { events } = this.#recording;
    const position =
      this.#next((event) => event.type === type) ??
      events.findLastIndex((event) => event.type === type);
    const event = this.#use(position < 0 ? undefined : position);
    return event !== undefined && 'value' in event && typeof event.value === 'number'
      ? event.value
      : undefined;
  }

  /** A timer that did not fire in the recording was cancelled. */
  #timer(delayMs: number, callback: () => void): ClockTimer {
    const position = this.#next((event) => event.type === 'timer' && event.value === delayMs);
    if (this.#use(position) === undefined || position === undefined) return { cancel: () => {} };
    const pending: Pending = { position, arrive: callback };
    this.#pending.add(pending);
    this.#schedule();
    return { cancel: () => void this.#pending.delete(pending) };
  }

  #arrival(position: number): Promise<void> {
    return new Promise((arrive) => {
      this.#pending.add({ position, arrive });
      this.#schedule();
    });
  }

  /** What the program waits for arrives one after the other, so that it goes on as it did. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const [first] = [...this.#pending].sort((a, b) => a.position - b.position);
      const aborted = this.#nextAbort(first?.position ?? Infinity);
      if (aborted !== undefined) this.abort?.(errorOf(aborted));
      else if (first !== undefined) {
        this.#pending.delete(first);
        this.#position = Math.max(this.#position, first.position + 1);
        first.arrive();
      }
      if (aborted !== undefined || this.#pending.size > 0) this.#schedule();
    });
  }

  /** Returns the error of an abort before a position, if the program has received what precedes it. */
  #nextAbort(before: number): RecordedError | undefined {
    const position = this.#next(({ type }) => type === 'aborted');
    if (position === undefined || position > before || !this.#hasReceived(position)) {
      return undefined;
    }
    const event = this.#use(position);
    return event?.type === 'aborted' ? event.error : undefined;
  }

  /** Whether the program has received all inputs that are certainly those of the run. */
  #hasReceived(before = Infinity): boolean {
    return this.#recording.events.every((event, at) => {
      if (at >= before || ('shared' in event && event.shared === true)) return true;
      if (event.type === 'read') {
        return this.#readMeanings.has(readMeaning(event.call, event.cache, event.argument));
      }
      return (event.type !== 'request' && event.type !== 'effect') || this.#used.has(at);
    });
  }

  /**
   * The manager applies a child if the hash of its configuration differs from the one in the cache. The
   * hash of redacted content always differs, so the server did not receive such a request.
   */
  #unchangedApply(
    { method, body: sent }: TransportRequest,
    body: RecordedContent | undefined,
  ): TransportResponse | undefined {
    if (method !== 'PATCH' || body === undefined || !('json' in body)) return undefined;
    if (comparable(body) === canonicalJson(withoutHash(JSON.parse(bodyText(sent)))))
      return undefined;
    const wanted = identityOf(body.json);
    const found = this.#objects.findLast((object) => identityOf(object) === wanted);
    return found === undefined ? undefined : answer(200, {}, JSON.stringify(found));
  }

  #differs(text: string): Error {
    this.difference ??= { text: printable(text), isBeyond: this.#hasReceived() };
    return new VmgenError('ERR_VMGEN_STATE', `${text}, which the recording does not contain`);
  }
}

const readMeaning = (...parts: readonly string[]): string => JSON.stringify(parts);

function comparable(body: RecordedContent | undefined): string {
  if (body === undefined) return '';
  return 'json' in body ? canonicalJson(withoutHash(body.json)) : JSON.stringify(body);
}

/** Returns a body without the hash of its configuration, which differs for redacted content. */
function withoutHash(body: unknown): unknown {
  if (!isMapping(body) || !isMapping(body['metadata'])) return body;
  const { annotations } = body['metadata'];
  if (!isMapping(annotations)) return body;
  const { [APPLIED_ANNOTATION]: _, ...others } = annotations;
  return { ...body, metadata: { ...body['metadata'], annotations: others } };
}

function identityOf(object: unknown): string {
  if (!isMapping(object) || !isMapping(object['metadata'])) return '';
  const { name, namespace } = object['metadata'];
  return JSON.stringify([object['apiVersion'], object['kind'], namespace, name]);
}

function errorOf({ name, message, code }: RecordedError): Error {
  return Object.assign(new Error(message), { name, ...(code !== undefined && { code }) });
}

function answerOf({
  status = 0,
  headers = {},
  answer: content,
}: RecordedRequest): TransportResponse {
  if (content !== undefined && 'json' in content) {
    return answer(status, headers, JSON.stringify(content.json));
  }
  if (content !== undefined && 'text' in content) return answer(status, headers, content.text);
  throw new VmgenError(
    'ERR_VMGEN_STATE',
    `an answer was not recorded: ${content?.omitted ?? 'it is missing'}`,
  );
}

function answer(
  status: number,
  headers: Readonly<Record<string, string>>,
  text: string,
): TransportResponse {
  const body = (async function* () {})();
  return new ReadResponse({ status, headers, body, text: async () => text }, text);
}
