import {
  ApiError,
  createInformerFactory,
  createResourceClient,
  isAlreadyExists,
  isConflict,
  isForbidden,
  isNotFound,
  silentLogger,
  systemClock,
  VmgenError,
  type CallOptions,
  type Clock,
  type KubernetesObject,
  type Logger,
  type Persisted,
  type Quantity,
  type ResourceDefinition,
  type Transport,
} from '@vmgen/runtime';
import { sleep } from '@vmgen/runtime/async';
import { errorText } from '@vmgen/runtime/observability';
import { createPodClient, podResource, type Pod, type PodClient } from '@vmgen/kubernetes/core/v1';
import { DriverScope } from './driver-scope.js';
import {
  amount,
  isGated,
  isOver,
  isTerminating,
  ownerOfPod,
  podName,
  podOf,
  STOP_GRACE_SECONDS,
  stateOfPod,
  withoutGate,
} from './pod-server.js';
import { ServerEvents } from './server-events.js';
import { UID_LABEL } from './server-identity.js';
import { percentOf } from './server-usage.js';
import {
  DriverError,
  type ServerEvent,
  type ServerOwner,
  type ServerSpec,
  type ServerState,
  type ServerUsage,
  type VmDriver,
} from './vm-driver.js';

/** The time for the kubelet to stop and remove a pod, before the reconcile is retried. */
const REMOVAL_MS = (STOP_GRACE_SECONDS + 3) * 1_000;
const POLL_MS = 250;

/** A pod from the API server. */
type ServerPod = Persisted<Pod, 'Namespaced'>;

/** PodMetrics of the metrics API (k8s.io/metrics, metrics.k8s.io/v1beta1). */
interface PodMetrics extends KubernetesObject {
  readonly timestamp?: string;
  readonly containers?: readonly {
    readonly usage?: { readonly cpu?: Quantity; readonly memory?: Quantity };
  }[];
}

const podMetricsResource: ResourceDefinition<PodMetrics, 'Namespaced'> = {
  group: 'metrics.k8s.io',
  version: 'v1beta1',
  kind: 'PodMetrics',
  listKind: 'PodMetricsList',
  plural: 'pods',
  singular: 'pod',
  scope: 'Namespaced',
  deepCopy: (metrics) => structuredClone(metrics) as PodMetrics,
};

/** Options of {@link createPodDriver}. */
export interface PodDriverOptions {
  /**
   * Called directly before each change. Throws if this process may no longer make changes. Defaults
   * to no check.
   */
  readonly fence?: () => void;
  /** Logs lost watches. Defaults to no logging. */
  readonly logger?: Logger;
  /** Defaults to {@link systemClock}. */
  readonly clock?: Clock;
}

/**
 * Creates a driver that runs each VirtualMachine as a Pod in its namespace. Kubernetes schedules
 * and restarts the pods, and deletes them with their VirtualMachine. The caller closes the
 * transport.
 *
 * A stopped server is a pod with a scheduling gate. To stop or resize a server, its pod is replaced.
 *
 * @example
 * await using transport = createHttpTransport(await loadKubeConfig());
 * await using driver = createPodDriver(transport);
 */
export function createPodDriver(transport: Transport, options: PodDriverOptions = {}): VmDriver {
  return new PodDriver(transport, options);
}

class PodDriver implements VmDriver {
  readonly name = 'pod';
  readonly #transport: Transport;
  readonly #logger: Logger;
  readonly #clock: Clock;
  readonly #scope: DriverScope;

  constructor(transport: Transport, { fence, logger, clock }: PodDriverOptions) {
    this.#scope = new DriverScope(this.name, fence);
    this.#transport = transport;
    this.#logger = logger ?? silentLogger;
    this.#clock = clock ?? systemClock;
  }

  createServer(
    owner: ServerOwner,
    spec: ServerSpec,
    options?: CallOptions,
  ): Promise<{ id: string }> {
    return this.#scope.run(options, async (signal) => {
      const pod = (await this.#find(owner, signal)) ?? (await this.#create(owner, spec, signal));
      if (isTerminating(pod)) throw removalPending(owner);
      if (spec.running && isGated(pod)) await this.#removeGate(pod, signal);
      return { id: pod.metadata.uid };
    });
  }

  updateServer(owner: ServerOwner, spec: ServerSpec, options?: CallOptions): Promise<void> {
    return this.#scope.run(options, async (signal) => {
      const pod = await this.#find(owner, signal);
      if (pod === undefined) {
        const message = `no pod for ${owner.namespace}/${owner.name}`;
        throw new DriverError(message, { kind: 'vanished', reason: 'ServerVanished' });
      }
      const { spec: actual } = stateOfPod(pod);
      const isResized =
        actual.nanoCpus !== spec.nanoCpus || actual.memoryBytes !== spec.memoryBytes;
      const isStopped = isGated(pod) && !isTerminating(pod);
      if (isTerminating(pod) || isOver(pod) || isResized || (!spec.running && !isStopped)) {
        await this.#remove(owner, [pod], signal);
        await this.#create(owner, { ...spec, image: actual.image }, signal);
      } else if (spec.running && isStopped) {
        await this.#removeGate(pod, signal);
      }
    });
  }

  deleteServer(owner: ServerOwner, options?: CallOptions): Promise<void> {
    return this.#scope.run(options, async (signal) => {
      const selection = { labelSelector: `${UID_LABEL}=${owner.uid}` };
      const pods = await this.#call('list pods', signal, (limited) =>
        this.#pods(owner).list({ ...selection, signal: limited }),
      );
      const own = pods.items.filter((pod) => ownerOfPod(pod)?.uid === owner.uid);
      await this.#remove(owner, own, signal);
    });
  }

  isServerExist(owner: ServerOwner, options?: CallOptions): Promise<boolean> {
    return this.#scope.run(
      options,
      async (signal) => (await this.#find(owner, signal)) !== undefined,
    );
  }

  getServerStatus(owner: ServerOwner, options?: CallOptions): Promise<ServerState | undefined> {
    return this.#scope.run(options, async (signal) => {
      const pod = await this.#find(owner, signal);
      return pod && stateOfPod(pod);
    });
  }

  getServerUsage(owner: ServerOwner, options?: CallOptions): Promise<ServerUsage | undefined> {
    return this.#scope.run(options, async (signal) => {
      const pod = await this.#find(owner, signal);
      if (pod === undefined || stateOfPod(pod).state !== 'running') return undefined;
      const metrics = await this.#metricsOf(pod, signal);
      const [{ usage } = {}] = metrics?.containers ?? [];
      // Until the next sample, those of the former pod with this name.
      const isFormer =
        Date.parse(metrics?.timestamp ?? '') < Date.parse(pod.metadata.creationTimestamp ?? '');
      if (usage === undefined || isFormer) return undefined;
      const { memoryBytes } = stateOfPod(pod).spec;
      return {
        cpu: percentOf(amount(usage.cpu, 1e9), 1e9),
        // Without a limit, the share of the node's memory is unknown.
        memory: memoryBytes === 0 ? 0 : percentOf(amount(usage.memory, 1), memoryBytes),
      };
    });
  }

  listServers(options?: CallOptions): Promise<ServerOwner[]> {
    return this.#scope.run(options, async (signal) => {
      const pods = createPodClient(this.#transport);
      const { items } = await this.#call('list pods', signal, (limited) =>
        pods.list({ labelSelector: UID_LABEL, signal: limited }),
      );
      return items.flatMap((pod) => ownerOfPod(pod) ?? []);
    });
  }

  watchServers(options?: CallOptions): AsyncIterable<ServerEvent> {
    return this.#scope.iterate(options, (signal) => this.#watch(signal));
  }

  async close(): Promise<void> {
    this.#scope.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * After a lost watch, the informer reports all changes, so `resync` is needed only once. It reads
   * only the metadata of pods, whose resource version also changes with the status.
   */
  async *#watch(signal: AbortSignal): AsyncGenerator<ServerEvent, void, undefined> {
    const events = new ServerEvents();
    const notify = (pod: Parameters<typeof ownerOfPod>[0]): void => {
      const owner = ownerOfPod(pod);
      if (owner !== undefined) events.notify(owner);
    };
    await using factory = createInformerFactory(this.#transport, {
      labelSelector: UID_LABEL,
      logger: this.#logger,
      clock: this.#clock,
    });
    const informer = factory.metadataInformerFor(podResource);
    informer.addHandler({
      onAdd: notify,
      onUpdate: (_before, after) => notify(after),
      onDelete: notify,
    });
    factory.start({ signal });
    await informer.synced({ signal });
    yield* events.watch(signal);
  }

  #pods({ namespace }: { readonly namespace: string }): PodClient {
    return createPodClient(this.#transport, namespace);
  }

  /** Returns the pod of an owner. Rejects if another object has its name. */
  async #find(owner: ServerOwner, signal: AbortSignal): Promise<ServerPod | undefined> {
    const name = podName(owner);
    const pod = await this.#call(`read pod ${name}`, signal, (limited) =>
      this.#pods(owner).find(name, { signal: limited }),
    );
    return pod !== undefined && ownerOfPod(pod)?.uid === owner.uid ? pod : undefined;
  }

  async #create(owner: ServerOwner, spec: ServerSpec, signal: AbortSignal): Promise<ServerPod> {
    const pod = podOf(owner, spec);
    try {
      return await this.#change(`create pod ${podName(owner)}`, signal, (limited) =>
        this.#pods(owner).create(pod, { signal: limited }),
      );
    } catch (error) {
      const cause = error instanceof DriverError ? error.cause : undefined;
      if (!isAlreadyExists(cause)) throw error;
      // Its creation may have succeeded although the response was lost.
      const existing = await this.#find(owner, signal);
      if (existing !== undefined) return existing;
      const message = `pod name ${podName(owner)} is used by another pod; delete that pod`;
      throw new DriverError(message, { kind: 'refused', reason: 'NameConflict', cause });
    }
  }

  /** Deletes pods and waits until they are gone, so that a server never runs twice. */
  async #remove(
    owner: ServerOwner,
    pods: readonly ServerPod[],
    signal: AbortSignal,
  ): Promise<void> {
    const client = this.#pods(owner);
    for (const { metadata } of pods) {
      if (metadata.deletionTimestamp !== undefined) continue;
      const preconditions = { uid: metadata.uid };
      await absentAsUndefined(
        this.#change(`delete pod ${metadata.name}`, signal, (limited) =>
          client.delete(metadata.name, { preconditions, signal: limited }),
        ),
      );
    }
    const endMs = this.#clock.nowMs() + REMOVAL_MS;
    for (const { metadata } of pods) {
      for (;;) {
        const found = await this.#call(`read pod ${metadata.name}`, signal, (limited) =>
          client.find(metadata.name, { signal: limited }),
        );
        if (found?.metadata.uid !== metadata.uid) break;
        if (this.#clock.nowMs() >= endMs) throw removalPending(owner);
        await sleep(POLL_MS, { clock: this.#clock, signal });
      }
    }
  }

  async #removeGate({ metadata }: ServerPod, signal: AbortSignal): Promise<void> {
    const { name, namespace, uid } = metadata;
    await this.#change(`start pod ${name}`, signal, (limited) =>
      this.#pods({ namespace }).strategicMergePatch(name, withoutGate(uid), { signal: limited }),
    );
  }

  /** Returns undefined if the cluster has no metrics API, or not yet metrics of this pod. */
  async #metricsOf({ metadata }: ServerPod, signal: AbortSignal): Promise<PodMetrics | undefined> {
    const { name, namespace } = metadata;
    const metrics = createResourceClient(this.#transport, podMetricsResource, { namespace });
    try {
      return await this.#call('read the usage', signal, (limited) =>
        metrics.get(name, { signal: limited }),
      );
    } catch (error) {
      const cause = error instanceof DriverError ? error.cause : undefined;
      // Without the API, servers respond with 404; if its own server is away, with 503.
      const isAbsent = isNotFound(cause) || isForbidden(cause);
      if (isAbsent || (cause instanceof ApiError && cause.statusCode >= 500)) return undefined;
      throw error;
    }
  }

  #change<T>(
    what: string,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    this.#scope.checkFence();
    return this.#call(what, signal, call);
  }

  #call<T>(
    what: string,
    signal: AbortSignal,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    return this.#scope.call(what, signal, call, podError);
  }
}

function removalPending({ namespace, name }: ServerOwner): DriverError {
  const message = `the pod of ${namespace}/${name} is still being removed`;
  return new DriverError(message, { kind: 'vanished', reason: 'ServerTerminating' });
}

async function absentAsUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof DriverError && error.kind === 'vanished') return undefined;
    throw error;
  }
}

/** Creates the error of a failed call to the API server. */
function podError(what: string, cause: unknown): DriverError {
  const message = `cannot ${what}: ${errorText(cause)}`;
  if (cause instanceof VmgenError && cause.code === 'ERR_VMGEN_ARGUMENT') {
    return new DriverError(message, { kind: 'refused', reason: 'InvalidName', cause });
  }
  if (!(cause instanceof ApiError)) {
    return new DriverError(message, { kind: 'unreachable', reason: 'ApiUnreachable', cause });
  }
  const { statusCode, reason } = cause;
  // A conflict means that the pod was replaced in the meantime.
  if (statusCode === 404 || isConflict(cause)) {
    return new DriverError(message, { kind: 'vanished', reason: 'ServerVanished', cause });
  }
  if (statusCode === 429 || statusCode >= 500) {
    return new DriverError(message, { kind: 'unreachable', reason: 'ApiUnavailable', cause });
  }
  return new DriverError(message, { kind: 'refused', reason: reason || 'PodRefused', cause });
}
