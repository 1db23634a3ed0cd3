import type { BuiltInStrategy } from './strategies/built-in-strategy.js';

/** Resources with `metadata.generation`. */
const TRACK_GENERATION: ReadonlySet<string> = new Set([
  'pods.',
  'podtemplates.',
  'replicationcontrollers.',
  'daemonsets.apps',
  'deployments.apps',
  'replicasets.apps',
  'statefulsets.apps',
  'horizontalpodautoscalers.autoscaling',
  'cronjobs.batch',
  'jobs.batch',
  'endpointslices.discovery.k8s.io',
  'flowschemas.flowcontrol.apiserver.k8s.io',
  'evictions.lifecycle.k8s.io',
  'evictionrequests.lifecycle.k8s.io',
  'ingressclasses.networking.k8s.io',
  'ingresses.networking.k8s.io',
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'networkpolicies.networking.k8s.io',
  'poddisruptionbudgets.policy',
  'priorityclasses.scheduling.k8s.io',
  'prioritylevelconfigurations.flowcontrol.apiserver.k8s.io',
  'deviceclasses.resource.k8s.io',
  'devicetaintrules.resource.k8s.io',
  'resourceslices.resource.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
]);

/** Resources whose complete metadata is validated in updates. */
const VALIDATE_NAMES_ON_UPDATE: ReadonlySet<string> = new Set([
  'configmaps.',
  'endpoints.',
  'limitranges.',
  'nodes.',
  'persistentvolumeclaims.',
  'persistentvolumes.',
  'pods.',
  'secrets.',
  'serviceaccounts.',
  'endpointslices.discovery.k8s.io',
  'ingresses.networking.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'storageclasses.storage.k8s.io',
]);

/** Resources that a PUT creates if the name does not exist. */
const CREATE_ON_UPDATE: ReadonlySet<string> = new Set([
  'endpoints.',
  'events.',
  'limitranges.',
  'services.',
  'leases.coordination.k8s.io',
  'leasecandidates.coordination.k8s.io',
  'events.events.k8s.io',
  'runtimeclasses.node.k8s.io',
  'clusterrolebindings.rbac.authorization.k8s.io',
  'clusterroles.rbac.authorization.k8s.io',
  'rolebindings.rbac.authorization.k8s.io',
  'roles.rbac.authorization.k8s.io',
]);

/** Resources for which a PUT must specify the resource version. */
const CONDITIONAL_UPDATE: ReadonlySet<string> = new Set([
  'mutatingadmissionpolicies.admissionregistration.k8s.io',
  'mutatingadmissionpolicybindings.admissionregistration.k8s.io',
  'mutatingwebhookconfigurations.admissionregistration.k8s.io',
  'validatingadmissionpolicies.admissionregistration.k8s.io',
  'validatingadmissionpolicybindings.admissionregistration.k8s.io',
  'validatingwebhookconfigurations.admissionregistration.k8s.io',
  'clustertrustbundles.certificates.k8s.io',
  'podcertificaterequests.certificates.k8s.io',
  'leases.coordination.k8s.io',
  'leasecandidates.coordination.k8s.io',
  'evictions.lifecycle.k8s.io',
  'evictionrequests.lifecycle.k8s.io',
  'storageversions.internal.apiserver.k8s.io',
  'runtimeclasses.node.k8s.io',
  'poddisruptionbudgets.policy',
  'devicetaintrules.resource.k8s.io',
  'resourcepoolstatusrequests.resource.k8s.io',
  'compositepodgroups.scheduling.k8s.io',
  'podgroups.scheduling.k8s.io',
  'workloads.scheduling.k8s.io',
  'csidrivers.storage.k8s.io',
  'csinodes.storage.k8s.io',
  'csistoragecapacities.storage.k8s.io',
  'volumeattachments.storage.k8s.io',
  'storageversionmigrations.storagemigration.k8s.io',
]);

/** Resources whose dependents are orphaned by default. */
const ORPHANING: ReadonlySet<string> = new Set(['replicationcontrollers.', 'jobs.batch']);

/**
 * Returns the settings of the generic registry for a kind. The data that is extracted from OpenAPI
 * documents does not contain them. Source: the strategies in kubernetes/pkg/registry (`Generation =
 * 1`, AllowCreateOnUpdate, AllowUnconditionalUpdate, DefaultGarbageCollectionPolicy) and the name
 * functions of the validation.
 */
export function genericStrategyOf(resource: { readonly group: string; readonly plural: string }) {
  const name = `${resource.plural}.${resource.group}`;
  return {
    nameForm: resource.group === 'rbac.authorization.k8s.io' ? 'path-segment' : 'dns1123-subdomain',
    validatesNamesOnUpdate: VALIDATE_NAMES_ON_UPDATE.has(name),
    allowsCreateOnUpdate: CREATE_ON_UPDATE.has(name),
    allowsUnconditionalUpdate: !CONDITIONAL_UPDATE.has(name),
    tracksGeneration: TRACK_GENERATION.has(name),
    ...(ORPHANING.has(name) ? { defaultGarbageCollection: 'OrphanDependents' } : {}),
  } as const satisfies BuiltInStrategy;
}
