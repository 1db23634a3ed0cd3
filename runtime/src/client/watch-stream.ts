import { VmgenError } from '../errors/vmgen-error.js';
import type { KubernetesObject } from '../meta/types.js';
import type { TransportResponse } from '../transport/transport.js';
import { LineSplitter } from './line-splitter.js';
import type { WatchEvent } from './resource-client.js';

/** Makes values of the lines that came together, one after the other. */
export interface LineReader {
  read(lines: readonly Buffer[]): Iterable<unknown>;
}

/**
 * The events of a watch answer, one JSON value per line, those of a chunk together. A last line that
 * the server did not end is dropped: its event comes again when the watch is resumed. A whole line
 * that is not an event throws, for what comes after it cannot be trusted.
 */
export async function* readWatchEvents<T extends KubernetesObject, N extends boolean>(
  response: TransportResponse,
  reader: LineReader,
): AsyncGenerator<readonly WatchEvent<T, N>[], void, undefined> {
  const splitter = new LineSplitter();
  for await (const chunk of response.body) {
    const events: WatchEvent<T, N>[] = [];
    try {
      const lines = splitter.push(chunk);
      const values = reader.read(lines)[Symbol.iterator]();
      for (const line of lines) events.push(readEvent<T, N>(line, values));
    } catch (error) {
      // What came before it is good.
      yield events;
      throw error;
    }
    yield events;
  }
}

function readEvent<T extends KubernetesObject, N extends boolean>(
  line: Buffer,
  values: Iterator<unknown>,
): WatchEvent<T, N> {
  let event: unknown;
  try {
    event = values.next().value;
  } catch (cause) {
    throw new VmgenError(
      'ERR_VMGEN_ANSWER',
      `unable to decode an event from the watch stream: ${excerpt(line)}`,
      { cause },
    );
  }
  if (isWatchEvent<T, N>(event)) return event;
  throw new VmgenError(
    'ERR_VMGEN_ANSWER',
    `the watch stream holds something that is no event: ${excerpt(line)}`,
  );
}

const EVENT_TYPES: ReadonlySet<unknown> = new Set([
  'ADDED',
  'MODIFIED',
  'DELETED',
  'BOOKMARK',
  'ERROR',
]);

/** Checks the envelope; that the object is of the kind that was asked for is the server's word. */
function isWatchEvent<T extends KubernetesObject, N extends boolean>(
  value: unknown,
): value is WatchEvent<T, N> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    EVENT_TYPES.has(value.type) &&
    'object' in value &&
    typeof value.object === 'object' &&
    value.object !== null
  );
}

function excerpt(line: Buffer): string {
  const text = line.toString('utf8');
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}
