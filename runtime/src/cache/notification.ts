import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';

/** What a handler is told, and since when there is that to tell; one serves all handlers. */
export type Notification<T extends KubernetesObject, S extends ResourceScope = ResourceScope> =
  Added<T, S> | Updated<T, S> | Deleted<T, S> | Resynced<T, S>;

interface Told<T extends KubernetesObject, S extends ResourceScope> {
  readonly object: Cached<T, S>;
  /** On the informer's clock. */
  readonly atMs: number;
}

export interface Added<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends Told<T, S> {
  readonly type: 'add';
  readonly isInInitialList: boolean;
}

export interface Updated<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends Told<T, S> {
  readonly type: 'update';
  readonly before: Cached<T, S>;
}

export interface Deleted<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends Told<T, S> {
  readonly type: 'delete';
  readonly finalStateUnknown: boolean;
}

interface Resynced<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends Told<T, S> {
  readonly type: 'resync';
}

/** Many notifications, which are made when they are told. */
export interface Batch<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends Iterable<Notification<T, S>> {
  readonly length: number;
}

/** Stands behind the last object of the initial list, or of a resync. */
export type Mark = 'synced' | 'resynced';
