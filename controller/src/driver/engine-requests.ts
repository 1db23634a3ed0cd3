import { clusterFilter, containerName, labelsOf } from './server-identity.js';
import type { ServerOwner, ServerSpec } from './vm-driver.js';

// The parameters and bodies that the driver sends to the engine. The folder engine-proxy allows exactly these.

/** More than servers need, but low enough that a fork bomb does not affect the node. */
const PIDS_LIMIT = 1_024;
/**
 * The capabilities of a server that starts as root, listens on a port below 1024 and then drops
 * root, such as nginx. By default, the engine adds nine more, including raw sockets and device
 * nodes.
 */
const KEPT_CAPABILITIES = ['CHOWN', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'];

/** The events of the engine that change the state of a container. */
const EVENTS = ['create', 'start', 'die', 'oom', 'pause', 'unpause', 'update', 'destroy'];

/** The time for a graceful stop before the engine kills the machine, in seconds. */
export const STOP_QUERY = { t: 5 };
/** Also removes anonymous volumes. */
export const REMOVE_QUERY = { force: true, v: true };
/** One sample instead of a stream. */
export const STATS_QUERY = { stream: false as const };

/** The parameters of a list of containers in any state. */
interface ListQuery {
  readonly all: true;
  readonly filters: { readonly label: string[] };
}

export function listQuery(label: string[]): ListQuery {
  return { all: true, filters: { label } };
}

/** Returns whether a listed container can be started. A dead one cannot: the engine has failed to remove it. */
export function isUsable({ State }: { readonly State?: string }): boolean {
  return State !== 'dead';
}

/** The parameters of a stream of events. */
interface EventsQuery {
  readonly filters: {
    readonly type: 'container'[];
    readonly event: string[];
    readonly label: string[];
  };
}

export function eventsQuery(cluster: string): EventsQuery {
  return { filters: { type: ['container'], event: EVENTS, label: clusterFilter(cluster) } };
}

/** The fields of a new container, besides its name. */
interface ContainerFields {
  readonly Image: string;
  readonly Labels: Record<string, string>;
  readonly HostConfig: Limits & {
    readonly CapDrop: string[];
    readonly CapAdd: string[];
    readonly SecurityOpt: string[];
  };
}

/**
 * Returns the parameters and the body of the creation of a server's container.
 *
 * @param number of its name; 0 for the first one
 */
export function creationOf(
  cluster: string,
  owner: ServerOwner,
  spec: Omit<ServerSpec, 'running'>,
  number = 0,
): { readonly query: { readonly name: string }; readonly body: ContainerFields } {
  return {
    query: { name: containerName(owner, number) },
    body: {
      Image: spec.image,
      Labels: labelsOf(cluster, owner),
      HostConfig: {
        ...limitsOf(spec),
        CapDrop: ['ALL'],
        CapAdd: KEPT_CAPABILITIES,
        SecurityOpt: ['no-new-privileges:true'],
      },
    },
  };
}

/** The limits of a container, which an update changes. */
interface Limits {
  readonly NanoCpus: number;
  readonly Memory: number;
  readonly MemorySwap: number;
  readonly PidsLimit: number;
}

/** The limit includes swap, so a machine has no swap in addition to its memory. */
export function limitsOf(spec: Pick<ServerSpec, 'nanoCpus' | 'memoryBytes'>): Limits {
  return {
    PidsLimit: PIDS_LIMIT,
    NanoCpus: spec.nanoCpus,
    Memory: spec.memoryBytes,
    MemorySwap: spec.memoryBytes,
  };
}
