import type { Clock } from '../async/clock.js';
import type { WatchOptions } from '../client/options.js';
import type { WatchEvent } from '../client/resource-client.js';
import type { SharingOptions } from '../client/sharing-options.js';
import { watchBatches } from '../client/watch-batches.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import type { ReflectorMeter } from './reflector-meter.js';
import { WatchSignal, type EndedBy } from './watch-signal.js';

/**
 * A watch that is open for so long after its timeout, which the server enforces, has lost its
 * server.
 */
const OVERDUE_MS = 15_000;

/** The parameters of one watch. */
export interface WatchRun<T extends KubernetesObject, S extends ResourceScope> {
  readonly client: Pick<ListWatchClient<T, S>, 'watch'>;
  readonly clock: Clock;
  readonly meter: ReflectorMeter | undefined;
  /** The options of the request. */
  readonly options: Omit<WatchOptions, 'signal'> &
    SharingOptions & { readonly timeoutSeconds: number };
  /** The maximum time without an event. */
  readonly silenceMs: number;
  /** The time limit of the initial state. Omitted if the watch does not begin with one. */
  readonly stateMs?: number;
  readonly signal: AbortSignal;
  /** Called when events arrive, once for those that arrive together. */
  readonly onArrival: () => void;
  /** Called with each event. An error that it throws ends the watch. */
  readonly onEvent: (event: WatchEvent<T, S>, watch: WatchSignal) => void;
}

/** The result of a watch. */
export interface WatchEnd {
  readonly by: 'server' | 'failure' | EndedBy;
  /** Set if the watch failed. */
  readonly error?: unknown;
  readonly durationMs: number;
  /** The number of events. */
  readonly events: number;
}

/** Watches until the server, an error or the signal of the watch ends it. Never rejects. */
export async function runWatch<T extends KubernetesObject, S extends ResourceScope>(
  run: WatchRun<T, S>,
): Promise<WatchEnd> {
  const {
    client,
    clock,
    meter,
    options,
    silenceMs,
    stateMs,
    signal: parent,
    onArrival,
    onEvent,
  } = run;
  const overdueMs = options.timeoutSeconds * 1000 + OVERDUE_MS;
  const watch = new WatchSignal({ clock, parent, overdueMs, silenceMs, stateMs });
  const startMs = clock.nowMs();
  const endWatch = meter?.watching();
  let events = 0;
  const ended = (by: WatchEnd['by']): WatchEnd => ({
    by,
    durationMs: clock.nowMs() - startMs,
    events,
  });
  try {
    for await (const batch of watchBatches(client, { ...options, signal: watch.signal })) {
      watch.recordActivity();
      onArrival();
      events += batch.length;
      for (const event of batch) {
        if (watch.signal.aborted) break;
        onEvent(event, watch);
      }
      if (watch.signal.aborted) break;
    }
  } catch (error) {
    if (watch.endedBy === undefined) return { ...ended('failure'), error };
  } finally {
    watch.end();
    endWatch?.(events);
  }
  return ended(watch.endedBy ?? 'server');
}
