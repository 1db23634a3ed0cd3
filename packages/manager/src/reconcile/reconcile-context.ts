import type {
  CallOptions,
  KubernetesObject,
  Logger,
  ObjectKey,
  RecordedEvent,
  ReconcileResult,
  ResourceDefinition,
  ResourceScope,
  Cached,
  Transport,
} from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import type { SubresourceAccess, ResourceClient, StatusClient } from '@vmgen/runtime/client';
import type { Children } from '../children/children.js';
import type { ObjectStatus } from './object-status.js';

/** A client for any kind that a reconcile creates; see {@link KeyContext.client}. */
export type ManagedClient<T extends KubernetesObject, S extends ResourceScope> = ResourceClient<
  T,
  S
> &
  StatusClient<T, S> &
  SubresourceAccess;

/** What a reconcile has, whether the object exists or not. */
export interface KeyContext extends Required<Pick<CallOptions, 'signal'>> {
  /** The key of the object. */
  readonly key: ObjectKey;
  /** A logger whose lines contain the controller, the key and the reconcile id. */
  readonly logger: Logger;
  /** A unique id of the call. */
  readonly reconcileId: string;
  /**
   * Aborts when the reconcile must end: at its time limit, at a shutdown, and when the leadership is
   * lost. Requests of {@link transport} abort with it by default; pass it to all other calls.
   */
  readonly signal: AbortSignal;
  /**
   * Sends requests, for generated clients. Writes reject unless this process leads, and their
   * results are visible in the caches at once.
   *
   * @example
   * await createSecretClient(transport, key.namespace).delete('old');
   */
  readonly transport: Transport;
  /** Creates a client of {@link transport}. A namespaced kind needs the namespace. */
  readonly client: <T extends KubernetesObject, S extends ResourceScope>(
    resource: ResourceDefinition<T, S>,
    namespace?: string,
  ) => ManagedClient<T, S>;
  /**
   * Runs an effect outside of the API server, such as a call of another service, if this process
   * leads, and rejects otherwise. Use one call per effect. The signal also aborts when the
   * leadership ends. With a kind and a key, `explore` of `@vmgen/manager/testing` runs the operator with
   * faults at this effect.
   *
   * @example
   * await effect('dns.create', 'shop', (signal) => fetch(url, { method: 'POST', signal }));
   */
  readonly effect: RunEffect;
  /**
   * Returns a number in [0, 1), for names and delays: from the option `random` of the manager. Recordings
   * contain it, so it is not for secrets.
   */
  readonly random: Random;
}

/** Runs an effect; see {@link KeyContext.effect}. */
export interface RunEffect {
  <R>(run: (signal: AbortSignal) => Promise<R> | R): Promise<R>;
  /**
   * @param kind the service and what it does, with a dot: `dns.create`
   * @param key what is created or changed
   */
  <R>(
    kind: `${string}.${string}`,
    key: string,
    run: (signal: AbortSignal) => Promise<R> | R,
  ): Promise<R>;
}

/** What a reconcile of an existing object has. */
export interface ObjectContext<
  T extends KubernetesObject,
  S extends ResourceScope = ResourceScope,
> extends KeyContext {
  /** Applies the objects that belong to this object. */
  readonly children: Children;
  /** Writes the status of this object. */
  readonly status: ObjectStatus<T, S>;
  /** Records a human-readable event about this object; see `EventRecorder`. */
  readonly event: (what: RecordedEvent) => void;
}

/**
 * Brings an object to its desired state. Level-based: compares the current with the desired state
 * instead of reacting to a change. If it throws, it is retried with a growing delay, except after a
 * `TerminalError`.
 */
export type Reconcile<T extends KubernetesObject, S extends ResourceScope = ResourceScope> = (
  object: Cached<T, S>,
  context: ObjectContext<T, S>,
) => Promise<ReconcileResult | void>;
