import type { ResourceScope } from '../meta/persisted.js';
import type { KubernetesObject } from '../meta/types.js';
import type { Cached } from './cached.js';

/** An event for handlers. All handlers share it. */
export type Notification<T extends KubernetesObject, S extends ResourceScope = ResourceScope> =
  Added<T, S> | Updated<T, S> | Deleted<T, S> | Resynced<T, S>;

interface NotificationBase<T extends KubernetesObject, S extends ResourceScope> {
  readonly object: Cached<T, S>;
  /** The time of the event, on the informer's clock. */
  readonly atMs: number;
}

export interface Added<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends NotificationBase<T, S> {
  readonly type: 'add';
  readonly isInInitialList: boolean;
}

export interface Updated<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends NotificationBase<T, S> {
  readonly type: 'update';
  readonly before: Cached<T, S>;
}

export interface Deleted<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends NotificationBase<T, S> {
  readonly type: 'delete';
  readonly finalStateUnknown: boolean;
}

interface Resynced<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends NotificationBase<T, S> {
  readonly type: 'resync';
}

/** Several notifications, which are created when they are delivered. */
export interface Batch<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends Iterable<Notification<T, S>> {
  readonly length: number;
}

/** Follows the last object of the initial list or of a resync. */
export type Mark = 'synced' | 'resynced';
