import { VmgenError } from '../errors/vmgen-error.js';
import type { KubernetesObject } from '../meta/types.js';
import type { TransportResponse } from '../transport/transport.js';
import { LineDecoder } from './line-decoder.js';
import type { WatchEvent } from './resource-client.js';

/**
 * The events of a watch answer, one JSON value per line. A last line that the server did not end
 * is dropped: its event comes again when the watch is resumed. A whole line that is not an event
 * throws, for what comes after it cannot be trusted.
 */
export async function* readWatchEvents<T extends KubernetesObject, N extends boolean>(
  response: TransportResponse,
  parse: (text: string) => unknown,
): AsyncGenerator<WatchEvent<T, N>, void, undefined> {
  const decoder = new LineDecoder();
  for await (const chunk of response.body) {
    for (const line of decoder.push(chunk)) yield parseEvent<T, N>(line, parse);
  }
}

function parseEvent<T extends KubernetesObject, N extends boolean>(
  line: string,
  parse: (text: string) => unknown,
): WatchEvent<T, N> {
  let event: unknown;
  try {
    event = parse(line);
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

function excerpt(line: string): string {
  return JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
}
