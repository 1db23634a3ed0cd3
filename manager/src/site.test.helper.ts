import {
  createFakeTransport,
  type CustomResourceDefinition,
  type FakeTransport,
  type FakeTransportOptions,
} from '@vmgen/apiserver/fake';
import { deploymentResource, type Deployment } from '@vmgen/kubernetes/apps/v1';
import { configMapResource, type ConfigMap } from '@vmgen/kubernetes/core/v1';
import { silentLogger } from '@vmgen/runtime';
import type {
  ApplyConfiguration,
  Cached,
  Condition,
  KubernetesObject,
  ResourceDefinition,
} from '@vmgen/runtime';
import { createFullClient } from '@vmgen/runtime/internal';
import type { TestContext } from 'node:test';
import { createManager, type Manager, type ManagerOptions } from './manager.js';

/** The kind of these tests: a web site with a Deployment and a ConfigMap. */
interface Site extends KubernetesObject {
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

const siteCrd: CustomResourceDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'sites.web.example.com' },
  spec: {
    group: 'web.example.com',
    scope: 'Namespaced',
    names: { kind: 'Site', listKind: 'SiteList', plural: 'sites', singular: 'site' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: { type: 'object', properties: { spec: anything, status: anything } },
        },
      },
    ],
  },
};

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
  stop: () => Promise<void>;
}

const sitesOf = (fake: FakeTransport) => createFullClient(fake, siteResource, 'default');

export async function startManager(
  t: TestContext,
  setUp: (manager: Manager) => void,
  options: Partial<ManagerOptions> & { readonly fake?: FakeTransportOptions } = {},
  shared?: FakeTransport,
): Promise<TestManager> {
  const fake =
    shared ?? createFakeTransport({ garbageCollection: true, ...options.fake, crds: [siteCrd] });
  const manager = createManager(fake, {
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
    await running;
    if (shared === undefined) await fake.close();
  };
  t.after(stop);
  running.catch(() => {});
  return {
    fake,
    manager,
    sites: sitesOf(fake),
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

export { configMapResource, deploymentResource };
