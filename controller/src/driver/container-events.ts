import type { Clock, Logger } from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import { engineError } from './engine-error.js';
import { ownerFromLabels } from './server-identity.js';
import { streamLines } from './stream-lines.js';
import type { ServerEvent, ServerOwner } from './vm-driver.js';

const RECONNECT_MS = 1_000;

interface EventSource {
  readonly open: (signal: AbortSignal) => Promise<NodeJS.ReadableStream>;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** Follows the events of a cluster's containers until the signal aborts, and connects again after each end. */
export async function* containerEvents(
  { open, logger, clock }: EventSource,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent, void, undefined> {
  let isUnreachable = false;
  for (;;) {
    signal.throwIfAborted();
    try {
      const stream = await open(signal);
      isUnreachable = false;
      // The stream is open, so no further event is missed. Earlier changes are read by a resync.
      yield { type: 'resync' };
      for await (const line of streamLines(stream)) {
        const owner = ownerOfEvent(line);
        if (owner !== undefined) yield { type: 'changed', owner };
      }
    } catch (cause) {
      // Logged here, because there may be no other call that would report the unreachable engine.
      if (!isUnreachable && !signal.aborted) {
        const error = engineError('follow the events of the engine', cause);
        logger.warn('cannot receive events of the Docker Engine; retrying every second', { error });
      }
      isUnreachable = true;
    }
    await sleep(RECONNECT_MS, { clock, signal });
  }
}

function ownerOfEvent(line: string): ServerOwner | undefined {
  const event = JSON.parse(line) as { Actor?: { Attributes?: Record<string, string> } };
  return ownerFromLabels(event.Actor?.Attributes ?? {});
}
