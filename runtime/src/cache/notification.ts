import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';

/** What a handler is told, and since when there is that to tell; one serves all handlers. */
export type Notification<T extends KubernetesObject, N extends boolean = boolean> =
  Added<T, N> | Updated<T, N> | Deleted<T, N> | Resynced<T, N>;

interface Told<T extends KubernetesObject, N extends boolean> {
  readonly object: Cached<T, N>;
  /** On the informer's clock. */
  readonly atMs: number;
}

export interface Added<T extends KubernetesObject, N extends boolean = boolean> extends Told<T, N> {
  readonly type: 'add';
  readonly isInInitialList: boolean;
}

export interface Updated<T extends KubernetesObject, N extends boolean = boolean> extends Told<
  T,
  N
> {
  readonly type: 'update';
  readonly before: Cached<T, N>;
}

export interface Deleted<T extends KubernetesObject, N extends boolean = boolean> extends Told<
  T,
  N
> {
  readonly type: 'delete';
  readonly finalStateUnknown: boolean;
}

export interface Resynced<T extends KubernetesObject, N extends boolean = boolean> extends Told<
  T,
  N
> {
  readonly type: 'resync';
}

/** Many notifications, which are made when they are told. */
export interface Batch<T extends KubernetesObject, N extends boolean = boolean> extends Iterable<
  Notification<T, N>
> {
  readonly length: number;
}

/** Stands behind the last object of the initial list, or of a resync. */
export type Mark = 'synced' | 'resynced';
