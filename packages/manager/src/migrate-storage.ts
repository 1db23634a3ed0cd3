import {
  isAlreadyExists,
  isConflict,
  isForbidden,
  isNotFound,
  silentLogger,
  systemClock,
  VmgenError,
} from '@vmgen/runtime';
import type {
  Clock,
  KubernetesObject,
  Logger,
  ResourceDefinition,
  Transport,
} from '@vmgen/runtime';
import { customResourceDefinitionResource } from '@vmgen/runtime/api';
import { sleep, TokenBucket } from '@vmgen/runtime/async';
import {
  ApiError,
  createMetadataClient,
  type MetadataClient,
  type MetadataResource,
  type PartialObjectMetadata,
} from '@vmgen/runtime/client';
import { errorText } from '@vmgen/runtime/observability';
import { checkNumber, createFullClient } from '@vmgen/runtime/internal';

/** Options of {@link migrateStorage}. */
export interface StorageMigrationOptions {
  /** Ends the migration, which rejects with the signal's reason. Another call continues. */
  readonly signal?: AbortSignal;
  /** Receives the progress. Defaults to no logging. */
  readonly logger?: Logger;
  /** The maximum number of objects that this process writes per second. Defaults to 50. */
  readonly perSecond?: number;
  /**
   * How long the cluster's own controller may take to start a StorageVersionMigration, in
   * milliseconds, before this process writes the objects itself. It also does so if a started one does
   * not change for an hour. 0 creates no StorageVersionMigration. Defaults to 180,000: the controller of
   * a cluster in which nobody writes objects of the kind waits for a bookmark, which is sent about once
   * a minute.
   */
  readonly controllerTimeoutMs?: number;
  /**
   * Whether to check all objects even if the definition shows nothing to do: for `managedFields` of a
   * version that was already removed from it. Defaults to false.
   */
  readonly force?: boolean;
  /** Defaults to `systemClock`. */
  readonly clock?: Clock;
}

interface CrdSpec {
  readonly group: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly names: { readonly plural: string; readonly kind: string; readonly singular?: string };
  readonly versions: readonly {
    readonly name: string;
    readonly served: boolean;
    readonly storage: boolean;
  }[];
}

interface StorageVersionMigration extends KubernetesObject {
  spec: { resource: { group: string; resource: string } };
  status?: { resourceVersion?: string; conditions?: { type: string; status: string }[] };
}

const storageVersionMigrationResource: ResourceDefinition<StorageVersionMigration, 'Cluster'> = {
  group: 'storagemigration.k8s.io',
  version: 'v1',
  kind: 'StorageVersionMigration',
  listKind: 'StorageVersionMigrationList',
  plural: 'storageversionmigrations',
  singular: 'storageversionmigration',
  scope: 'Cluster',
  deepCopy: (object) => structuredClone(object) as StorageVersionMigration,
};

/** What is to be done for a definition, as it was read. */
interface Plan {
  readonly generation: number;
  readonly resource: MetadataResource;
  /** The storage version. */
  readonly storage: string;
  /** The other versions in which objects may be stored. */
  readonly stale: readonly string[];
  /** The `apiVersion`s of served versions. */
  readonly served: ReadonlySet<string>;
  readonly hasUnserved: boolean;
}

const PAGE_SIZE = 500;
const MAX_FAILURES = 20;
const MAX_ATTEMPTS = 5;
const RETRY_MS = 60_000;
const POLL_MS = 2_000;
/** How long a running StorageVersionMigration may remain unchanged. */
const RUNNING_MS = 3_600_000;
/** The pause after the first conflict; it doubles with each further one. */
const CONFLICT_MS = 100;
const MAX_CONFLICTS = 8;
/** Other API servers may use the previous storage version for this long. */
const PROPAGATION_MS = 10_000;

/**
 * Writes all objects of a kind again, so that the API server stores them in the storage version, and
 * removes the other versions from `status.storedVersions` of the CustomResourceDefinition. Also removes
 * entries of `managedFields` of versions that are not served: once such a version is removed from the
 * definition, a server-side apply of the object fails with status 500 (kubernetes/kubernetes#111937).
 * Does nothing if the definition shows nothing to do; so an operator calls it on each start.
 *
 * A StorageVersionMigration (`storagemigration.k8s.io/v1`, Kubernetes 1.37) does the first two if the
 * API is served, the caller may use it, and the cluster's controller starts in time. Otherwise, this
 * process lists the metadata of the objects in pages, and sends an empty patch for each. The spec of an
 * object never changes. An interrupted migration starts again; objects that are already migrated are
 * not written again.
 *
 * Permissions: `get` of the definition and `patch` of its status; `list` and `patch` of the kind, and
 * `get` after a conflict; and, optionally, `create`, `get` and `delete` of `storageversionmigrations`.
 *
 * Resolves with the versions that were removed from `status.storedVersions`. Tries again a few times
 * if objects cannot be written, or if the definition changes meanwhile, and then rejects with a
 * `VmgenError` (`ERR_VMGEN_STATE`).
 *
 * @example
 * manager.task('storage-migration', async (task) => {
 *   await migrateStorage(task.transport, siteResource, task).catch((error: unknown) => {
 *     task.signal.throwIfAborted();
 *     task.logger.error('could not migrate the storage', { error });
 *   });
 * });
 */
export async function migrateStorage(
  transport: Transport,
  resource: Pick<ResourceDefinition, 'group' | 'plural'>,
  options: StorageMigrationOptions = {},
): Promise<readonly string[]> {
  const name = `${resource.plural}.${resource.group}`;
  const { logger = silentLogger, clock = systemClock, signal } = options;
  const migration = new StorageMigration(transport, name, { ...options, logger, clock });
  for (let attempt = 1; ; attempt++) {
    try {
      return await migration.run();
    } catch (error) {
      signal?.throwIfAborted();
      const isRetriable = error instanceof VmgenError && error.code === 'ERR_VMGEN_STATE';
      if (!isRetriable || attempt === MAX_ATTEMPTS) throw error;
      logger.warn('could not migrate the storage; retrying', { definition: name, error });
      await sleep(RETRY_MS * attempt, { clock, ...(signal && { signal }) });
    }
  }
}

/** Migrates the objects of one definition. */
class StorageMigration {
  readonly #transport: Transport;
  readonly #name: string;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #signal: { readonly signal?: AbortSignal };
  readonly #force: boolean;
  readonly #controllerTimeoutMs: number;
  readonly #tokens: TokenBucket;
  readonly #definitions;
  readonly #migrations;

  constructor(
    transport: Transport,
    name: string,
    {
      clock,
      logger,
      signal,
      perSecond = 50,
      controllerTimeoutMs = 180_000,
      force = false,
    }: StorageMigrationOptions & Required<Pick<StorageMigrationOptions, 'clock' | 'logger'>>,
  ) {
    checkNumber('perSecond', perSecond, { min: 0.001 });
    this.#transport = transport;
    this.#name = name;
    this.#clock = clock;
    this.#logger = logger;
    this.#signal = signal ? { signal } : {};
    this.#force = force;
    this.#controllerTimeoutMs = checkNumber('controllerTimeoutMs', controllerTimeoutMs, { min: 0 });
    this.#tokens = new TokenBucket({ perSecond, burst: 1, clock });
    this.#definitions = createFullClient(transport, customResourceDefinitionResource);
    this.#migrations = createFullClient(transport, storageVersionMigrationResource);
  }

  async run(): Promise<readonly string[]> {
    const plan = await this.#plan();
    const { stale, storage } = plan;
    const about = { definition: this.#name, from: stale.join(', '), to: storage };
    if (stale.length > 0) this.#logger.info('migrating the storage', about);
    const writesAll = stale.length > 0 && !(await this.#migrateByController(plan));
    if (writesAll || plan.hasUnserved || this.#force) await this.#rewrite(plan, writesAll);
    if (writesAll) await this.#trim(plan);
    if (stale.length > 0) this.#logger.info('migrated the storage', about);
    return stale;
  }

  async #plan(): Promise<Plan> {
    const { metadata, spec, status } = await this.#definitions.get(this.#name, this.#signal);
    const { group, scope, names, versions } = spec as unknown as CrdSpec;
    const storage = versions.find((version) => version.storage)?.name ?? '';
    const served = versions.filter((version) => version.served).map((version) => version.name);
    const version = served.includes(storage) ? storage : served[0];
    if (version === undefined) throw this.#error('serves no version; serve one to migrate objects');
    const { plural, kind, singular = kind.toLowerCase() } = names;
    return {
      generation: metadata.generation ?? 0,
      resource: { group, version, kind, listKind: `${kind}List`, plural, singular, scope },
      storage,
      stale: (status?.storedVersions ?? []).filter((each) => each !== storage),
      served: new Set(served.map((each) => `${group}/${each}`)),
      hasUnserved: served.length < versions.length,
    };
  }

  /** Returns whether the controller of the cluster has migrated the objects. */
  async #migrateByController({ resource, generation }: Plan): Promise<boolean> {
    if (this.#controllerTimeoutMs === 0) return false;
    const { group, plural } = resource;
    const name = `vmgen-${this.#name}`;
    try {
      // One of a former call may have ended.
      await this.#deleteMigration(name);
      await this.#migrations.create(
        { metadata: { name }, spec: { resource: { group, resource: plural } } },
        this.#signal,
      );
    } catch (error) {
      if (!isNotFound(error) && !isForbidden(error) && !isAlreadyExists(error)) throw error;
      const reason = errorText(error);
      this.#logger.info('cannot use a StorageVersionMigration; writing all objects', { reason });
      return false;
    }
    let sinceMs = this.#clock.nowMs();
    for (let seen = ''; ;) {
      await sleep(POLL_MS, { clock: this.#clock, ...this.#signal });
      const now = await this.#plan();
      if (now.stale.length === 0) {
        await this.#deleteMigration(name);
        return true;
      }
      const found = await this.#migrations.find(name, this.#signal);
      const state = stateOf(found);
      const progress = state === 'Running' ? `Running ${found?.metadata.resourceVersion}` : state;
      if (progress !== seen) [seen, sinceMs] = [progress, this.#clock.nowMs()];
      const limitMs = state === 'Running' ? RUNNING_MS : this.#controllerTimeoutMs;
      const isOver = state === 'Failed' || this.#clock.nowMs() - sinceMs >= limitMs;
      if (!isOver && found !== undefined && now.generation === generation) continue;
      this.#logger.warn(
        'the StorageVersionMigration did not succeed: kube-controller-manager may not run its ' +
          'controller; writing all objects',
        { migration: name, state },
      );
      await this.#deleteMigration(name);
      return false;
    }
  }

  async #deleteMigration(name: string): Promise<void> {
    try {
      await this.#migrations.delete(name, this.#signal);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  }

  /**
   * Patches all objects, or only those with managedFields of versions that are not served. The server
   * writes an object if its stored version or its managedFields change.
   */
  async #rewrite(plan: Plan, writesAll: boolean): Promise<void> {
    if (writesAll) await sleep(PROPAGATION_MS, { clock: this.#clock, ...this.#signal });
    const failures: string[] = [];
    let first: ApiError | undefined;
    let patched = 0;
    for await (const page of this.#pages(plan.resource)) {
      for (const object of page) {
        if (!writesAll && withoutUnserved(object, plan) === undefined) continue;
        try {
          await this.#patch(object, plan);
          patched++;
        } catch (error) {
          // Errors without an answer, such as a lost leadership, end the migration.
          if (!(error instanceof ApiError)) throw error;
          first ??= error;
          const { name, namespace } = object.metadata;
          failures.push(
            `${namespace === undefined ? '' : `${namespace}/`}${name}: ${error.message}`,
          );
          if (failures.length >= MAX_FAILURES) break;
        }
      }
      this.#logger.info('patched objects', { definition: this.#name, patched });
      if (failures.length >= MAX_FAILURES) break;
    }
    if (first === undefined) return;
    throw this.#error(`has objects that cannot be written: ${failures.join('; ')}`, first);
  }

  async *#pages(resource: MetadataResource) {
    const client = createMetadataClient(this.#transport, resource);
    let token: string | undefined;
    let hasExpired = false;
    do {
      try {
        const options = { limit: PAGE_SIZE, ...(token && { continue: token }), ...this.#signal };
        const { items, metadata } = await client.list(options);
        hasExpired = false;
        yield items;
        token = metadata.continue;
      } catch (error) {
        // The token of the answer continues in the current state: objects that were created since are
        // stored in the storage version.
        const isExpired = error instanceof ApiError && error.statusCode === 410;
        const next = isExpired ? error.status.metadata?.continue : undefined;
        if (!next || hasExpired) throw error;
        [token, hasExpired] = [next, true];
      }
    } while (token);
  }

  async #patch(object: PartialObjectMetadata, plan: Plan): Promise<void> {
    const { resource } = plan;
    const { name = '', namespace } = object.metadata;
    const client: MetadataClient =
      namespace === undefined
        ? createMetadataClient(this.#transport, { ...resource, scope: 'Cluster' })
        : createMetadataClient(this.#transport, resource, { namespace });
    let current: PartialObjectMetadata | undefined = object;
    for (let conflicts = 0; current !== undefined; conflicts++) {
      await sleep(this.#tokens.take(), { clock: this.#clock, ...this.#signal });
      const managedFields = withoutUnserved(current, plan);
      const { resourceVersion } = current.metadata;
      const metadata = managedFields && { resourceVersion, managedFields };
      try {
        await client.mergePatch(name, metadata === undefined ? {} : { metadata }, this.#signal);
        return;
      } catch (error) {
        if (isNotFound(error)) return;
        await this.#afterConflict(error, conflicts);
        current = await client.find(name, this.#signal);
      }
    }
  }

  /** Removes the other versions from the status, unless the spec has changed. */
  async #trim({ generation, storage }: Plan): Promise<void> {
    for (let conflicts = 0; ; conflicts++) {
      const { metadata } = await this.#definitions.get(this.#name, this.#signal);
      if (metadata.generation !== generation) throw this.#error('has changed meanwhile');
      const { resourceVersion } = metadata;
      const patch = { metadata: { resourceVersion }, status: { storedVersions: [storage] } };
      try {
        await this.#definitions.mergePatchStatus(this.#name, patch, this.#signal);
        return;
      } catch (error) {
        await this.#afterConflict(error, conflicts);
      }
    }
  }

  /** Waits before another attempt. Throws what is not a conflict, and too many of them. */
  async #afterConflict(error: unknown, conflicts: number): Promise<void> {
    if (!isConflict(error) || conflicts === MAX_CONFLICTS) throw error;
    await sleep(CONFLICT_MS * 2 ** conflicts, { clock: this.#clock, ...this.#signal });
  }

  #error(problem: string, cause?: Error): VmgenError {
    const message = `the CustomResourceDefinition ${this.#name} ${problem}`;
    return new VmgenError('ERR_VMGEN_STATE', message, cause && { cause });
  }
}

function stateOf(migration: StorageVersionMigration | undefined): string {
  const { conditions = [] } = migration?.status ?? {};
  return conditions.find(({ status }) => status === 'True')?.type ?? '';
}

/**
 * Returns the managedFields without entries of versions that are not served, or undefined if all are
 * served. An entry without content clears the list, which an empty list does not.
 */
function withoutUnserved(
  { metadata: { managedFields = [] } }: PartialObjectMetadata,
  { served }: Plan,
): object[] | undefined {
  const kept = managedFields.filter(({ apiVersion = '' }) => served.has(apiVersion));
  if (kept.length === managedFields.length) return undefined;
  return kept.length === 0 ? [{}] : kept;
}
