import { isMapping } from '@vmgen/runtime/internal';
import { errorText } from '@vmgen/runtime/observability';
import type { TransportRequest } from '@vmgen/runtime/transport';
import type { ObservedCache, ReadCall } from './reconcile-inputs.js';
import {
  FORMAT,
  recordedError,
  type RecordedContent,
  type RecordedEvent,
  type Recording,
} from './recording.js';
import type { Redaction } from './redaction.js';

/** The result of an effect: JSON, or why it was not recorded. */
type EffectResult = { readonly json: string } | { readonly omitted: string };

/** An input as it was received. Objects of caches do not change. */
export type Received =
  | {
      readonly type: 'read';
      readonly call: ReadCall;
      readonly cache: ObservedCache;
      readonly argument: string;
      /** An object, a list of objects, or undefined. */
      readonly found: unknown;
    }
  | {
      readonly type: 'request';
      readonly request: TransportRequest;
      readonly response?: {
        readonly status: number;
        readonly headers: Readonly<Record<string, string>>;
        readonly content: string | undefined;
      };
      readonly error?: unknown;
    }
  | {
      readonly type: 'effect';
      readonly call: number;
      /** Undefined for the result undefined. */
      readonly result?: EffectResult | undefined;
      readonly error?: unknown;
    }
  | { readonly type: 'nowMs' | 'date' | 'random' | 'timer'; readonly value: number }
  | { readonly type: 'recall'; readonly name: string; readonly value: string | undefined }
  | { readonly type: 'aborted'; readonly error: unknown };

/** The headers of answers that clients read. No others are recorded, such as cookies. */
const HEADERS = ['content-type', 'retry-after'] as const;

/** Writes a recording as JSON. Each object is written once, however often it was read. */
export class RecordingText {
  readonly #redaction: Redaction;
  readonly #maxBytes: number;
  readonly #indices = new Map<unknown, number>();
  readonly #objects: string[] = [];
  readonly #events: string[] = [];
  #bytes = 0;

  constructor({
    redaction,
    maxBytes,
  }: {
    readonly redaction: Redaction;
    readonly maxBytes: number;
  }) {
    this.#redaction = redaction;
    this.#maxBytes = maxBytes;
  }

  get isTooLarge(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  add(received: Received, isShared: boolean): void {
    const event = this.#eventOf(received);
    const text = JSON.stringify(isShared ? { ...event, shared: true } : event);
    this.#events.push(text);
    this.#bytes += Buffer.byteLength(text);
  }

  end(about: Omit<Recording, 'recording' | 'events' | 'objects'>): { readonly text: string } {
    const head = JSON.stringify({ recording: FORMAT, ...about }).slice(0, -1);
    const listed = (items: readonly string[]): string => `[\n${items.join(',\n')}\n]`;
    return {
      text: `${head},\n"events":${listed(this.#events)},\n"objects":${listed(this.#objects)}}\n`,
    };
  }

  #eventOf(received: Received): RecordedEvent {
    switch (received.type) {
      case 'read': {
        const { call, cache, argument, found } = received;
        const objects = Array.isArray(found) ? found : found === undefined ? [] : [found];
        const indices = objects.map((each: unknown) => this.#indexOf(each, cache.isSecret));
        return { type: 'read', call, cache: cache.name, argument, objects: indices };
      }
      case 'request':
        return this.#request(received);
      case 'effect':
        return this.#effect(received);
      case 'recall': {
        const { name, value } = received;
        return { type: 'recall', name, ...(value !== undefined && { value }) };
      }
      case 'aborted':
        return { type: 'aborted', error: recordedError(received.error) };
      default:
        return { type: received.type, value: received.value };
    }
  }

  #indexOf(object: unknown, isSecret: boolean): number {
    const known = this.#indices.get(object);
    // Nothing is written of a recording that is not kept.
    if (known !== undefined || this.isTooLarge) return known ?? 0;
    const text = JSON.stringify(this.#redaction.redact(object, isSecret));
    this.#indices.set(object, this.#objects.length);
    this.#bytes += Buffer.byteLength(text);
    return this.#objects.push(text) - 1;
  }

  #request({
    request: { method, path, headers, body },
    response,
    error,
  }: Extract<Received, { readonly type: 'request' }>): RecordedEvent {
    const contentType = headers?.['content-type'];
    const sent = {
      type: 'request' as const,
      ...{ method, path },
      ...(contentType !== undefined && { contentType }),
      ...(body !== undefined && { body: this.#redaction.content(body, path) }),
    };
    if (response === undefined) return { ...sent, error: recordedError(error) };
    const { status, content } = response;
    const kept = HEADERS.flatMap((name) => {
      const value = response.headers[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    const answer: RecordedContent =
      content === undefined
        ? { omitted: 'it was not read as a whole' }
        : this.#redaction.content(content, path);
    return { ...sent, status, headers: Object.fromEntries(kept), answer };
  }

  #effect(received: Extract<Received, { readonly type: 'effect' }>): RecordedEvent {
    const { type, call, result } = received;
    if ('error' in received) return { type, call, error: recordedError(received.error) };
    if (result === undefined) return { type, call, result: { text: '' } };
    if ('omitted' in result) return { type, call, result };
    return { type, call, result: { json: this.#redaction.redact(JSON.parse(result.json)) } };
  }
}

/** Copies the result of an effect, which the program may change. Never throws. */
export function effectResult(result: unknown): EffectResult | undefined {
  if (result === undefined) return undefined;
  if (!isPlain(result)) return { omitted: 'it is not plain data' };
  try {
    return { json: JSON.stringify(result) };
  } catch (error) {
    return { omitted: `it cannot be written as JSON: ${errorText(error)}` };
  }
}

/** Whether JSON contains the whole value, at least at its first level. */
function isPlain(value: unknown): boolean {
  if (typeof value === 'function' || typeof value === 'bigint' || typeof value === 'symbol')
    return false;
  if (!isMapping(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
