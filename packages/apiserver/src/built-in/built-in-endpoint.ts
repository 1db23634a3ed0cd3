import type { JsonObject } from '@vmgen/base/json';
import type { CompiledSchema, FieldError } from '@vmgen/crd';
import { Field, fieldErrors } from '@vmgen/crd/internal';
import type { BuiltInGroupVersion, BuiltInResource } from '../data/built-in-index.js';
import { createFieldManager, type FieldManager } from '../managed-fields/field-manager.js';
import type { ResetFields } from '../managed-fields/request-versions.js';
import type { Conventions, Endpoint } from '../resource/endpoint.js';
import { finalizersOf, STANDARD_FINALIZERS } from '../resource/object-meta.js';
import { groupVersionOf, type ServedResource } from '../resource/served-resource.js';
import type { Strategy } from '../resource/strategy.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { BuiltInStrategy } from './strategies/built-in-strategy.js';
import { getValue } from './strategies/fields.js';
import type { BuiltInTypes } from './built-in-types.js';

const ALL_VERBS = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

const CONVENTIONS: Conventions = { infersType: true, supportsStrategicMerge: true };

/** Returns a resource of a built-in group as the registry serves it. */
export function servedBuiltIn(
  { group, version }: BuiltInGroupVersion,
  entry: BuiltInResource,
  strategy: BuiltInStrategy,
  packageOf: (group: string, version: string) => string,
): ServedResource & { readonly component: string } {
  return {
    isCustom: false,
    component: `${packageOf(group, version)}.${entry.kind}`,
    group,
    version,
    kind: entry.kind,
    listKind: `${entry.kind}List`,
    plural: entry.plural,
    singular: entry.singular,
    shortNames: entry.shortNames ?? [],
    categories: entry.categories ?? [],
    namespaced: entry.namespaced,
    verbs: entry.verbs ?? ALL_VERBS,
    subresources: (entry.subresources ?? []).map((below) => {
      const named = { group, version, ...below };
      const component = `${packageOf(named.group, named.version)}.${below.kind}`;
      return { ...named, component };
    }),
    selectableFields: Object.keys(
      strategy.fieldLabels ?? fieldLabelsOf({ group, plural: entry.plural }),
    ),
    ...(entry.hash === undefined ? {} : { storageVersionHash: entry.hash }),
  };
}

/** A built-in kind and its storage. */
interface BuiltInKind {
  readonly resource: ServedResource & { readonly component: string };
  readonly types: BuiltInTypes;
  readonly store: ObjectStore;
  readonly strategy: BuiltInStrategy;
  readonly deprecationWarning: string | undefined;
  /** The apiVersion of stored objects. */
  readonly storedAs: string;
}

/** Creates the endpoint of a built-in kind. Its type is loaded when the first object is written. */
export function builtInEndpoint(kind: BuiltInKind): Endpoint {
  const { resource, types, store } = kind;
  const hasStatus = resource.subresources.some(({ name }) => name === 'status');
  const apiVersion = groupVersionOf(resource);
  const schema = types.schemaOf(resource.component, kind.strategy);
  const { conversion, fieldLabels = fieldLabelsOf(resource) } = kind.strategy;
  const views = store.views.createViews();
  const strategy = strategyOf(kind, schema, hasStatus);
  let fieldManager: FieldManager | undefined;
  return {
    resource,
    store,
    schema,
    decode: (object, duplicates) => types.decode(resource.component, object, duplicates),
    storedSchema: schema,
    get fieldManager() {
      fieldManager ??= createFieldManager({
        schema: schema.props,
        zero: () => types.zeroOf(resource.component),
        ...(hasStatus ? { resetFields: resetFieldsOf(strategy) } : {}),
      });
      return fieldManager;
    },
    conventions: CONVENTIONS,
    strategy,
    hasStatus,
    scale: kind.strategy.scale,
    deprecationWarning: kind.deprecationWarning,
    since: 0,
    read(revision) {
      if (conversion === undefined && revision.object['apiVersion'] === apiVersion) {
        return revision.object;
      }
      if (conversion === undefined) return { ...revision.object, apiVersion };
      return views(revision, () => ({ ...conversion.fromStored(revision.object), apiVersion }));
    },
    toStored: (object) =>
      conversion === undefined
        ? object['apiVersion'] === kind.storedAs
          ? object
          : { ...object, apiVersion: kind.storedAs }
        : conversion.toStored(object),
    field(object, label) {
      if (label === 'metadata.name' || label === 'metadata.namespace') {
        return fieldAt(object, label) ?? '';
      }
      const path = Object.hasOwn(fieldLabels, label) ? fieldLabels[label] : undefined;
      return path === undefined ? undefined : (fieldAt(object, path) ?? '');
    },
    unknownField(label) {
      if (resource.selectableFields.length > 0) return `field label not supported: ${label}`;
      const known = 'only "metadata.name", "metadata.namespace"';
      return `${JSON.stringify(label)} is not a known field selector: ${known}`;
    },
  };
}

function strategyOf(
  { resource, strategy }: BuiltInKind,
  schema: CompiledSchema,
  hasStatus: boolean,
): Strategy {
  const generic = { ...genericStrategyOf(resource), ...strategy };
  return {
    ...generic,
    warnsOfFinalizers: false,
    dropsStatusOnCreate: false,
    statusUpdatesMetadata: !KEEPING_METADATA.has(`${resource.group}/${resource.kind}`),
    prepareForCreate(object, cluster, warn) {
      if (hasStatus && generic.preservesStatusOnCreate !== true) {
        resetStatus(object, schema, strategy);
      }
      strategy.prepareForCreate?.(object, cluster, warn);
    },
    validate(object, live, cluster, subresource) {
      const field = new Field(object);
      if (subresource === 'status') strategy.validateStatus?.(field, live ?? {});
      else strategy.validate?.(field, live, cluster);
      const { errors } = field;
      if (OTHER_SERVERS.has(resource.group)) return errors;
      const known = new Set(live === undefined ? [] : finalizersOf(live));
      return [...finalizerErrors(object, known), ...errors];
    },
  };
}

/** Groups that other servers than kube-apiserver's core serve. These accept any finalizer. */
const OTHER_SERVERS: ReadonlySet<string> = new Set([
  'apiextensions.k8s.io',
  'apiregistration.k8s.io',
]);

/**
 * Finalizers of built-in kinds must be qualified by a domain, except those that the object already
 * has.
 */
function finalizerErrors(object: JsonObject, known: ReadonlySet<string>): FieldError[] {
  return finalizersOf(object).flatMap((name, i) => {
    if (name.includes('/') || STANDARD_FINALIZERS.has(name) || known.has(name)) return [];
    const detail = 'name is neither a standard finalizer name nor is it fully qualified';
    return [fieldErrors.invalid(`metadata.finalizers[${i}]`, name, detail)];
  });
}

/** Clients cannot set the status of a new object. */
function resetStatus(object: JsonObject, schema: CompiledSchema, strategy: BuiltInStrategy): void {
  Reflect.deleteProperty(object, 'status');
  if (strategy.initialStatus !== undefined) object['status'] = strategy.initialStatus(object);
  schema.default(object);
}

/** Kinds whose metadata updates of the status do not change. */
const KEEPING_METADATA: ReadonlySet<string> = new Set([
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy',
  'apiregistration.k8s.io/APIService',
  'certificates.k8s.io/PodCertificateRequest',
  'flowcontrol.apiserver.k8s.io/FlowSchema',
  'flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration',
  'internal.apiserver.k8s.io/StorageVersion',
  'lifecycle.k8s.io/Eviction',
  'lifecycle.k8s.io/EvictionRequest',
  'networking.k8s.io/ServiceCIDR',
  'resource.k8s.io/DeviceTaintRule',
  'resource.k8s.io/ResourceClaim',
  'resource.k8s.io/ResourcePoolStatusRequest',
  'scheduling.k8s.io/CompositePodGroup',
  'scheduling.k8s.io/PodGroup',
  'storage.k8s.io/CSINode',
  'storage.k8s.io/VolumeAttachment',
  'storagemigration.k8s.io/StorageVersionMigration',
]);

/** The fields that a request to an object or subresource does not change, and that nobody owns by it. */
function resetFieldsOf(strategy: Strategy): ResetFields {
  const metadata = strategy.statusUpdatesMetadata
    ? (strategy.preservedStatusMetadata ?? []).map((field) => ['metadata', field])
    : [['metadata']];
  return {
    '': [['status']],
    status: [['spec'], ...metadata],
    finalize: [['status']],
  };
}

/** Returns the scalar at a path in the syntax of {@link fieldLabelsOf}, as text. */
function fieldAt(object: JsonObject, path: string): string | undefined {
  const [choices = '', absent] = path.split('=');
  for (const choice of choices.split('|')) {
    const value = getValue(object, ...choice.split('.'));
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  }
  return absent;
}

/** Labels that are equal to the paths of their fields. */
function same(...paths: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(paths.map((path) => [path, path]));
}

/**
 * The field labels of each resource beside its name and namespace, with the field that each reads.
 * In a path, `|` separates alternatives, and `=` precedes the value for an absent field. Source:
 * conversion.go of each group in kubernetes/pkg/apis.
 */
const LABELS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map([
  ['namespaces.', { name: 'metadata.name', 'status.phase': 'status.phase' }],
  ['nodes.', { 'spec.unschedulable': 'spec.unschedulable=false' }],
  [
    'pods.',
    {
      ...same(
        'spec.nodeName',
        'spec.restartPolicy',
        'spec.schedulerName',
        'spec.serviceAccountName',
        'status.phase',
        'status.podIP',
        'status.podIPs',
        'status.nominatedNodeName',
      ),
      'spec.host': 'spec.nodeName',
      'spec.hostNetwork': 'spec.hostNetwork=false',
    },
  ],
  ['replicationcontrollers.', { 'status.replicas': 'status.replicas=0' }],
  ['secrets.', same('type')],
  ['services.', same('spec.clusterIP', 'spec.type')],
  ['jobs.batch', { 'status.successful': 'status.succeeded=0' }],
  ['certificatesigningrequests.certificates.k8s.io', same('spec.signerName')],
  ['clustertrustbundles.certificates.k8s.io', same('spec.signerName')],
  [
    'podcertificaterequests.certificates.k8s.io',
    same('spec.signerName', 'spec.podName', 'spec.nodeName'),
  ],
  ['resourceslices.resource.k8s.io', same('spec.nodeName', 'spec.driver')],
]);

/** Returns the field labels of a resource that has no strategy with field labels. */
function fieldLabelsOf(resource: {
  readonly group: string;
  readonly plural: string;
}): Readonly<Record<string, string>> {
  return LABELS.get(`${resource.plural}.${resource.group}`) ?? {};
}

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
function genericStrategyOf(resource: { readonly group: string; readonly plural: string }) {
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
