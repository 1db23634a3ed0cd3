import { parseQuantity } from '@vmgen/runtime/meta';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';
import { forbidden } from '../../errors/status-error.js';
import type { ClusterView } from '../../resource/strategy.js';
import { checkClaimSpec } from './claim-rules.js';
import { ensureObject, getObject, sameJson, setDefaults, getString } from './fields.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { defaultClaimSpec } from './pod-defaults.js';

const IN_USE = 'kubernetes.io/pvc-protection';

/** core/v1 PersistentVolumeClaim. */
export const persistentVolumeClaimStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  protectionFinalizer: IN_USE,
  fieldLabels: { name: 'metadata.name' },
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    defaultClaimSpec(spec);
    setDefaults(ensureObject(object, 'status'), { phase: 'Pending' });
  },
  prepareForCreate(object) {
    object['status'] = { phase: 'Pending' };
    alignSources(ensureObject(object, 'spec'), {});
    protect(object, IN_USE);
  },
  prepareForUpdate(next, live, _subresource, cluster) {
    checkGrowth(next, live, cluster);
    alignSources(ensureObject(next, 'spec'), getObject(live, 'spec'));
  },
  validate(object, live) {
    checkClaimSpec(object.at('spec'));
    if (live !== undefined) checkChange(object.at('spec'), live);
  },
  warningsOf: (object, _live, subresource) =>
    subresource === 'status' ? [] : storageClassWarnings(object),
};

const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

/** Returns the warning for the annotation of a claim or volume that names a storage class. */
export function storageClassWarnings(object: JsonObject): string[] {
  const isSet = Object.hasOwn(getObject(object, 'metadata', 'annotations'), BETA_CLASS);
  const text = 'deprecated since v1.8; use "storageClassName" attribute instead';
  return isSet ? [`metadata.annotations[${BETA_CLASS}]: ${text}`] : [];
}

const claims = { group: '', plural: 'persistentvolumeclaims' };
const classes = { group: 'storage.k8s.io', version: 'v1', plural: 'storageclasses' };

/**
 * Synchronizes the two fields for the data source of a claim. Values that the older field does not
 * support, and a namespace, which requires a feature gate, are dropped.
 *
 * Upstream: NormalizeDataSources and EnforceDataSourceBackwardsCompatibility in
 * kubernetes/pkg/api/persistentvolumeclaim/util.go.
 */
function alignSources(spec: JsonObject, before: JsonObject): void {
  const hadSource = isJsonObject(before['dataSource']) || isJsonObject(before['dataSourceRef']);
  if (!hadSource) dropUnsupportedSources(spec);
  const { dataSource, dataSourceRef } = spec;
  if (isJsonObject(dataSource) && !isJsonObject(dataSourceRef)) {
    spec['dataSourceRef'] = { ...dataSource };
  } else if (isJsonObject(dataSourceRef) && !isJsonObject(dataSource)) {
    if (getString(dataSourceRef, 'namespace') !== '') return;
    const { namespace: _, ...local } = dataSourceRef;
    spec['dataSource'] = local;
  }
}

function dropUnsupportedSources(spec: JsonObject): void {
  const source = getObject(spec, 'dataSource');
  const [group, kind] = [getString(source, 'apiGroup'), getString(source, 'kind')];
  const isClaim = group === '' && kind === 'PersistentVolumeClaim';
  const isSnapshot = group === 'snapshot.storage.k8s.io' && kind === 'VolumeSnapshot';
  if (!isClaim && !isSnapshot) Reflect.deleteProperty(spec, 'dataSource');
  if (getString(getObject(spec, 'dataSourceRef'), 'namespace') !== '') {
    Reflect.deleteProperty(spec, 'dataSourceRef');
  }
}

/** A volume may grow if its storage class allows expansion. */
function checkGrowth(next: JsonObject, live: JsonObject, cluster: ClusterView): void {
  const [wanted, had] = [storageOf(getObject(next, 'spec')), storageOf(getObject(live, 'spec'))];
  const isBound = getObject(live, 'status')['phase'] === 'Bound';
  if (!isBound || wanted === '' || had === '') return;
  if (parseQuantity(wanted).compare(parseQuantity(had)) <= 0) return;
  const name = getString(getObject(next, 'spec'), 'storageClassName');
  const found = name === '' ? undefined : cluster.get(classes, undefined, name);
  if (found?.['allowVolumeExpansion'] === true) return;
  const reason =
    'only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize';
  throw forbidden(claims, getString(getObject(next, 'metadata'), 'name'), reason);
}

/** Adds a finalizer that prevents removal while the object is in use. */
export function protect(object: JsonObject, finalizer: string): void {
  const metadata = ensureObject(object, 'metadata');
  const { finalizers } = metadata;
  const before = Array.isArray(finalizers) ? finalizers : [];
  if (!before.includes(finalizer)) metadata['finalizers'] = [...before, finalizer];
}

function checkChange(spec: Field, live: JsonObject): void {
  const [after, before] = [spec.object, getObject(live, 'spec')];
  const [wanted, had] = [storageOf(after), storageOf(before)];
  const isBound = getObject(live, 'status')['phase'] === 'Bound';
  const isSmaller =
    wanted !== '' && had !== '' && parseQuantity(wanted).compare(parseQuantity(had)) < 0;
  if (isBound && isSmaller) {
    const storage = spec.at('resources', 'requests', 'storage');
    storage.forbidden('field can not be less than status.capacity');
  }
  // A claim without a storage class may get one.
  const named = before['storageClassName'] ?? after['storageClassName'];
  const old = named === undefined ? before : { ...before, storageClassName: named };
  if (!sameJson(withoutChangeable(after, isBound), withoutChangeable(old, isBound))) {
    spec.forbidden(
      'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims',
    );
  }
}

const storageOf = (spec: JsonObject): string =>
  getString(getObject(spec, 'resources', 'requests'), 'storage');

function withoutChangeable(spec: JsonObject, isBound: boolean): JsonObject {
  const { volumeAttributesClassName: _, resources, ...rest } = spec;
  // The volume name may be set once.
  const { volumeName: _1, ...unbound } = rest;
  return isBound ? rest : { ...unbound, resources: resources ?? {} };
}
