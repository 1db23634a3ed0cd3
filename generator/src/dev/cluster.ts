import { pause, systemClock, type Clock } from '@vmgen/runtime/async';
import { leaseResource } from '@vmgen/runtime/api';
import { createResourceClient, isConflict, isNotFound } from '@vmgen/runtime/client';
import { createDynamicClient } from '@vmgen/runtime/discovery';
import { shownServer } from '@vmgen/runtime/internal';
import { toManifest, type Manifest } from '@vmgen/runtime/meta';
import {
  createHttpTransport,
  loadKubeConfig,
  type HttpTransport,
  type LoadKubeConfigOptions,
} from '@vmgen/runtime/transport';
import { errorMessage } from '@vmgen/base/text';

/** The owner of the fields that this command applies. */
const FIELD_MANAGER = 'vmgen-dev';
/** How long the server may take to serve a kind after its CRD was created, and to delete its objects. */
const ESTABLISH_MS = 10_000;
const ESTABLISH_POLL_MS = 50;
const PROBE_MS = 3_000;

/** An object that was not applied or deleted. */
export interface FailedObject {
  readonly object: string;
  readonly reason: string;
}

/** A process of the operator that has ended, perhaps without a release of its Leases. */
export interface EndedProcess {
  /** The namespace of its Leases. */
  readonly namespace: string;
  /** The start of the identity of the process in its Leases. */
  readonly pod: string;
}

/** A condition in the status of a CRD. */
interface CrdCondition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

/** A cluster, and the requests of this command to it. */
export class Cluster {
  /** The URL of the server, without a password. */
  readonly server: string;
  readonly #transport: HttpTransport;
  readonly #namespace: string;
  readonly #clock: Clock;

  private constructor(transport: HttpTransport, server: string, namespace: string, clock: Clock) {
    this.#transport = transport;
    this.server = server;
    this.#namespace = namespace;
    this.#clock = clock;
  }

  /**
   * Reads the configuration of a cluster; sends no request.
   *
   * @throws VmgenError if there is no configuration, or it is invalid
   */
  static async open(options: LoadKubeConfigOptions, clock: Clock = systemClock): Promise<Cluster> {
    const config = await loadKubeConfig(options);
    const { server, namespace = 'default' } = config;
    return new Cluster(createHttpTransport(config), shownServer(server), namespace, clock);
  }

  /**
   * Resolves if the server answers, whatever it answers.
   *
   * @throws the error of the connection
   */
  async probe(): Promise<void> {
    const signal = AbortSignal.timeout(PROBE_MS);
    const answer = await this.#transport.request({ method: 'GET', path: '/version', signal });
    await answer.text();
  }

  /** Whether a namespace exists. One that the user may not read is assumed to. */
  async hasNamespace(name: string): Promise<boolean> {
    const path = `/api/v1/namespaces/${name}`;
    const signal = AbortSignal.timeout(PROBE_MS);
    const answer = await this.#transport.request({ method: 'GET', path, signal });
    await answer.text();
    return answer.status !== 404;
  }

  /** Returns those of the CRDs that are installed. */
  async installed(crds: readonly Manifest[]): Promise<Manifest[]> {
    const found = await Promise.all(
      crds.map(async (crd) => {
        const client = await createDynamicClient(this.#transport).forObject(crd);
        return client.find(crd.metadata.name);
      }),
    );
    return found.flatMap((each) => (each === undefined ? [] : toManifest(each)));
  }

  /** Applies CRDs, and waits until the server serves their kinds; one that it does not serve has failed. */
  async install(crds: readonly Manifest[]): Promise<readonly FailedObject[]> {
    const failed = [...(await this.apply(crds))];
    const deadline = this.#clock.nowMs() + ESTABLISH_MS;
    for (const crd of crds) {
      const object = describeObject(crd);
      if (failed.some((each) => each.object === object)) continue;
      let conditions = await this.#conditions(crd);
      while (!isEstablished(conditions) && this.#clock.nowMs() < deadline) {
        await pause(this.#clock, ESTABLISH_POLL_MS);
        conditions = await this.#conditions(crd);
      }
      if (isEstablished(conditions)) continue;
      const found = conditions.length === 0 ? ['it has no conditions'] : conditions.map(textOf);
      failed.push({ object, reason: `the server does not serve it: ${found.join('; ')}` });
    }
    return failed;
  }

  async #conditions(crd: Manifest): Promise<readonly CrdCondition[]> {
    const [found] = await this.installed([crd]);
    const status = found?.['status'] as { conditions?: CrdCondition[] } | undefined;
    return status?.conditions ?? [];
  }

  /** Applies objects in their order. Takes the applied fields from other owners. */
  async apply(objects: readonly Manifest[]): Promise<readonly FailedObject[]> {
    return this.#each(objects, async (object, dynamic) => {
      const client = await dynamic.forObject(object, { namespace: this.#namespace });
      await client.apply(object, { fieldManager: FIELD_MANAGER, force: true });
    });
  }

  /** Deletes objects, the last first; those that do not exist are deleted. */
  async delete(objects: readonly Manifest[]): Promise<readonly FailedObject[]> {
    return this.#each(objects.toReversed(), async (object, dynamic) => {
      const client = await dynamic.forObject(object, { namespace: this.#namespace });
      await client.delete(object.metadata.name).catch((error: unknown) => {
        if (!isNotFound(error)) throw error;
      });
    });
  }

  /** Deletes objects that have no namespace, and waits until they are gone: CRDs with all objects of their kinds. */
  async remove(objects: readonly Manifest[]): Promise<readonly FailedObject[]> {
    const failed = [...(await this.delete(objects))];
    const deadline = this.#clock.nowMs() + ESTABLISH_MS;
    for (const each of objects) {
      const object = describeObject(each);
      if (failed.some((other) => other.object === object)) continue;
      let found = await this.installed([each]);
      while (found.length > 0 && this.#clock.nowMs() < deadline) {
        await pause(this.#clock, ESTABLISH_POLL_MS);
        found = await this.installed([each]);
      }
      if (found.length === 0) continue;
      const reason =
        'it is being deleted, and objects of it have finalizers that nobody removes: end vmgen dev, and start it again';
      failed.push({ object, reason });
    }
    return failed;
  }

  /**
   * Deletes the Leases of a process that has ended without a release.
   *
   * @throws the error of the connection, also after 3 s without an answer, or an ApiError
   */
  async releaseLeases({ namespace, pod }: EndedProcess): Promise<void> {
    const signal = AbortSignal.timeout(PROBE_MS);
    const leases = createResourceClient(this.#transport, leaseResource, { namespace });
    for (const { metadata, spec } of (await leases.list({ signal })).items) {
      if (spec?.holderIdentity?.startsWith(`${pod}_`) !== true) continue;
      const { resourceVersion } = metadata;
      await leases
        .delete(metadata.name, { preconditions: { resourceVersion }, signal })
        .catch((error: unknown) => {
          // Another process has taken it.
          if (!isNotFound(error) && !isConflict(error)) throw error;
        });
    }
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #each(
    objects: readonly Manifest[],
    work: (object: Manifest, dynamic: ReturnType<typeof createDynamicClient>) => Promise<void>,
  ): Promise<readonly FailedObject[]> {
    // Its discovery is cached, and kinds may have changed since the last call.
    const dynamic = createDynamicClient(this.#transport);
    const failed: FailedObject[] = [];
    for (const object of objects) {
      try {
        await work(object, dynamic);
      } catch (error) {
        failed.push({ object: describeObject(object), reason: errorMessage(error) });
      }
    }
    return failed;
  }
}

const describeObject = ({ kind, metadata }: Manifest): string =>
  [kind, metadata.namespace, metadata.name].filter(Boolean).join(' ');

const isEstablished = (conditions: readonly CrdCondition[]): boolean =>
  conditions.some(({ type, status }) => type === 'Established' && status === 'True');

const textOf = ({ type, status, reason = '', message = '' }: CrdCondition): string =>
  [`${type} is ${status}`, reason, message].filter((part) => part !== '').join(', ');
