import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daemonSetResource, statefulSetResource } from '@vmgen/kubernetes/apps/v1';
import { horizontalPodAutoscalerResource } from '@vmgen/kubernetes/autoscaling/v2';
import { cronJobResource, jobResource } from '@vmgen/kubernetes/batch/v1';
import {
  persistentVolumeClaimResource,
  podResource,
  serviceAccountResource,
  serviceResource,
} from '@vmgen/kubernetes/core/v1';
import { networkPolicyResource } from '@vmgen/kubernetes/networking/v1';
import { podDisruptionBudgetResource } from '@vmgen/kubernetes/policy/v1';
import { roleBindingResource, roleResource } from '@vmgen/kubernetes/rbac/v1';
import { child } from '../../children/children.js';
import type { Manager } from '../../manager.js';
import { siteResource } from '../../site.test.helper.js';
import { exploreStates } from './explore-states.js';
import { explore } from './explore.js';
import { sitesExplored } from './explored-sites.test.helper.js';
import { violationText } from './violation-text.js';

/** The kinds that operators create most often, with what a server allocates, copies and counts. */
const KINDS = {
  autoscalers: horizontalPodAutoscalerResource,
  bindings: roleBindingResource,
  claims: persistentVolumeClaimResource,
  cronJobs: cronJobResource,
  daemonSets: daemonSetResource,
  disruptionBudgets: podDisruptionBudgetResource,
  jobs: jobResource,
  networkPolicies: networkPolicyResource,
  pods: podResource,
  roles: roleResource,
  serviceAccounts: serviceAccountResource,
  services: serviceResource,
  statefulSets: statefulSetResource,
} as const;

const childrenOf = (name: string, image: string, owned: ReturnType<typeof readersOf>) => {
  const metadata = { name };
  const matchLabels = { app: name };
  const containers = [{ name: 'main', image }];
  const template = { metadata: { labels: matchLabels }, spec: { containers } };
  const job = {
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } },
  };
  const ports = [{ port: 80 }];
  const volume = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name };
  const scaleTargetRef = { apiVersion: 'apps/v1', kind: 'StatefulSet', name };
  const balanced = { type: 'LoadBalancer', externalTrafficPolicy: 'Local', ports };
  return [
    child(owned.services, { metadata, spec: balanced }),
    child(owned.services, {
      metadata: { name: `${name}-headless` },
      spec: { clusterIP: 'None', ports },
    }),
    child(owned.claims, { metadata, spec: volume }),
    child(owned.jobs, { metadata, spec: job }),
    child(owned.cronJobs, {
      metadata,
      spec: { schedule: '* * * * *', jobTemplate: { spec: job } },
    }),
    child(owned.pods, { metadata, spec: { containers: [{ name: 'a', image: 'a' }] } }),
    child(owned.daemonSets, { metadata, spec: { selector: { matchLabels }, template } }),
    child(owned.statefulSets, {
      metadata,
      spec: { serviceName: name, selector: { matchLabels }, template },
    }),
    child(owned.serviceAccounts, { metadata }),
    child(owned.roles, { metadata, rules }),
    child(owned.bindings, { metadata, roleRef }),
    child(owned.networkPolicies, { metadata, spec: { podSelector: { matchLabels } } }),
    child(owned.disruptionBudgets, {
      metadata,
      spec: { minAvailable: 1, selector: { matchLabels } },
    }),
    child(owned.autoscalers, { metadata, spec: { maxReplicas: 3, scaleTargetRef } }),
  ] as const;
};

const readersOf = (manager: Manager) => manager.cache(KINDS);

const { workload, ...explored } = sitesExplored((manager) => {
  const { sites } = manager.cache({ sites: siteResource });
  const owned = readersOf(manager);
  manager
    .controller(sites)
    .owns(...Object.values(owned))
    .reconcile(async ({ metadata: { name }, spec: { html } }, { children }) => {
      await children.apply(...childrenOf(name, html, owned));
    });
});
const { create = () => {}, change = () => {}, delete: remove = () => {} } = workload;

test('an operator with children of many built-in kinds has no violations', async () => {
  const { violations, plans } = await explore({
    ...explored,
    workload: { create, change, delete: remove },
    faults: ['crash before', 'lost after'],
  });
  assert.deepEqual(violations.map(violationText), []);
  assert.ok(plans >= 28, String(plans));
});

test('an operator with children of many built-in kinds recovers from random states', async () => {
  const options = { ...explored, workload: { create, change }, states: 120 };
  const { violations, notTested } = await exploreStates(options);
  assert.deepEqual(violations.map(violationText), []);
  // A copy of a Job has the selector that the server has generated, which it accepts of nobody.
  assert.ok(notTested.length <= 5, String(notTested.length));
});
