import type {
  Cached,
  CachedReader,
  KubernetesObject,
  ObjectKey,
  Predicate,
  ReconcileResult,
  ResourceScope,
} from '@vmgen/runtime';
import type { KeysOf } from '@vmgen/runtime/controller';
import type { RateLimiter } from '@vmgen/runtime/workqueue';
import type { OwnableReader } from '../children/children.js';
import type { KeyContext, ObjectContext, Reconcile } from './reconcile-context.js';

/** Work that must happen before an object may be deleted. */
export interface Finalizer<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /** The name of the finalizer, such as `example.com/volume`. */
  readonly name: string;
  /**
   * Deletes the external resources of the object. Called for an object that is being deleted;
   * the finalizer is released when it resolves. It is retried like a reconcile, so it must be
   * repeatable.
   */
  cleanUp(object: Cached<T, S>, context: ObjectContext<T, S>): Promise<ReconcileResult | void>;
}

/** Options of {@link Manager.controller}. */
export interface ControllerOptions<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /**
   * The name in metrics, logs and the label of children. Unique in the manager. Must not change
   * later, because children of another name are not deleted. Defaults to the plural of the kind.
   */
  readonly name?: string;
  /** The number of objects that are reconciled concurrently. At least 1. Defaults to 4. */
  readonly workers?: number;
  /**
   * Selects the changes of objects that start a reconcile. Defaults to changes of the generation,
   * labels, annotations and finalizers, and deletions: not to writes of the status. The beginning of a deletion that
   * waits for {@link finalizer} is always selected. A change for which it throws is selected too; the error is
   * logged and counted (`vmgen_function_errors_total`).
   */
  readonly predicate?: Predicate<T, S>;
  /**
   * The time limit of a reconcile, in milliseconds: its signal aborts, and it is retried. 0 means no
   * limit. Defaults to 60,000.
   */
  readonly reconcileTimeoutMs?: number;
  /** The delays after failures. Defaults to `createDefaultRateLimiter`. */
  readonly rateLimiter?: RateLimiter;
  /**
   * Adds a finalizer to each object before its first reconcile, and cleans up before a deletion.
   * Defaults to none: an object that is being deleted is not reconciled, and the garbage collector
   * deletes its children.
   */
  readonly finalizer?: Finalizer<T, S>;
  /**
   * Called when the object of a key does not exist any more. If the cache has selectors, the object is
   * read from the server before, because it may only have left the selection. Not called for deletions
   * while no replica was running, or while the shard of the object moved from one replica to another; use a
   * finalizer for cleanups. Defaults to nothing.
   */
  readonly onGone?: (context: KeyContext) => Promise<ReconcileResult | void>;
}

/** An object that another one refers to; see {@link ControllerBuilder.refersTo}. */
export interface ReferencedObject {
  /** Defaults to the namespace of the object that refers to it. Ignored for cluster-scoped kinds. */
  readonly namespace?: string | undefined;
  /** The name. */
  readonly name: string;
}

/** How a {@link ControllerBuilder.watches} maps changes. */
export interface WatchOptions<T extends KubernetesObject, S extends ResourceScope = ResourceScope> {
  /**
   * Returns the keys to reconcile for a changed object. If it throws, the error is logged and counted
   * (`vmgen_function_errors_total`), and the object is mapped again after 1 s, then after a doubled delay of up to
   * 5 minutes, until it returns: also for the state before a change, and for the last state of a deleted object,
   * of which 1,000 are kept. Other objects do not wait.
   */
  readonly keysOf: KeysOf<T, S>;
  /** Selects changes. Defaults to all. If it throws, the change is selected, as by {@link ControllerOptions.predicate}. */
  readonly predicate?: Predicate<T, S>;
}

/** Declares what starts the reconciles of a controller. End it with {@link reconcile}. */
export interface ControllerBuilder<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> {
  /**
   * Declares kinds of children: a change of an object that is controlled by an object of this
   * controller reconciles its owner, and `children.apply` may create objects of the kind.
   */
  owns(...readers: readonly OwnableReader[]): this;
  /** Reconciles the keys that `keysOf` returns for the changed objects of another kind. */
  watches<U extends KubernetesObject, R extends ResourceScope>(
    reader: CachedReader<U, R>,
    options: WatchOptions<U, R>,
  ): this;
  /**
   * Reconciles the objects that refer to a changed object of another kind. `referencesOf` returns what an
   * object refers to; a text is a key. The references are indexed, so a change does not scan all objects. It must
   * depend on nothing but its argument, because it is called only when the object changes: if it throws, the error
   * is logged and counted (`vmgen_function_errors_total`), and the object refers to nothing until it changes.
   *
   * @example
   * manager.controller(sites).refersTo(secrets, ({ spec }) => [{ name: spec.secretName }]);
   */
  refersTo<U extends KubernetesObject, R extends ResourceScope>(
    reader: CachedReader<U, R>,
    referencesOf: (object: Cached<T, S>) => readonly (ReferencedObject | string)[],
  ): this;
  /**
   * Reconciles the keys of an async iterable, such as the changes of an outside system. It runs only
   * on the leader, until its signal aborts. If it ends or throws before, the manager fails.
   */
  source(name: string, keys: (signal: AbortSignal) => AsyncIterable<ObjectKey | string>): this;
  /**
   * Reconciles all cached objects at this interval, in milliseconds. At least 1,000. Changes are
   * reconciled first.
   */
  every(intervalMs: number): this;
  /** Sets the function that reconciles an object. */
  reconcile(reconcile: Reconcile<T, S>): void;
}
