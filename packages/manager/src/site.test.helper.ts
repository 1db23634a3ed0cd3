import assert from 'node:assert/strict';
import {
  createFakeTransport,
  type CustomResourceDefinition,
  type FakeTransport,
  type FakeTransportOptions,
} from '@vmgen/apiserver/fake';
import { deploymentResource, type Deployment } from '@vmgen/kubernetes/apps/v1';
import { configMapResource, type ConfigMap } from '@vmgen/kubernetes/core/v1';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { createResourceClient, interceptTransport, silentLogger } from '@vmgen/runtime';
import type {
  ApplyConfiguration,
  Cached,
  Condition,
  KubernetesObject,
  ResourceDefinition,
  Transport,
  TransportResponse,
} from '@vmgen/runtime';
import { onAbort } from '@vmgen/runtime/async';
import type { TestContext } from 'node:test';
import type { OwnableReader } from './children/children.js';
import type { ControllerOptions } from './reconcile/controller-options.js';
import type { CachedKinds, Definitions, ManagedCache, TypedKinds } from './caches/cached-kinds.js';
import { createManager } from './operator-manager.js';
import type { Manager } from './manager.js';
import type { ManagerOptions } from './manager-options.js';
import type { ObjectContext } from './reconcile/reconcile-context.js';

/** The kind of these tests: a web site with a Deployment and a ConfigMap. */
export interface Site extends KubernetesObject {
  spec: { html: string; replicas?: number; secretName?: string };
  status?: { observedGeneration?: number; conditions?: Condition[]; url?: string };
}

export const siteResource: ResourceDefinition<Site, 'Namespaced'> = {
  group: 'web.example.com',
  version: 'v1',
  kind: 'Site',
  listKind: 'SiteList',
  plural: 'sites',
  singular: 'site',
  scope: 'Namespaced',
  deepCopy: (object) => structuredClone(object) as Site,
};

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } as const;

export const siteCrd: CustomResourceDefinition = crdOf({ group: 'web.example.com', kind: 'Site' }, [
  versionWith('v1', { spec: anything, status: anything }, { subresources: { status: {} } }),
]);

export function configMapOf(site: Cached<Site>): ApplyConfiguration<ConfigMap> {
  return { metadata: { name: site.metadata.name }, data: { 'index.html': site.spec.html } };
}

export function deploymentOf(site: Cached<Site>): ApplyConfiguration<Deployment> {
  const labels = { site: site.metadata.name };
  const resources = { limits: { cpu: '1000m', memory: '64Mi' } };
  return {
    metadata: { name: site.metadata.name },
    spec: {
      replicas: site.spec.replicas ?? 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [
            { name: 'nginx', image: 'nginx:1.29', resources, ports: [{ containerPort: 80 }] },
          ],
        },
      },
    },
  };
}

/** A started manager over a fake API server, which ends with the test. */
interface TestManager {
  readonly fake: FakeTransport;
  readonly manager: Manager;
  /** The writes since the last call, such as `patch deployments/shop`. */
  writes: () => string[];
  sites: ReturnType<typeof sitesOf>;
  /** What `run` returned. */
  readonly running: Promise<void>;
  stop: () => Promise<void>;
}

const sitesOf = (fake: FakeTransport) =>
  createResourceClient(fake, siteResource, { namespace: 'default' });

/** Options of {@link startManager}. */
export interface StartOptions extends Partial<ManagerOptions> {
  readonly fake?: FakeTransportOptions;
  /** The definition of sites. */
  readonly crd?: CustomResourceDefinition;
  /** The transport of the manager over the fake one. Defaults to the fake one. */
  readonly through?: (fake: FakeTransport) => Transport;
}

export async function startManager(
  t: TestContext,
  setUp: (manager: Manager) => void,
  options: StartOptions = {},
  shared?: FakeTransport,
): Promise<TestManager> {
  const fake =
    shared ??
    createFakeTransport({
      garbageCollection: true,
      ...options.fake,
      crds: [options.crd ?? siteCrd, ...(options.fake?.crds ?? [])],
    });
  const manager = createManager(options.through?.(fake) ?? fake, {
    name: 'site-operator',
    leaderElection: false,
    logger: silentLogger,
    ...options,
  });
  setUp(manager);
  const stopping = new AbortController();
  const running = manager.run({ signal: stopping.signal });
  let isStopped = false;
  const stop = async (): Promise<void> => {
    if (isStopped) return;
    isStopped = true;
    stopping.abort();
    try {
      await running;
    } finally {
      if (shared === undefined) await fake.close();
    }
  };
  t.after(() => stop().catch(() => {}));
  running.catch(() => {});
  return {
    fake,
    manager,
    sites: sitesOf(fake),
    running,
    stop,
    writes() {
      const writes = fake.actions
        .filter(
          ({ verb, resource }) => !['get', 'list', 'watch'].includes(verb) && resource !== 'events',
        )
        .map(({ verb, resource, subresource, name }) =>
          [
            `${verb} ${resource}`,
            name ?? '',
            ...(subresource === undefined ? [] : [subresource]),
          ].join('/'),
        );
      fake.clearActions();
      return writes;
    },
  };
}

type SiteContext = ObjectContext<Site, 'Namespaced'>;
type Step<R> = (site: Cached<Site, 'Namespaced'>, context: SiteContext) => Promise<R>;

export interface SiteControllerOptions extends StartOptions {
  readonly controller?: ControllerOptions<Site, 'Namespaced'>;
  /** Runs in the reconciles that the manager calls by itself. Defaults to nothing. */
  readonly onEvent?: Step<unknown>;
}

/** A controller whose reconciles run one given function each. */
export interface SiteController<Kinds extends CachedKinds> extends TestManager {
  /** The readers of the owned kinds. */
  readonly owned: ManagedCache<Kinds>;
  /** Runs a reconcile of the site `shop`, without a change, and returns what `step` returns. */
  reconcile: <R>(step: Step<R>) => Promise<R>;
  /** Waits until all events have arrived and nothing runs. */
  settle: () => Promise<void>;
}

/**
 * Starts a controller of sites that owns these kinds, and creates the site `shop` unless the server is
 * shared.
 */
export async function startSiteController<const Kinds extends CachedKinds, D extends Definitions>(
  t: TestContext,
  kinds: Kinds & TypedKinds<D, Kinds>,
  options: SiteControllerOptions = {},
  shared?: FakeTransport,
): Promise<SiteController<Kinds>> {
  const steps: Step<void>[] = [];
  const keys = createChannel<string>();
  let readers: ManagedCache<Kinds> | undefined;
  const started = await startManager(
    t,
    (manager) => {
      const { sites } = manager.cache({ sites: siteResource });
      manager
        .controller(sites, { workers: 1, ...options.controller })
        .owns(...Object.values<OwnableReader>({ ...(readers = manager.cache<Kinds, D>(kinds)) }))
        .source('steps', keys.read)
        .reconcile(async (site, context) => {
          await (steps.shift() ?? options.onEvent)?.(site, context);
        });
    },
    options,
    shared,
  );
  const isOptional = (name: string): boolean => 'whereServed' in (kinds[name] ?? {});
  await until(() =>
    started.manager.describe().caches.every((each) => each.hasSynced || isOptional(each.name)),
  );
  if (shared === undefined) {
    await started.sites.create({ metadata: { name: 'shop' }, spec: { html: 'Hello' } });
  }
  await settle();
  return {
    ...started,
    owned: present(readers),
    settle,
    reconcile: (step) =>
      new Promise((resolve, reject) => {
        steps.push(async (site, context) => {
          const stepped = step(site, context);
          stepped.then(resolve, reject);
          await stepped;
        });
        keys.send('default/shop');
      }),
  };
}

/** Returns a value that the test has ensured to exist. */
export function present<V>(value: V | undefined): V {
  assert.ok(value !== undefined);
  return value;
}

/** Turns the event loop until requests within the process and their events have ended. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Waits until a condition is true, for 10 s at most. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 10_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not true in time: ${condition.toString()}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Passes values to one async iterable, which ends with its signal. */
export function createChannel<V>(): {
  send: (value: V) => void;
  read: (signal: AbortSignal) => AsyncGenerator<V>;
} {
  const values: V[] = [];
  let wake = (): void => {};
  return {
    send(value) {
      values.push(value);
      wake();
    },
    async *read(signal) {
      const stopListening = onAbort(signal, () => wake());
      while (!signal.aborted) {
        const value = values.shift();
        if (value !== undefined) yield value;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
      stopListening();
    },
  };
}

/** Delays each part of the answers to watches until its promise has settled, in order. */
export function delayWatches(transport: Transport, delay: () => Promise<void>): Transport {
  return interceptTransport(transport, [
    async (request, next) => {
      const response = await next(request);
      if (!/[?&]watch=(true|1)(&|$)/.test(request.path)) return response;
      return { ...response, body: delayed(response.body, delay, request.signal) };
    },
  ]);
}

async function* delayed(
  body: TransportResponse['body'],
  delay: () => Promise<void>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const parts: { readonly part: Uint8Array; readonly due: Promise<void> }[] = [];
  let wake = (): void => {};
  let isOver = false;
  let failure: Error | undefined;
  const aborted = new Promise<void>((resolve) => {
    if (signal !== undefined) onAbort(signal, resolve);
  });
  void (async () => {
    try {
      for await (const part of body) {
        parts.push({ part, due: delay() });
        wake();
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
    }
    isOver = true;
    wake();
  })();
  for (;;) {
    const next = parts.shift();
    if (next !== undefined) {
      await Promise.race([next.due, aborted]);
      signal?.throwIfAborted();
      yield next.part;
    } else if (isOver) {
      if (failure !== undefined) throw failure;
      return;
    } else await new Promise<void>((resolve) => (wake = resolve));
  }
}

export { configMapResource, deploymentResource };
