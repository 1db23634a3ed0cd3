import Docker from 'dockerode';
import {
  silentLogger,
  systemClock,
  type CallOptions,
  type Clock,
  type Logger,
} from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import { containerEvents } from './container-events.js';
import { DriverScope } from './driver-scope.js';
import { checkAnswer, containerError, engineError, statusCodeOf } from './engine-error.js';
import { ImagePulls } from './image-pulls.js';
import {
  creationOf,
  eventsQuery,
  isUsable,
  limitsOf,
  listQuery,
  REMOVE_QUERY,
  STATS_QUERY,
  STOP_QUERY,
} from './engine-requests.js';
import {
  clusterFilter,
  containerName,
  numberInName,
  ownerFilter,
  ownerFromLabels,
} from './server-identity.js';
import { usageFrom, type EngineSample } from './container-usage.js';
import {
  DriverError,
  type ServerEvent,
  type ServerOwner,
  type ServerSpec,
  type ServerState,
  type ServerUsage,
  type VmDriver,
} from './vm-driver.js';

/** How long, and how often, a container that another call creates is waited for. */
const CREATION_WAIT_MS = 50;
const MAX_CREATION_WAITS = 40;
/** The conflicts with a name that no container has, before another name is used. */
const PHANTOM_TRIES = 3;

/** Options of {@link createDockerDriver}. */
export interface DockerDriverOptions {
  /** Distinguishes this cluster's containers from those of other clusters on the same engine. */
  readonly cluster: string;
  /**
   * Called directly before each change. Throws if this process may no longer make changes. Defaults
   * to no check.
   */
  readonly fence?: () => void;
  /** The engine. Defaults to the one of Docker's environment variables. */
  readonly engine?: Docker;
  /** Logs an unreachable engine. Defaults to no logging. */
  readonly logger?: Logger;
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
}

/** A driver whose servers are containers of a Docker Engine. */
export interface DockerDriver extends VmDriver {
  /** Returns the version of the engine. Rejects if it is unreachable. */
  engineVersion(options?: CallOptions): Promise<string>;
}

/**
 * Creates a driver that runs each VirtualMachine as a container of a Docker Engine, which Docker's
 * environment variables define (DOCKER_HOST, DOCKER_TLS_VERIFY, DOCKER_CERT_PATH). Containers are
 * identified by labels, not by name. Containers without the labels of this cluster are not changed.
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
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #scope: DriverScope;
  readonly #pulls: ImagePulls;
  /** The number of conflicts with a name that no container has, by UID. */
  readonly #phantoms = new Map<string, number>();

  constructor(options: DockerDriverOptions) {
    this.#cluster = options.cluster;
    this.#scope = new DriverScope(this.name, options.fence);
    this.#engine = options.engine ?? engineOfEnvironment();
    this.#logger = options.logger ?? silentLogger;
    this.#clock = options.clock ?? systemClock;
    this.#pulls = new ImagePulls(this.#engine, this.#scope, this.#clock);
  }

  engineVersion(options?: CallOptions): Promise<string> {
    return this.#scope.run(options, async (signal) => {
      return this.#call('read the version of the engine', signal, async () => {
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
    return this.#scope.run(options, async (signal) => {
      const existing = await this.#findOnly(owner, signal);
      const id = existing ?? (await this.#create(owner, spec, signal));
      if (spec.running) await this.#start(id, signal);
      return { id };
    });
  }

  updateServer(owner: ServerOwner, spec: ServerSpec, options?: CallOptions): Promise<void> {
    return this.#scope.run(options, async (signal) => {
      const id = await this.#findOnly(owner, signal);
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
    return this.#scope.run(options, async (signal) => {
      for (const { Id } of await this.#containers(ownerFilter(this.#cluster, owner), signal)) {
        await this.#remove(Id, signal);
      }
      this.#phantoms.delete(owner.uid);
    });
  }

  isServerExist(owner: ServerOwner, options?: CallOptions): Promise<boolean> {
    return this.#scope.run(options, async (signal) => {
      return (await this.#find(owner, signal)) !== undefined;
    });
  }

  getServerStatus(owner: ServerOwner, options?: CallOptions): Promise<ServerState | undefined> {
    return this.#scope.run(options, async (signal) => {
      const id = await this.#find(owner, signal);
      if (id === undefined) return undefined;
      const inspected = await absentAsUndefined(
        this.#call(`inspect container ${id}`, signal, (abortSignal) =>
          inspect(this.#engine.getContainer(id), abortSignal),
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
        ...(State.OOMKilled && !State.Running && { endReason: 'OOMKilled' }),
      };
    });
  }

  getServerUsage(owner: ServerOwner, options?: CallOptions): Promise<ServerUsage | undefined> {
    return this.#scope.run(options, async (signal) => {
      const id = await this.#find(owner, signal);
      if (id === undefined) return undefined;
      const stats = await absentAsUndefined(
        this.#call(`sample container ${id}`, signal, async (abortSignal) => {
          // The types omit the option abortSignal, which all calls accept.
          const options = { ...STATS_QUERY, abortSignal };
          const answer = await this.#engine.getContainer(id).stats(options);
          return checkAnswer('a sample', answer, isSample);
        }),
      );
      return stats && usageFrom(stats);
    });
  }

  listServers(options?: CallOptions): Promise<ServerOwner[]> {
    return this.#scope.run(options, async (signal) => {
      const containers = await this.#containers(clusterFilter(this.#cluster), signal);
      return containers.flatMap(({ Labels }) => ownerFromLabels(Labels) ?? []);
    });
  }

  watchServers(options?: CallOptions): AsyncIterable<ServerEvent> {
    return this.#scope.iterate(options, (signal) =>
      containerEvents(
        {
          open: (abortSignal) =>
            this.#engine.getEvents({ ...eventsQuery(this.#cluster), abortSignal }),
          logger: this.#logger,
          clock: this.#clock,
        },
        signal,
      ),
    );
  }

  async close(): Promise<void> {
    this.#scope.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #find(owner: ServerOwner, signal: AbortSignal): Promise<string | undefined> {
    return (await this.#containersOf(owner, signal)).find(isUsable)?.Id;
  }

  /**
   * As {@link #find}, and removes the other containers of the server: those that the engine failed to remove, and those
   * with names that were given up, because the engine took longer to create them than anybody waited. None of them runs.
   */
  async #findOnly(owner: ServerOwner, signal: AbortSignal): Promise<string | undefined> {
    const found = await this.#containersOf(owner, signal);
    const used = found.find(isUsable);
    for (const each of found) if (each !== used) await this.#remove(each.Id, signal);
    return used?.Id;
  }

  /** Returns the containers of a server. The first usable one is used: it has the last name that was not given up. */
  async #containersOf(owner: ServerOwner, signal: AbortSignal): Promise<Docker.ContainerInfo[]> {
    const found = await this.#containers(ownerFilter(this.#cluster, owner), signal);
    const number = ({ Names = [] }: Partial<Docker.ContainerInfo>): number =>
      Math.max(0, ...Names.map((name) => numberInName(owner, name.replace(/^\//, ''))));
    return found.sort((a, b) => number(b) - number(a));
  }

  /**
   * Returns containers in any state, oldest first, so that the same one of several is always used.
   */
  async #containers(label: string[], signal: AbortSignal): Promise<Docker.ContainerInfo[]> {
    const found = await this.#call('list containers', signal, async (abortSignal) =>
      checkAnswer(
        'a list of containers',
        await this.#engine.listContainers({ ...listQuery(label), abortSignal }),
        (answer) => Array.isArray(answer) && answer.every(({ Id }) => typeof Id === 'string'),
      ),
    );
    return found.sort((a, b) => a.Created - b.Created);
  }

  async #create(owner: ServerOwner, spec: ServerSpec, signal: AbortSignal): Promise<string> {
    const request = this.#fenced((abortSignal) => {
      // Otherwise, dockerode sends all fields as parameters and in the body.
      const { query: _query, body: _body } = creationOf(
        this.#cluster,
        owner,
        spec,
        this.#nameNumber(owner),
      );
      const separate = { _query, _body, abortSignal };
      return this.#engine.createContainer(separate);
    });
    const create = (): Promise<Docker.Container> =>
      this.#call(`create a container of image ${spec.image}`, signal, request);
    try {
      return (await create()).id;
    } catch (error) {
      if (statusCodeOf(error) === 404) {
        await this.#pulls.pull(spec.image, signal);
        return (await create()).id;
      }
      if (statusCodeOf(error) === 409) return this.#adopt(owner, spec, error, signal);
      throw error;
    }
  }

  /** Another name is used after an engine has kept a name without a container (moby/moby#23371), or is slow. */
  #nameNumber(owner: ServerOwner): number {
    return Math.floor((this.#phantoms.get(owner.uid) ?? 0) / PHANTOM_TRIES);
  }

  /**
   * Handles a name conflict: the container is ours, of a concurrent call or of one whose response was
   * lost, or belongs to someone else. The engine reserves a name before it has the container.
   */
  async #adopt(
    owner: ServerOwner,
    spec: ServerSpec,
    conflict: unknown,
    signal: AbortSignal,
  ): Promise<string> {
    const name = containerName(owner, this.#nameNumber(owner));
    let isPhantom = true;
    for (let waits = 0; isPhantom && waits < MAX_CREATION_WAITS; waits++) {
      // The engine lists a new container shortly before other calls find it.
      if (await this.#isNameUsed(name, signal)) {
        const id = await this.#find(owner, signal);
        if (id !== undefined) return id;
        isPhantom = false;
      } else await sleep(CREATION_WAIT_MS, { clock: this.#clock, signal });
    }
    if (isPhantom) this.#phantoms.set(owner.uid, (this.#phantoms.get(owner.uid) ?? 0) + 1);
    if (containerName(owner, this.#nameNumber(owner)) !== name)
      return this.#create(owner, spec, signal);
    const problem = isPhantom
      ? `is reserved, but no container has it; another name is used after ${PHANTOM_TRIES} tries`
      : 'is used by another container; remove or rename it';
    const message = `container name ${name} ${problem}`;
    throw new DriverError(message, { kind: 'refused', reason: 'NameConflict', cause: conflict });
  }

  async #isNameUsed(name: string, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#call(`inspect the container ${name}`, signal, (abortSignal) =>
        this.#engine.getContainer(name).inspect({ abortSignal }),
      );
      return true;
    } catch (error) {
      if (statusCodeOf(error) === 404) return false;
      // The proxy of the engine refuses to inspect the container of someone else.
      if (statusCodeOf(error) === 403) return true;
      throw error;
    }
  }

  async #start(id: string, signal: AbortSignal): Promise<void> {
    const container = this.#engine.getContainer(id);
    const { State } = await this.#call(
      `inspect container ${id}`,
      signal,
      (abortSignal) => inspect(container, abortSignal),
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
      unlessAlready(this.#engine.getContainer(id).stop({ ...STOP_QUERY, abortSignal })),
    );
  }

  async #remove(id: string, signal: AbortSignal): Promise<void> {
    try {
      await this.#stop(id, signal);
    } catch (error) {
      // The forced removal below may succeed nevertheless.
      if (!(error instanceof DriverError) || error.kind === 'unreachable') throw error;
    }
    // A removal in progress responds with 409 and is retried.
    await absentAsUndefined(
      this.#change(`remove container ${id}`, signal, (abortSignal) =>
        this.#engine.getContainer(id).remove({ ...REMOVE_QUERY, abortSignal }),
      ),
    );
  }

  /** Changes a container, which may be removed concurrently. */
  async #change<T>(
    what: string,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.#call(what, signal, this.#fenced(call), containerError);
  }

  #fenced<T>(call: (signal: AbortSignal) => Promise<T>): (signal: AbortSignal) => Promise<T> {
    return (signal) => {
      this.#scope.checkFence();
      return call(signal);
    };
  }

  #call<T>(
    what: string,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
    asError = engineError,
  ): Promise<T> {
    return this.#scope.call(what, signal, call, asError);
  }
}

async function inspect(
  container: Docker.Container,
  abortSignal: AbortSignal,
): Promise<Docker.ContainerInspectInfo> {
  const answer = await container.inspect({ abortSignal });
  return checkAnswer(
    'a container',
    answer,
    ({ State: { Status }, Config: { Image }, HostConfig }) =>
      [Status, Image].every((text) => typeof text === 'string') && typeof HostConfig === 'object',
  );
}

function isSample({ memory_stats: memory, cpu_stats: now, precpu_stats: before }: EngineSample) {
  const samples = [now, before].map(({ cpu_usage: { total_usage: total } }) => total);
  return typeof memory === 'object' && samples.every((total) => typeof total === 'number');
}

/** Returns undefined if the container no longer exists. */
async function absentAsUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (statusCodeOf(error) === 404) return undefined;
    throw error;
  }
}

/** Ignores status 304, which means that the container already has the requested state. */
async function unlessAlready(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (statusCodeOf(error) !== 304) throw error;
  }
}
