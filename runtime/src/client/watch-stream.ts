import { VmgenError } from '../errors/vmgen-error.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { TransportResponse } from '../transport/transport.js';
import type { LineDecoder } from '../decode/line-decoders.js';
import { LineSplitter, linesOf, type Lines } from '../decode/line-splitter.js';
import type { WatchEvent } from './resource-client.js';

/**
 * The events of a watch answer, one JSON value per line, those of a chunk together. A last line that
 * the server did not end is dropped: its event comes again when the watch is resumed. A whole line
 * that is not an event throws, for what comes after it cannot be trusted.
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
      // What came before it is good.
      yield events;
      throw error;
    }
    yield events;
  }
}

/** Adds the events of some lines, as far as they are good; throws at one that is not. */
function readEvents<T extends KubernetesObject, S extends ResourceScope>(
  lines: Lines,
  reader: LineDecoder,
  events: WatchEvent<T, S>[],
): void {
  let isGood = true;
  try {
    for (const event of reader.read(lines)) {
      if (!isWatchEvent<T, S>(event)) {
        isGood = false;
        break;
      }
      events.push(event);
    }
  } catch (cause) {
    const message = 'unable to decode an event from the watch stream';
    throw unreadable(message, lines, events.length, { cause });
  }
  if (isGood) return;
  throw unreadable('the watch stream holds something that is no event', lines, events.length);
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

/** Checks the envelope; that the object is of the kind that was asked for is the server's word. */
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
