import type { CallOptions } from '@vmgen/runtime';

/**
 * The owner of a server, identified by its UID. Another VirtualMachine may have the same name in
 * another namespace or later.
 */
export interface ServerOwner {
  /** The VirtualMachine's namespace. */
  readonly namespace: string;
  /** The VirtualMachine's name. */
  readonly name: string;
  /** The VirtualMachine's UID. */
  readonly uid: string;
}

/** The desired state of a server. */
export interface ServerSpec {
  /** The image, as an image reference of the engine. */
  readonly image: string;
  /** The CPU limit in billionths of a CPU; 0 means no limit. */
  readonly nanoCpus: number;
  /** The memory limit in bytes; 0 means no limit. */
  readonly memoryBytes: number;
  /** Whether it should run. */
  readonly running: boolean;
}

/** The actual state of a server. */
export interface ServerState {
  /** The identifier of the driver. */
  readonly id: string;
  /** The state of the driver, such as running, exited or paused. */
  readonly state: string;
  /**
   * The actual state in the form of a spec. A server that the engine is starting counts as running.
   */
  readonly spec: ServerSpec;
  /**
   * The reason why a server that should run does not run yet, if the engine starts it by itself as
   * soon as possible. Absent if the server runs or is stopped.
   */
  readonly problem?: ServerProblem;
  /**
   * One CamelCase word for conditions, such as `OOMKilled`. The reason why the engine has ended a
   * server; absent if the server runs or has ended by itself.
   */
  readonly endReason?: string;
}

/** The reason why the engine cannot start a server yet. */
export interface ServerProblem {
  /** Whether it is a failure, such as a missing image, and not a normal step of a start. */
  readonly isFailure: boolean;
  /** One CamelCase word for conditions and events, such as `Unschedulable`. */
  readonly reason: string;
  /** A human-readable text. */
  readonly message: string;
}

/** The usage of a server. */
export interface ServerUsage {
  /** CPU time, in percent of one CPU. */
  readonly cpu: number;
  /** Memory, in percent of the server's limit, or of the host's memory without one. */
  readonly memory: number;
}

/** A change of a server from any cause, or a notice that changes may have been missed. */
export type ServerEvent =
  { readonly type: 'changed'; readonly owner: ServerOwner } | { readonly type: 'resync' };

/**
 * Runs the servers of VirtualMachines. All methods are idempotent, so that an interrupted reconcile
 * can run again, and change only servers that this driver created for this cluster. Methods reject
 * with a {@link DriverError}.
 */
export interface VmDriver extends AsyncDisposable {
  /** The driver's name on the command line. */
  readonly name: string;
  /** Creates a server. An existing server of the owner is returned unchanged. */
  createServer(
    owner: ServerOwner,
    spec: ServerSpec,
    options?: CallOptions,
  ): Promise<{ id: string }>;
  /**
   * Updates the limits and the running state of an existing server. The image cannot be changed.
   */
  updateServer(owner: ServerOwner, spec: ServerSpec, options?: CallOptions): Promise<void>;
  /** Removes all servers of the owner. Succeeds if there are no servers. */
  deleteServer(owner: ServerOwner, options?: CallOptions): Promise<void>;
  /** Returns whether the owner has a server in any state. */
  isServerExist(owner: ServerOwner, options?: CallOptions): Promise<boolean>;
  /** Returns the state of the server, or undefined if it does not exist. */
  getServerStatus(owner: ServerOwner, options?: CallOptions): Promise<ServerState | undefined>;
  /** Returns a usage sample of a running server, or undefined if it is not running. */
  getServerUsage(owner: ServerOwner, options?: CallOptions): Promise<ServerUsage | undefined>;
  /** Returns the owners of all servers of this cluster. */
  listServers(options?: CallOptions): Promise<ServerOwner[]>;
  /**
   * Yields the changes of servers until the signal aborts, and then throws its reason. It
   * reconnects after lost connections, and yields `resync` at the start and whenever changes may
   * have been missed.
   */
  watchServers(options?: CallOptions): AsyncIterable<ServerEvent>;
  /**
   * Aborts all calls and watches with an error and releases the engine. Servers continue to run.
   * Idempotent.
   */
  close(): Promise<void>;
}

/**
 * The category of a failure: `refused` if the engine rejected the call; `vanished` if the server
 * was removed in the meantime or is being removed; `unreachable` if the engine did not respond and the state of the
 * server is unknown; `pending` if the engine works on what the call needs, such as the download of an image, so that the
 * call is repeated after a second.
 */
export type DriverErrorKind = 'refused' | 'vanished' | 'unreachable' | 'pending';

/** Options of {@link DriverError}. */
export interface DriverErrorOptions extends ErrorOptions {
  /** The category of the failure. */
  readonly kind: DriverErrorKind;
  /** One CamelCase word for conditions and events, such as `ImageNotFound`. */
  readonly reason: string;
}

/**
 * A driver call failed.
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
