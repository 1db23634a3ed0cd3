import type { CallOptions } from '@vmgen/runtime';

/**
 * Whom a server belongs to. The UID is the identity: a name may be used again by another
 * VirtualMachine, in another namespace or at another time.
 */
export interface ServerOwner {
  /** The VirtualMachine's namespace. */
  readonly namespace: string;
  /** The VirtualMachine's name. */
  readonly name: string;
  /** The VirtualMachine's UID. */
  readonly uid: string;
}

/** What a server should be. */
export interface ServerSpec {
  /** What it runs, as its engine names images. */
  readonly image: string;
  /** CPU limit in billionths of a CPU; 0 is no limit. */
  readonly nanoCpus: number;
  /** Memory limit in bytes; 0 is no limit. */
  readonly memoryBytes: number;
  /** Whether it runs or is stopped. */
  readonly running: boolean;
}

/** What a server is. */
export interface ServerState {
  /** The driver's own name of it. */
  readonly id: string;
  /** The driver's own word: running, exited, paused... */
  readonly state: string;
  /** What it is now, in the words of what it should be. */
  readonly spec: ServerSpec;
}

/** What a server uses. */
export interface ServerUsage {
  /** CPU time, in percent of one CPU. */
  readonly cpu: number;
  /** Memory, in percent of the server's limit, or of the host's memory without one. */
  readonly memory: number;
}

/** What happened to a server, whoever did it; or that some such news may have been lost. */
export type ServerEvent =
  { readonly type: 'changed'; readonly owner: ServerOwner } | { readonly type: 'resync' };

/**
 * Runs the servers that VirtualMachines stand for. Every method is idempotent, so that a
 * reconcile which was cut off anywhere can simply run again, and touches only servers that this
 * driver made for this cluster. Methods reject with a {@link DriverError}.
 */
export interface VmDriver extends AsyncDisposable {
  /** The driver's name on the command line. */
  readonly name: string;
  /** Makes a server; one that the owner has already is taken as it is. */
  createServer(
    owner: ServerOwner,
    spec: ServerSpec,
    options?: CallOptions,
  ): Promise<{ id: string }>;
  /** Brings limits and power of an existing server to `spec`; its image cannot be changed. */
  updateServer(owner: ServerOwner, spec: ServerSpec, options?: CallOptions): Promise<void>;
  /** Removes all that the owner has. A server that is gone is a success. */
  deleteServer(owner: ServerOwner, options?: CallOptions): Promise<void>;
  /** Whether the owner has a server, in whatever state. */
  isServerExist(owner: ServerOwner, options?: CallOptions): Promise<boolean>;
  /** The server as it is now; undefined when there is none. */
  getServerStatus(owner: ServerOwner, options?: CallOptions): Promise<ServerState | undefined>;
  /** A sample of what a running server uses; undefined when there is nothing to measure. */
  getServerUsage(owner: ServerOwner, options?: CallOptions): Promise<ServerUsage | undefined>;
  /** The owners of all servers of this cluster. */
  listServers(options?: CallOptions): Promise<ServerOwner[]>;
  /**
   * Tells what happens to servers until the signal aborts, and then throws its reason. It goes on
   * through lost connections and says `resync` where something may have been missed, first at the
   * start.
   */
  watchServers(options?: CallOptions): AsyncIterable<ServerEvent>;
  /**
   * Ends every call and every watch with an error, and lets go of the engine; servers run on. Twice
   * does no harm.
   */
  close(): Promise<void>;
}

/**
 * What a failure says of the server: `refused`, the engine said no; `vanished`, the server went away
 * meanwhile; `unreachable`, the engine did not answer and the server may be in any state.
 */
export type DriverErrorKind = 'refused' | 'vanished' | 'unreachable';

/** What a {@link DriverError} says beside its message. */
export interface DriverErrorOptions extends ErrorOptions {
  /** What it says of the server. */
  readonly kind: DriverErrorKind;
  /** One CamelCase word for conditions and events, such as `ImageNotFound`. */
  readonly reason: string;
}

/**
 * Why a driver could not do what it was asked.
 *
 * @example
 * throw new DriverError('no image nginx:0', { kind: 'refused', reason: 'ImageNotFound' });
 */
export class DriverError extends Error {
  /** `DriverError`, for checks without the class. */
  override readonly name = 'DriverError';
  /** How the operation failed; decides whether and when it is retried. */
  readonly kind: DriverErrorKind;
  /** One CamelCase word for conditions and events, such as `ImageNotFound`. */
  readonly reason: string;

  constructor(message: string, options: DriverErrorOptions) {
    super(message, options);
    this.kind = options.kind;
    this.reason = options.reason;
  }
}
