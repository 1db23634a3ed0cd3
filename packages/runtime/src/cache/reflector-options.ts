import type { Clock } from '../async/clock.js';
import type { Random } from '../async/random.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import type { ListOptions, WatchOptions } from '../client/options.js';
import type { SharingOptions } from '../client/sharing-options.js';
import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { ReflectorMeter } from './reflector-meter.js';
import type { StoreFeed } from './store-feed.js';

/** The options of every list and watch request. */
export type ReflectorRequest = Pick<
  ListOptions & WatchOptions & SharingOptions,
  'labelSelector' | 'fieldSelector' | 'omitManagedFields' | 'parse' | 'sharesFieldSets'
>;

/** Options of a reflector. */
export interface ReflectorOptions<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  readonly client: ListWatchClient<T, S>;
  /** Receives the lists and watch events. */
  readonly feed: StoreFeed<T, S>;
  readonly clock: Clock;
  readonly request: ReflectorRequest;
  readonly pageSize: number;
  readonly minWatchTimeoutMs: number;
  /** Requests streaming lists until the server rejects one. */
  readonly watchList: boolean;
  readonly meter: ReflectorMeter | undefined;
  readonly random: Random;
  /** Called with the error of every list or watch that failed. */
  readonly onError: (error: unknown) => void;
}
