// Serves each Site by a Deployment and a ConfigMap, as the operator of docs/first-operator.md.

// section: wiring
import { deploymentResource, type Deployment } from '@vmgen/kubernetes/apps/v1';
import { configMapResource, type ConfigMap } from '@vmgen/kubernetes/core/v1';
import { child, runManager } from '@vmgen/manager';
import type { ApplyConfiguration, Cached } from '@vmgen/runtime';
import type { Site } from '../apis/web/v1/types.js';
import { siteResource } from '../generated/web/v1/register.js';

// section: logic
function configMapOf(site: Cached<Site>): ApplyConfiguration<ConfigMap> {
  return { metadata: { name: site.metadata.name }, data: { 'index.html': site.spec.html } };
}

function deploymentOf(site: Cached<Site>): ApplyConfiguration<Deployment> {
  const { name } = site.metadata;
  const labels = { 'web.example.com/site': name };
  const volumeMounts = [{ name: 'page', mountPath: '/usr/share/nginx/html' }];
  return {
    metadata: { name },
    spec: {
      replicas: site.spec.replicas ?? 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          containers: [{ name: 'nginx', image: 'nginx:1.29', volumeMounts }],
          volumes: [{ name: 'page', configMap: { name } }],
        },
      },
    },
  };
}

// section: wiring
await runManager({ name: 'site-operator' }, (manager) => {
  const { sites, deployments, configMaps } = manager.cache({
    sites: siteResource,
    deployments: deploymentResource,
    configMaps: configMapResource,
  });
  manager
    .controller(sites)
    .owns(deployments, configMaps)
    .reconcile(async (site, { children, status }) => {
      // section: logic
      const [, deployment] = await children.apply(
        child(configMaps, configMapOf(site)),
        child(deployments, deploymentOf(site)),
      );
      const ready = deployment.status?.readyReplicas ?? 0;
      const isReady = ready === (site.spec.replicas ?? 1);
      await status.set({
        conditions: [
          {
            type: 'Ready',
            status: isReady ? 'True' : 'False',
            reason: isReady ? 'Serving' : 'Starting',
            message: `${ready} servers are ready`,
          },
        ],
      });
      // section: wiring
    });
});
