import { VmgenError } from '@vmgen/runtime';
import { isMapping } from '@vmgen/runtime/internal';
import { errorText, printable } from '@vmgen/runtime/observability';
import type { ReadCall } from './reconcile-inputs.js';
import { cutText } from '../process/cut-text.js';

/** The version of the format. A replay refuses others. */
export const FORMAT = 1;

/** An error as a recording contains it. */
export interface RecordedError {
  readonly name: string;
  readonly message: string;
  readonly code?: string;
}

/** The content of a body. Neither JSON nor a text if it could not be redacted, or was not read. */
export type RecordedContent =
  { readonly json: unknown } | { readonly text: string } | { readonly omitted: string };

interface Shared {
  /** Whether another reconcile, or the program outside of reconciles, may have received it. */
  readonly shared?: true;
}

interface RecordedRead extends Shared {
  readonly type: 'read';
  readonly call: ReadCall;
  readonly cache: string;
  readonly argument: string;
  /** The indices of the found objects in {@link Recording.objects}. */
  readonly objects: readonly number[];
}

/** A request, at the place of its answer. */
export interface RecordedRequest extends Shared {
  readonly type: 'request';
  readonly method: string;
  readonly path: string;
  readonly contentType?: string;
  readonly body?: RecordedContent;
  /** Undefined without an answer. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly answer?: RecordedContent;
  readonly error?: RecordedError;
}

/** A call of `effect`, at the place of its end. */
interface RecordedEffect {
  readonly type: 'effect';
  /** The number of the call in the reconcile, from 1. */
  readonly call: number;
  readonly result?: RecordedContent;
  readonly error?: RecordedError;
}

interface RecordedNumber extends Shared {
  readonly type: 'nowMs' | 'date' | 'random' | 'timer';
  readonly value: number;
}

interface Recalled extends Shared {
  readonly type: 'recall';
  readonly name: string;
  readonly value?: string;
}

interface Aborted {
  readonly type: 'aborted';
  readonly error: RecordedError;
}

/** What a reconcile received, in the order in which it arrived. */
export type RecordedEvent =
  RecordedRead | RecordedRequest | RecordedEffect | RecordedNumber | Recalled | Aborted;

/** The inputs of a failed reconcile. */
export interface Recording {
  readonly recording: typeof FORMAT;
  readonly operator: string;
  readonly controller: string;
  readonly key: string;
  readonly reconcileId: string;
  readonly recordedAt: string;
  readonly error: string;
  /** The paths of further redacted fields. */
  readonly redact: readonly string[];
  readonly events: readonly RecordedEvent[];
  readonly objects: readonly unknown[];
}

const MAX_TEXT = 2_000;

/** Returns the text of an error of a reconcile, without control characters. */
export function failureText(error: unknown): string {
  const name = error instanceof Error ? `${error.name}: ` : '';
  return cutText(printable(`${name}${errorText(error)}`), MAX_TEXT);
}

/** Returns what a recording contains of an error. */
export function recordedError(error: unknown): RecordedError {
  const message = cutText(errorText(error), MAX_TEXT);
  if (!(error instanceof Error)) return { name: '', message };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { name: error.name, message, ...code };
}

/**
 * Parses a recording.
 *
 * @throws VmgenError if it is not one
 */
export function parseRecording(text: string, name: string): Recording {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw notRecording(name, errorText(cause), cause);
  }
  const { recording, controller, key, error, redact, events, objects } = (value ?? {}) as {
    readonly [Name in keyof Recording]?: unknown;
  };
  if (recording !== FORMAT) throw notRecording(name, `its format is not ${FORMAT}`);
  const isComplete =
    [controller, key, error].every((each) => typeof each === 'string') &&
    Array.isArray(redact) &&
    redact.every((each) => typeof each === 'string') &&
    Array.isArray(events) &&
    Array.isArray(objects);
  if (!isComplete) throw notRecording(name, 'it is not complete');
  const wrong = events.findIndex((event) => !isEvent(event, objects));
  if (wrong >= 0) throw notRecording(name, `its event ${wrong + 1} is invalid`);
  return value as Recording;
}

function isEvent(event: unknown, objects: readonly unknown[]): boolean {
  if (!isMapping(event) || typeof event['type'] !== 'string') return false;
  const { type, objects: found, error = {}, answer = {}, body = {}, result = {} } = event;
  if (![error, answer, body, result].every(isMapping)) return false;
  const isKnown = (index: unknown): boolean => typeof index === 'number' && index in objects;
  return type !== 'read' || (Array.isArray(found) && found.every(isKnown));
}

function notRecording(name: string, reason: string, cause?: unknown): VmgenError {
  const message = `${name} is not a recording of a reconcile: ${reason}; download it from the status page`;
  return new VmgenError('ERR_VMGEN_ARGUMENT', message, { cause });
}
