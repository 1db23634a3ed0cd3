import { cachedBytes } from '@vmgen/runtime/internal';
import type { DeclaredKind } from './declared-kinds.js';

/** The state of a cache. */
export interface CacheState {
  /** The name of its declaration. */
  readonly name: string;
  /** The kind. */
  readonly kind: string;
  /** The number of objects. */
  readonly objects: number;
  /**
   * The approximate size of the objects as JSON, in bytes, after `transform` and without managed
   * fields. More than 500 objects are extrapolated from 500.
   */
  readonly bytes: number;
  /** Whether the first list is complete. */
  readonly hasSynced: boolean;
  /** The number of own writes that the watch has not delivered. */
  readonly pendingWrites: number;
  /** The resource version of the stored state. */
  readonly resourceVersion: string;
}

/** Returns the state of a cache. */
export function describeCache({ name, reader: { resource, informer } }: DeclaredKind): CacheState {
  return {
    name,
    kind: resource.kind,
    objects: informer.store.size,
    bytes: cachedBytes(informer.store),
    hasSynced: informer.hasSynced,
    pendingWrites: informer.pendingWrites,
    resourceVersion: informer.lastSyncResourceVersion,
  };
}
