import { configMapResource, secretResource } from '@vmgen/kubernetes/core/v1';
import type { Manager, TaskContext } from '@vmgen/manager';
import {
  createCache,
  createInformerFactory,
  createResourceClient,
  createWorkQueue,
  enqueueObjects,
  ensureFinalizer,
  hasFinalizer,
  objectKey,
  ownerKeys,
  patchStatus,
  releaseFinalizer,
  runWorkers,
  setCondition,
  type Cached,
  type ReconcileResult,
  type WorkQueue,
} from '@vmgen/runtime';
import {
  correctByHand,
  keyOf,
  type CachedSite,
  type Operator,
  type Parts,
  type Tools,
} from './operator.js';
import { siteResource, type Outside, type Site } from './sites.js';

const FINALIZER = 'web.example.com/record';

type Result = Promise<ReconcileResult | void>;

/** What the manager does for a controller, and its mutants do not. */
interface RawParts {
  /** The finalizer of a new site, before its first effect. */
  begin(site: CachedSite, tools: Tools): Result;
  /** A site that is being deleted. */
  end(site: CachedSite, tools: Tools): Result;
  /** Called before the caches have synced, with the names of the sites so far. */
  beforeSync(dns: Tools['dns'], names: ReadonlySet<string>): Promise<void>;
  /** Called with an error of a reconcile, which is then tried again. */
  onError(error: unknown): void;
  /** Returns the site to reconcile. */
  read(site: CachedSite, memory: Map<string, unknown>): CachedSite;
  readonly freezeObjects: boolean;
}

const reconciled = (site: CachedSite, tools: Tools): Result => tools.parts.reconcile(site, tools);

export const correctRaw: RawParts = {
  async begin(site, tools) {
    await ensureFinalizer(tools.siteClient, site, FINALIZER);
    return reconciled(site, tools);
  },
  async end(site, tools) {
    if (!hasFinalizer(site, FINALIZER)) return;
    await tools.parts.cleanUp(site, tools);
    await releaseFinalizer(tools.siteClient, site, FINALIZER);
  },
  beforeSync: async () => {},
  onError: (error) => {
    throw error;
  },
  read: (site) => site,
  freezeObjects: true,
};

/**
 * Declares an operator that uses only the informers and the queue of `@vmgen/runtime`, as the whole
 * content of a program. The manager only runs it as a task.
 */
export const rawOperatorOf =
  (raw: Partial<RawParts>, parts: Partial<Parts> = {}): Operator =>
  (manager, { dns }) =>
    manager.task('sites', (context) =>
      run(manager, context, dns, { ...correctRaw, ...raw }, { ...correctByHand, ...parts }),
    );

async function run(
  { clock }: Manager,
  { signal, transport }: TaskContext,
  dns: Outside['dns'],
  raw: RawParts,
  parts: Parts,
): Promise<void> {
  const factory = createInformerFactory(
    { request: (request) => transport.request(request), freezeObjects: raw.freezeObjects },
    { clock },
  );
  const { sites, pages, secrets } = createCache(factory, {
    sites: siteResource,
    pages: configMapResource,
    secrets: secretResource,
  });
  const queue: WorkQueue = createWorkQueue('sites', { clock });
  const memory = new Map<string, unknown>();
  const names = new Set<string>();
  const keysOf = (site: Cached<Site>): string[] => {
    names.add(site.metadata.name);
    return [objectKey(site)];
  };
  sites.informer.addHandler(enqueueObjects(queue, { keysOf }));
  pages.informer.addHandler(enqueueObjects(queue, { keysOf: ownerKeys(siteResource) }));
  secrets.informer.addHandler(
    enqueueObjects(queue, {
      keysOf: ({ metadata }) =>
        sites
          .list()
          .filter(({ spec }) => spec.secretName === metadata.name)
          .map((site) => keyOf(site, site.metadata.name)),
    }),
  );
  factory.start();
  await raw.beforeSync(dns, names);
  await factory.waitForSync({ signal });
  const toolsOf = (site: CachedSite): Tools => ({
    dns,
    clock,
    pages,
    secretOf: ({ spec: { secretName } }) =>
      secrets.find(keyOf(site, secretName))?.data?.['colour'] ?? 'no colour',
    effect: (call) => call(),
    pageClient: createResourceClient(transport, configMapResource, site.metadata),
    siteClient: createResourceClient(transport, siteResource, site.metadata),
    setStatus: ({ conditions = [], ...fields }) =>
      patchStatus(
        createResourceClient(transport, siteResource, site.metadata),
        site.metadata.name,
        (copy) => {
          copy.status = { ...copy.status, ...(fields as Site['status']) };
          copy.status.conditions ??= [];
          for (const each of conditions) {
            setCondition(copy.status.conditions, each);
          }
        },
        { delayMs: 0 },
      ),
    memory,
    parts,
  });
  await runWorkers(queue, {
    workers: 2,
    signal,
    clock,
    async reconcile(key) {
      const found = sites.find(key);
      if (found === undefined) return;
      const site = raw.read(found, memory);
      const isDeleted = found.metadata.deletionTimestamp !== undefined;
      try {
        const tools = toolsOf(site);
        return isDeleted ? await raw.end(site, tools) : await raw.begin(site, tools);
      } catch (error) {
        raw.onError(error);
      }
    },
  });
}
