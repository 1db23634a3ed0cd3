import Docker from 'dockerode';
import {
  silentLogger,
  systemClock,
  VmgenError,
  type CallOptions,
  type Clock,
  type Logger,
} from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import { childAbort } from '@vmgen/runtime/internal';
import {
  clusterFilter,
  containerName,
  labelsOf,
  ownerFilter,
  ownerFromLabels,
} from './container-identity.js';
import { containerError, engineError, statusCodeOf } from './engine-error.js';
import { readLines } from './read-lines.js';
import { SilenceWatch } from './silence-watch.js';
import { usageFrom } from './container-usage.js';
import {
  DriverError,
  type ServerEvent,
  type ServerOwner,
  type ServerSpec,
  type ServerState,
  type ServerUsage,
  type VmDriver,
} from './vm-driver.js';

/** How long a call to the engine may take. */
const CALL_TIMEOUT_MS = 10_000;
/** Pulling an image may take as long as it needs, but not without any progress for so long. */
const PULL_SILENCE_MS = 60_000;
/** How long a machine gets to end by itself before the engine kills it, in seconds. */
const STOP_GRACE_SECONDS = 5;
const RECONNECT_MS = 1_000;

/** More than servers need, and few enough that a fork bomb does not end the node. */
const PIDS_LIMIT = 1_024;
/**
 * What a server needs that starts as root, listens on a port below 1024 and then gives up root, as nginx
 * does. The engine would keep nine more by default, raw sockets and device nodes among them.
 */
const KEPT_CAPABILITIES = ['CHOWN', 'KILL', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'];

/** The engine's events after which a container is no longer what it was. */
const EVENTS = ['create', 'start', 'die', 'oom', 'pause', 'unpause', 'update', 'destroy'];

/** Which containers are a driver's, and how it reaches their engine. */
export interface DockerDriverOptions {
  /** Tells this cluster's containers from those of others on the same engine. */
  readonly cluster: string;
  /** Called right before each change; throws where this process may not make changes any more. */
  readonly fence?: () => void;
  /** The one of Docker's own environment variables when left out. */
  readonly engine?: Docker;
  /** Hears of an engine that is away. Silent by default. */
  readonly logger?: Logger;
  /** The system's when left out. */
  readonly clock?: Clock;
}

/** A driver whose servers are containers of a Docker Engine. */
export interface DockerDriver extends VmDriver {
  /** The engine's version; rejects when no engine answers. */
  engineVersion(options?: CallOptions): Promise<string>;
}

/**
 * Creates a driver that runs each VirtualMachine as a container of a Docker Engine, found by Docker's
 * own environment variables (DOCKER_HOST, DOCKER_TLS_VERIFY, DOCKER_CERT_PATH). Containers are known
 * by their labels, never by name; those without the labels of this cluster are not touched.
 *
 * @example
 * await using driver = createDockerDriver({ cluster: 'my-cluster' });
 * console.log(await driver.engineVersion({ signal: AbortSignal.timeout(3_000) }));
 */
export function createDockerDriver(options: DockerDriverOptions): DockerDriver {
  return new ContainerDriver(options);
}

/** @throws Error that names the variable and the file, if a certificate cannot be read */
function engineOfEnvironment(): Docker {
  try {
    return new Docker();
  } catch (cause) {
    const { DOCKER_CERT_PATH: folder } = process.env;
    const file = cause instanceof Error && 'path' in cause ? String(cause.path) : undefined;
    if (folder === undefined || file?.startsWith(folder) !== true) throw cause;
    throw new Error(
      `DOCKER_CERT_PATH: cannot read ${file}: set it to a folder with ca.pem, cert.pem and key.pem, or unset it`,
      { cause },
    );
  }
}

class ContainerDriver implements DockerDriver {
  readonly name = 'docker';
  readonly #engine: Docker;
  readonly #cluster: string;
  readonly #fence: () => void;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #closing = new AbortController();

  constructor(options: DockerDriverOptions) {
    this.#cluster = options.cluster;
    this.#fence = options.fence ?? (() => {});
    this.#engine = options.engine ?? engineOfEnvironment();
    this.#logger = options.logger ?? silentLogger;
    this.#clock = options.clock ?? systemClock;
  }

  engineVersion(options?: CallOptions): Promise<string> {
    return this.#during(options, async (signal) => {
      return this.#call('ask the engine for its version', signal, async () => {
        const { Version, ApiVersion } = await this.#engine.version();
        return `${Version} (API ${ApiVersion})`;
      });
    });
  }

  createServer(
    owner: ServerOwner,
    spec: ServerSpec,
    options?: CallOptions,
  ): Promise<{ id: string }> {
    return this.#during(options, async (signal) => {
      const existing = await this.#find(owner, signal);
      const id = existing ?? (await this.#create(owner, spec, signal));
      if (spec.running) await this.#start(id, signal);
      return { id };
    });
  }

  updateServer(owner: ServerOwner, spec: ServerSpec, options?: CallOptions): Promise<void> {
    return this.#during(options, async (signal) => {
      const id = await this.#find(owner, signal);
      if (id === undefined) {
        const message = `no container for ${owner.namespace}/${owner.name}`;
        throw new DriverError(message, { kind: 'vanished', reason: 'ServerVanished' });
      }
      await this.#change(`update container ${id}`, signal, (abortSignal) =>
        this.#engine.getContainer(id).update({ ...limitsOf(spec), abortSignal }),
      );
      await (spec.running ? this.#start(id, signal) : this.#stop(id, signal));
    });
  }

  deleteServer(owner: ServerOwner, options?: CallOptions): Promise<void> {
    return this.#during(options, async (signal) => {
      for (const { Id } of await this.#containers(ownerFilter(this.#cluster, owner), signal)) {
        await this.#remove(Id, signal);
      }
    });
  }

  isServerExist(owner: ServerOwner, options?: CallOptions): Promise<boolean> {
    return this.#during(options, async (signal) => {
      return (await this.#find(owner, signal)) !== undefined;
    });
  }

  getServerStatus(owner: ServerOwner, options?: CallOptions): Promise<ServerState | undefined> {
    return this.#during(options, async (signal) => {
      const id = await this.#find(owner, signal);
      if (id === undefined) return undefined;
      const inspected = await absentAsUndefined(
        this.#call(`inspect container ${id}`, signal, (abortSignal) =>
          this.#engine.getContainer(id).inspect({ abortSignal }),
        ),
      );
      if (inspected === undefined) return undefined;
      const { State, Config, HostConfig } = inspected;
      return {
        id,
        state: State.Status,
        spec: {
          image: Config.Image,
          nanoCpus: HostConfig.NanoCpus ?? 0,
          memoryBytes: HostConfig.Memory ?? 0,
          running: State.Running && !State.Paused,
        },
      };
    });
  }

  getServerUsage(owner: ServerOwner, options?: CallOptions): Promise<ServerUsage | undefined> {
    return this.#during(options, async (signal) => {
      const id = await this.#find(owner, signal);
      if (id === undefined) return undefined;
      const stats = await absentAsUndefined(
        this.#call(`sample container ${id}`, signal, (abortSignal) => {
          // The types do not know that every call takes a signal.
          const options = { stream: false as const, abortSignal };
          return this.#engine.getContainer(id).stats(options);
        }),
      );
      return stats && usageFrom(stats);
    });
  }

  listServers(options?: CallOptions): Promise<ServerOwner[]> {
    return this.#during(options, async (signal) => {
      const containers = await this.#containers(clusterFilter(this.#cluster), signal);
      return containers.flatMap(({ Labels }) => ownerFromLabels(Labels) ?? []);
    });
  }

  async *watchServers(options: CallOptions = {}): AsyncIterable<ServerEvent> {
    const ended = childAbort(options.signal, this.#closing.signal);
    try {
      yield* this.#events(ended.signal);
    } finally {
      ended.abort();
    }
  }

  async *#events(signal: AbortSignal): AsyncGenerator<ServerEvent, void, undefined> {
    let isAway = false;
    for (;;) {
      signal.throwIfAborted();
      try {
        const stream = await this.#engine.getEvents({
          filters: { type: ['container'], event: EVENTS, label: clusterFilter(this.#cluster) },
          abortSignal: signal,
        });
        isAway = false;
        // The stream is open: nothing from here on is missed, so what was before is read again.
        yield { type: 'resync' };
        for await (const line of readLines(stream, signal)) {
          const owner = ownerOfEvent(line);
          if (owner !== undefined) yield { type: 'changed', owner };
        }
      } catch (cause) {
        if (!isAway) this.#tellAway(cause, signal);
        isAway = true;
      }
      await sleep(RECONNECT_MS, { clock: this.#clock, signal });
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new VmgenError('ERR_VMGEN_CLOSED', 'the docker driver was closed'));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Does what ends with the caller's signal, or when the driver is closed. */
  async #during<R>(
    options: CallOptions | undefined,
    work: (signal: AbortSignal) => Promise<R>,
  ): Promise<R> {
    const ended = childAbort(options?.signal, this.#closing.signal);
    try {
      return await work(ended.signal);
    } finally {
      ended.abort();
    }
  }

  /** Nobody else may call the engine meanwhile, and so hear that it is away. */
  #tellAway(cause: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    const error = engineError('follow the events of the engine', cause);
    this.#logger.warn('the Docker Engine does not tell its events; asking each second', { error });
  }

  async #find(owner: ServerOwner, signal: AbortSignal): Promise<string | undefined> {
    const [first] = await this.#containers(ownerFilter(this.#cluster, owner), signal);
    return first?.Id;
  }

  /** Containers in any state, oldest first, so that of two the same one is always taken. */
  async #containers(label: string[], signal: AbortSignal): Promise<Docker.ContainerInfo[]> {
    const found = await this.#call('list containers', signal, (abortSignal) =>
      this.#engine.listContainers({ all: true, filters: { label }, abortSignal }),
    );
    return found.sort((a, b) => a.Created - b.Created);
  }

  async #create(owner: ServerOwner, spec: ServerSpec, signal: AbortSignal): Promise<string> {
    const request = this.#fenced((abortSignal) =>
      this.#engine.createContainer({
        name: containerName(owner),
        Image: spec.image,
        Labels: labelsOf(this.#cluster, owner),
        HostConfig: {
          ...limitsOf(spec),
          CapDrop: ['ALL'],
          CapAdd: KEPT_CAPABILITIES,
          SecurityOpt: ['no-new-privileges:true'],
        },
        abortSignal,
      }),
    );
    const create = (): Promise<Docker.Container> =>
      this.#call(`create a container of image ${spec.image}`, signal, request);
    try {
      return (await create()).id;
    } catch (error) {
      if (statusCodeOf(error) === 404) {
        await this.#pull(spec.image, signal);
        return (await create()).id;
      }
      if (statusCodeOf(error) === 409) return this.#adopt(owner, error, signal);
      throw error;
    }
  }

  /** The name is taken: by ourselves, when an answer was lost, or by a stranger. */
  async #adopt(owner: ServerOwner, conflict: unknown, signal: AbortSignal): Promise<string> {
    const id = await this.#find(owner, signal);
    if (id !== undefined) return id;
    const message = `container name ${containerName(owner)} is taken by a container that is not ours; remove or rename it`;
    throw new DriverError(message, { kind: 'refused', reason: 'NameConflict', cause: conflict });
  }

  async #pull(image: string, signal: AbortSignal): Promise<void> {
    const silence = new SilenceWatch(this.#clock, PULL_SILENCE_MS);
    const abortSignal = AbortSignal.any([signal, silence.signal]);
    try {
      this.#fence();
      const progress = await this.#engine.pull(image, { abortSignal });
      await new Promise<void>((resolve, reject) =>
        this.#engine.modem.followProgress(
          progress,
          (error) => (error ? reject(error) : resolve()),
          () => silence.heard(),
        ),
      );
    } catch (error) {
      signal.throwIfAborted();
      const what = `pull image ${image}`;
      throw silence.signal.aborted
        ? silentPull(what, error)
        : engineError(what, error, 'ImagePullFailed');
    } finally {
      silence.end();
    }
  }

  async #start(id: string, signal: AbortSignal): Promise<void> {
    const container = this.#engine.getContainer(id);
    const { State } = await this.#call(
      `inspect container ${id}`,
      signal,
      (abortSignal) => container.inspect({ abortSignal }),
      containerError,
    );
    await this.#change(`start container ${id}`, signal, (abortSignal) =>
      unlessAlready(
        State.Paused ? container.unpause({ abortSignal }) : container.start({ abortSignal }),
      ),
    );
  }

  async #stop(id: string, signal: AbortSignal): Promise<void> {
    await this.#change(`stop container ${id}`, signal, (abortSignal) =>
      unlessAlready(this.#engine.getContainer(id).stop({ t: STOP_GRACE_SECONDS, abortSignal })),
    );
  }

  async #remove(id: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#stop(id, signal);
    } catch (error) {
      // Force may end what could not end by itself, or there is nothing left to stop.
      if (!(error instanceof DriverError) || error.kind === 'unreachable') throw error;
    }
    // Anonymous volumes go with the container; a removal under way answers 409 and is waited for.
    await absentAsUndefined(
      this.#change(`remove container ${id}`, signal, (abortSignal) =>
        this.#engine.getContainer(id).remove({ force: true, v: true, abortSignal }),
      ),
    );
  }

  /** A call that changes a container, which somebody may be removing at the same time. */
  async #change<T>(
    what: string,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.#call(what, signal, this.#fenced(call), containerError);
  }

  #fenced<T>(call: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
    return (signal) => {
      this.#fence();
      return call(signal);
    };
  }

  async #call<T>(
    what: string,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
    asError = engineError,
  ): Promise<T> {
    signal.throwIfAborted();
    try {
      return await call(AbortSignal.any([signal, AbortSignal.timeout(CALL_TIMEOUT_MS)]));
    } catch (error) {
      signal.throwIfAborted();
      throw asError(what, error);
    }
  }
}

interface Limits {
  readonly NanoCpus: number;
  readonly Memory: number;
  readonly MemorySwap: number;
  readonly PidsLimit: number;
}

/** Memory and swap together are the limit: a machine has no swap beyond its memory. */
function limitsOf(spec: ServerSpec): Limits {
  return {
    PidsLimit: PIDS_LIMIT,
    NanoCpus: spec.nanoCpus,
    Memory: spec.memoryBytes,
    MemorySwap: spec.memoryBytes === 0 ? 0 : spec.memoryBytes,
  };
}

/** What a call to a container gives that may be gone by now. */
async function absentAsUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (statusCodeOf(error) === 404) return undefined;
    throw error;
  }
}

/** The engine answers 304 when a container is already in the state that was asked for. */
async function unlessAlready(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (statusCodeOf(error) !== 304) throw error;
  }
}

/** Its engine does answer, so that other machines need not wait: it counts as a refusal. */
function silentPull(what: string, cause: unknown): DriverError {
  const message = `cannot ${what}: no progress for ${PULL_SILENCE_MS / 1_000} s; can the engine reach the registry?`;
  return new DriverError(message, { kind: 'refused', reason: 'ImagePullFailed', cause });
}

function ownerOfEvent(line: string): ServerOwner | undefined {
  const event = JSON.parse(line) as { Actor?: { Attributes?: Record<string, string> } };
  return ownerFromLabels(event.Actor?.Attributes ?? {});
}
