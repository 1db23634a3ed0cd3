import { configMapResource, secretResource, type ConfigMap } from '@vmgen/kubernetes/core/v1';
import { child, type Children, type ControllerBuilder, type Manager } from '@vmgen/manager';
import type { ControllerOptions, StatusFields } from '@vmgen/manager';
import {
  controllerReference,
  createResourceClient,
  isControlledBy,
  VmgenError,
} from '@vmgen/runtime';
import type {
  Cached,
  CachedReader,
  Clock,
  ReconcileResult,
  ResourceDefinition,
} from '@vmgen/runtime';
import type { FullResourceClient } from '@vmgen/runtime/client';
import { siteResource, type Dns, type Outside, type Site } from './sites.js';

export type CachedSite = Cached<Site, 'Namespaced'>;
type Page = Cached<ConfigMap, 'Namespaced'>;

/** What the functions of an operator use, with the manager and without it. */
export interface Tools {
  readonly dns: Dns;
  readonly clock: Clock;
  readonly pages: CachedReader<ConfigMap, 'Namespaced'>;
  readonly secretOf: (site: CachedSite) => string;
  readonly effect: <R>(run: () => Promise<R>) => Promise<R>;
  readonly pageClient: FullResourceClient<ConfigMap, 'Namespaced'>;
  readonly siteClient: FullResourceClient<Site, 'Namespaced'>;
  readonly setStatus: (fields: StatusFields<Site>) => Promise<unknown>;
  /** What a program keeps in variables: empty in each process. */
  readonly memory: Map<string, unknown>;
  readonly parts: Parts;
  /** Not without the manager. */
  readonly children?: Children;
}

interface Readers {
  readonly pages: CachedReader<ConfigMap, 'Namespaced'>;
  readonly secrets: CachedReader<
    typeof secretResource extends ResourceDefinition<infer T> ? T : never,
    'Namespaced'
  >;
}

type Result = Promise<ReconcileResult | void>;

/** The seams of an operator: a mutant replaces one or two. */
export interface Parts {
  /** What starts a reconcile. */
  watch(builder: ControllerBuilder<Site, 'Namespaced'>, readers: Readers): unknown;
  readonly options: ControllerOptions<Site, 'Namespaced'>;
  readonly hasFinalizer: boolean;
  reconcile(site: CachedSite, tools: Tools): Result;
  /** Writes the pages, and deletes those that are not wanted any more. */
  writePages(site: CachedSite, tools: Tools): Promise<unknown>;
  /** Writes the record, and deletes the one of an earlier host. */
  writeRecord(site: CachedSite, tools: Tools): Promise<unknown>;
  /** Called after success. */
  report(site: CachedSite, tools: Tools): Result;
  /** Called after a failure. */
  reportFailure(site: CachedSite, tools: Tools, error: unknown): Result;
  cleanUp(site: CachedSite, tools: Tools): Promise<unknown>;
  /** The hand-written functions of {@link writePages}, for mutants of what `children` does right. */
  readonly byHand: ByHand;
}

/** How {@link pagesByHand} works. */
export interface ByHand {
  ownerOf(site: CachedSite, tools: Tools): object[];
  writePage(site: CachedSite, name: string, tools: Tools): Promise<unknown>;
  prune(site: CachedSite, wanted: readonly string[], tools: Tools): Promise<unknown>;
}

/** A page has the name of another object. */
class NameTakenError extends Error {}

export const POLL_MS = 10_000;

export const namesOf = ({ metadata, spec }: CachedSite): string[] =>
  spec.pages.map((page) => `${metadata.name}-${page}`);

export const contentOf = (site: CachedSite, name: string, tools: Tools) => ({
  metadata: { name, labels: { site: site.metadata.name } },
  data: { text: `${site.spec.title ?? ''} ${name} ${tools.secretOf(site)}` },
});

export const keyOf = (site: CachedSite, name: string) => ({
  namespace: site.metadata.namespace,
  name,
});

/** Deletes a page that may have been deleted. */
export async function deletePage({ metadata }: Page, { pageClient }: Tools): Promise<void> {
  if ((await pageClient.find(metadata.name)) !== undefined) await pageClient.delete(metadata.name);
}

/** What `children.apply` does, written as many operators do. */
async function pagesByHand(site: CachedSite, tools: Tools): Promise<void> {
  const { byHand } = tools.parts;
  const wanted = namesOf(site);
  for (const name of wanted) await byHand.writePage(site, name, tools);
  await byHand.prune(site, wanted, tools);
}

const byHand: ByHand = {
  ownerOf: (site) => [controllerReference(site)],
  async writePage(site, name, tools) {
    const { pages, pageClient, parts } = tools;
    const { metadata, data } = contentOf(site, name, tools);
    const found = pages.find(keyOf(site, name));
    if (found === undefined) {
      const ownerReferences = parts.byHand.ownerOf(site, tools) as never;
      await pageClient.create({ metadata: { ...metadata, ownerReferences }, data });
    } else if (!isControlledBy(found, site)) {
      throw new NameTakenError(name);
    } else if (found.data?.['text'] !== data.text) {
      await pageClient.mergePatch(name, { data });
    }
  },
  async prune(site, wanted, tools) {
    for (const page of tools.pages.list()) {
      const isOld = isControlledBy(page, site) && !wanted.includes(page.metadata.name);
      if (isOld) await deletePage(page, tools);
    }
  },
};

export const ready = (status: 'True' | 'False', reason: string) => ({
  conditions: [{ type: 'Ready', status, reason, message: '' }],
});

/** An operator without a known defect. */
export const correct: Parts = {
  watch: (builder, { pages, secrets }) =>
    builder.owns(pages).refersTo(secrets, (site) => [keyOf(site, site.spec.secretName)]),
  options: {},
  hasFinalizer: true,
  async reconcile(site, tools) {
    try {
      await tools.parts.writePages(site, tools);
      await tools.parts.writeRecord(site, tools);
    } catch (error) {
      return tools.parts.reportFailure(site, tools, error);
    }
    return tools.parts.report(site, tools);
  },
  async writePages(site, tools) {
    const { children, pages } = tools;
    await children?.apply(
      ...namesOf(site).map((name) => child(pages, contentOf(site, name, tools))),
    );
  },
  async writeRecord({ metadata: { name }, spec: { host } }, { dns, effect }) {
    if ((await dns.find(host))?.owner !== name) await effect(() => dns.set(host, name));
    for (const old of await dns.list(name)) {
      if (old !== host) await effect(() => dns.remove(old));
    }
  },
  async report({ metadata: { name }, spec: { host, pages } }, { dns, setStatus }) {
    const [record = ''] = await dns.list(name);
    const isActive = (await dns.find(record))?.isActive === true;
    const condition = isActive ? ready('True', 'Serving') : ready('False', 'Pending');
    await setStatus({ host, pages: pages.length, ...condition });
    if (!isActive) return { requeueAfterMs: POLL_MS };
    return undefined;
  },
  async reportFailure(_site, { setStatus }, error) {
    const isTaken =
      error instanceof NameTakenError ||
      (error instanceof VmgenError && error.code === 'ERR_VMGEN_CONTROLLED');
    await setStatus(ready('False', isTaken ? 'NameTaken' : 'Failed'));
    if (!isTaken) throw error;
    return { requeueAfterMs: POLL_MS };
  },
  async cleanUp({ metadata }, { dns, effect }) {
    for (const host of await dns.list(metadata.name)) await effect(() => dns.remove(host));
  },
  byHand,
};

/** The correct operator without `children`. */
export const correctByHand: Parts = { ...correct, writePages: pagesByHand };

export type Operator = (manager: Manager, outside: Outside) => unknown;

/** Declares an operator on the manager. */
export const operatorOf =
  (parts: Parts): Operator =>
  (manager, { dns }) => {
    const { sites, pages, secrets } = manager.cache({
      sites: siteResource,
      pages: configMapResource,
      secrets: secretResource,
    });
    const memory = new Map<string, unknown>();
    const secretOf = (site: CachedSite): string =>
      secrets.find(keyOf(site, site.spec.secretName))?.data?.['colour'] ?? 'no colour';
    type Context = Parameters<Parameters<ControllerBuilder<Site, 'Namespaced'>['reconcile']>[0]>[1];
    const toolsOf = ({ transport, effect, children, status, key }: Context): Tools => ({
      dns,
      clock: manager.clock,
      pages,
      secretOf,
      effect,
      pageClient: createResourceClient(transport, configMapResource, key),
      siteClient: createResourceClient(transport, siteResource, key),
      setStatus: (fields) => status.set(fields),
      memory,
      parts,
      children,
    });
    const finalizer = {
      name: 'web.example.com/record',
      cleanUp: async (site: CachedSite, context: Context) => {
        await parts.cleanUp(site, toolsOf(context));
      },
    };
    const builder = manager.controller(sites, {
      ...parts.options,
      ...(parts.hasFinalizer && { finalizer }),
    });
    parts.watch(builder, { pages, secrets });
    builder.reconcile((site, context) => parts.reconcile(site, toolsOf(context)));
  };

/** The correct operators that mutants are compared with. */
export const TWIN: Operator = operatorOf(correct);
export const TWIN_BY_HAND: Operator = operatorOf(correctByHand);
