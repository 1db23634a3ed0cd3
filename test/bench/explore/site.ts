import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { child, type Manager } from '@vmgen/manager';
import type { Condition, KubernetesObject } from '@vmgen/runtime';
import { siteResource } from './site-resource.js';

/** A web site with a ConfigMap, and with a record at a DNS service outside of the cluster. */
export interface Site extends KubernetesObject {
  spec: { html: string };
  status?: { observedGeneration?: number; conditions?: Condition[] };
}

/** Both calls are idempotent. */
export interface Dns {
  set(name: string, address: string): Promise<void>;
  remove(name: string): Promise<void>;
}

const ADDRESS = '10.0.0.1';

/** Declares the twin of go-manager/site/operator.go. */
export function addSiteController(manager: Manager, dns: Dns): void {
  const { sites, configMaps } = manager.cache({
    sites: siteResource,
    configMaps: configMapResource,
  });
  manager
    .controller(sites, {
      finalizer: {
        name: 'web.example.com/dns',
        cleanUp: async ({ metadata }, { effect }) => effect(() => dns.remove(metadata.name)),
      },
    })
    .owns(configMaps)
    .reconcile(async ({ metadata: { name }, spec }, { children, effect, status }) => {
      const data = { 'index.html': spec.html };
      await children.apply(child(configMaps, { metadata: { name }, data }));
      await effect(() => dns.set(name, ADDRESS));
      await status.set({
        conditions: [{ type: 'Ready', status: 'True', reason: 'Serving', message: '' }],
      });
    });
}
