import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { TransportResponse } from '../transport/transport.js';
import type { LineDecoder } from '../decode/line-decoders.js';
import { LineSplitter, linesOf, type Lines } from '../decode/line-splitter.js';
import type { WatchEvent } from './resource-client.js';

/**
 * Yields the events of a watch response, one JSON value per line, in one batch per chunk. An
 * incomplete last line is dropped, because its event is sent again when the watch is resumed.
 * Throws for a complete line that is not an event, because the following lines cannot be trusted.
 */
export async function* readWatchEvents<T extends KubernetesObject, S extends ResourceScope>(
  response: TransportResponse,
  reader: LineDecoder,
): AsyncGenerator<readonly WatchEvent<T, S>[], void, undefined> {
  const splitter = new LineSplitter();
  for await (const chunk of response.body) {
    const events: WatchEvent<T, S>[] = [];
    try {
      readEvents(splitter.push(chunk), reader, events);
    } catch (error) {
      // The events before the error are valid.
      yield events;
      throw error;
    }
    yield events;
  }
}

/** Appends the events of lines to `events`. Throws at the first invalid line. */
function readEvents<T extends KubernetesObject, S extends ResourceScope>(
  lines: Lines,
  reader: LineDecoder,
  events: WatchEvent<T, S>[],
): void {
  let isValid = true;
  try {
    for (const event of reader.read(lines)) {
      if (!isWatchEvent<T, S>(event)) {
        isValid = false;
        break;
      }
      events.push(event);
    }
  } catch (cause) {
    const message = 'unable to decode an event from the watch stream';
    throw unreadable(message, lines, events.length, { cause });
  }
  if (isValid) return;
  throw unreadable('the watch stream contains a line that is not an event', lines, events.length);
}

function unreadable(
  message: string,
  lines: Lines,
  index: number,
  options?: ErrorOptions,
): VmgenError {
  const line = [...linesOf(lines)][index]?.toString('utf8') ?? '';
  const excerpt = JSON.stringify(line.length > 80 ? `${line.slice(0, 80)}…` : line);
  return new VmgenError('ERR_VMGEN_ANSWER', `${message}: ${excerpt}`, options);
}

const EVENT_TYPES: ReadonlySet<unknown> = new Set([
  'ADDED',
  'MODIFIED',
  'DELETED',
  'BOOKMARK',
  'ERROR',
]);

/** Validates the envelope. The kind of the object is not checked here. */
function isWatchEvent<T extends KubernetesObject, S extends ResourceScope>(
  value: unknown,
): value is WatchEvent<T, S> {
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
