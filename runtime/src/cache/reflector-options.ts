import type { Clock } from '../async/clock.js';
import type { ListOptions, WatchOptions } from '../client/options.js';
import type { Logger } from '../logging/logger.js';
import type { Persisted } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';
import type { DeletionGuard } from './deletion-guard.js';
import type { ListWatchClient } from './list-watch-client.js';
import type { ReflectorMeter } from './reflector-meter.js';

/** Where a reflector brings what it learns: the writer of a store. */
export interface ReflectorTarget<T extends KubernetesObject, N extends boolean = boolean> {
  /** The object that is kept under a key. */
  get(key: string): Cached<T, N> | undefined;
  /** The keys of all objects that are kept. */
  keys(): readonly string[];
  /** Takes each object as it arrives, before it is kept: transforms, freezes. Must not throw. */
  admit(key: string, object: Persisted<T, N>): Cached<T, N>;
  /** The server's whole state, after a list. Must not throw. */
  replace(objects: Map<string, Cached<T, N>>): void;
  /** An object is there, or was changed. Must not throw. */
  set(key: string, object: Cached<T, N>): void;
  /** An object was deleted; `object` is its last state. Must not throw. */
  delete(key: string, object: Cached<T, N>): void;
}

export interface ReflectorOptions<T extends KubernetesObject, N extends boolean = boolean> {
  readonly client: ListWatchClient<T, N>;
  readonly target: ReflectorTarget<T, N>;
  readonly clock: Clock;
  readonly logger: Logger;
  /** What every list and watch asks for. */
  readonly request: Pick<
    ListOptions & WatchOptions,
    'labelSelector' | 'fieldSelector' | 'omitManagedFields' | 'parse'
  >;
  readonly pageSize: number;
  readonly minWatchTimeoutMs: number;
  /** Asks for streaming lists, as long as the server does not refuse them. */
  readonly streamingLists: boolean;
  readonly deletionGuard: DeletionGuard | undefined;
  readonly meter: ReflectorMeter | undefined;
  readonly random: () => number;
  /** Told of every list or watch that failed. */
  readonly onError: (error: unknown) => void;
}
