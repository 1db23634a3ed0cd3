import type { DeepReadonly, KubernetesObject, Transport } from '@vmgen/runtime';
import type { ServerChange } from './changes.js';

/** A server that an exploration can observe and put back, such as the one of a fake clientset. */
export interface ExplorableServer extends Transport {
  readonly server: {
    observe(listener: (change: ServerChange) => void): () => void;
    snapshot(): { objects(): Iterable<DeepReadonly<KubernetesObject>> };
    restore(snapshot: never): void | Promise<void>;
  };
  /** Needed for the option `roles`. */
  withRole?(roles: string | readonly object[]): Transport;
  /**
   * Resolves when no request waits for an answer, and nothing else happens in the process. Needed for a server
   * outside of the process.
   */
  settled?(): Promise<void>;
  close(): Promise<void>;
}

/** Objects outside of the API server, by name. Their methods are effects of the operator. */
export type OutsideObjects<O> = { readonly [Name in keyof O]: object };

/** What the steps of a workload and the promises of an operator use. */
export interface ExploredWorld<S, O> {
  /** What the option `server` returned. */
  readonly server: S;
  readonly outside: O;
  /** Advances the time. The operator works meanwhile. */
  readonly advance: (ms: number) => Promise<void>;
}

/** An entry of a timeline. */
export interface TimelineEntry {
  /** Milliseconds since the start of the step. */
  readonly ms: number;
  /** `user`, `network`, `server`, an outside object, or a process of the operator: `operator 1`. */
  readonly who: string;
  readonly what: string;
  /** Undefined for steps, effects, and the starts and ends of processes. */
  readonly kind?: EntryKind;
}

/**
 * The kind of an entry of a timeline. `fault` is a fault of the plan. `violationText` omits the others: a
 * `read` of a process, an event that its watches have received (`seen`), and a `change` of the server or of
 * an outside object.
 */
export type EntryKind = 'fault' | 'read' | 'seen' | 'change';
