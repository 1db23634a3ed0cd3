import type { JsonObject } from '@vmgen/base/json';
import { isDns1123Subdomain } from '@vmgen/base/text';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkAccessModes } from './claim-rules.js';
import { ErrorList } from './error-list.js';
import {
  isFilled,
  ensureObject,
  getObject,
  setDefaults,
  getString,
  getStringMap,
  getStrings,
} from './fields.js';
import { protect } from './persistent-volume-claim.js';
import { sameJson } from './workload-rules.js';

const IN_USE = 'kubernetes.io/pv-protection';

/** core/v1 PersistentVolume. */
export const persistentVolumeStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  protectionFinalizer: IN_USE,
  fieldLabels: { name: 'metadata.name' },
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    setDefaults(spec, { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' });
    const { hostPath } = spec;
    if (hostPath !== undefined) getObject(spec, 'hostPath')['type'] ??= '';
    setDefaults(ensureObject(object, 'status'), { phase: 'Pending' });
  },
  prepareForCreate(object) {
    const { creationTimestamp = null } = getObject(object, 'metadata');
    object['status'] = { phase: 'Pending', lastPhaseTransitionTime: creationTimestamp };
    protect(object, IN_USE);
  },
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    const modes = getStrings(spec, 'accessModes');
    if (modes.length === 0) errors.required('spec.accessModes');
    checkAccessModes(errors, 'spec.accessModes', modes);
    const capacity = getStringMap(spec, 'capacity');
    if (!isFilled(capacity)) errors.required('spec.capacity');
    if (capacity['storage'] === undefined || Object.keys(capacity).length > 1) {
      const value = isFilled(capacity) ? { ...capacity } : null;
      errors.notSupported('spec.capacity', value, ['storage']);
    }
    errors.oneOf('spec.persistentVolumeReclaimPolicy', spec['persistentVolumeReclaimPolicy'], [
      'Delete',
      'Recycle',
      'Retain',
    ]);
    checkSources(errors, spec);
    const name = getString(spec, 'storageClassName');
    if (name !== '') errors.problems('spec.storageClassName', name, isDns1123Subdomain(name));
    errors.oneOf('spec.volumeMode', spec['volumeMode'], ['Block', 'Filesystem']);
    const before = live === undefined ? spec : getObject(live, 'spec');
    if (VOLUME_SOURCES.some((source) => !sameJson(spec[source], before[source]))) {
      const detail = 'spec.persistentvolumesource is immutable after creation';
      errors.forbidden('spec.persistentvolumesource', detail);
    }
    return errors.errors;
  },
  warningsOf(object) {
    const isOld = getObject(object, 'spec')['persistentVolumeReclaimPolicy'] === 'Recycle';
    const text =
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
    return isOld ? [text] : [];
  },
};

const VOLUME_SOURCES = [
  'hostPath',
  'nfs',
  'csi',
  'local',
  'iscsi',
  'fc',
  'rbd',
  'cephfs',
  'azureFile',
  'cinder',
];

function checkSources(errors: ErrorList, spec: JsonObject): void {
  const [first, ...others] = VOLUME_SOURCES.filter((name) => spec[name] !== undefined);
  if (first === undefined) errors.required('spec', 'must specify a volume type');
  for (const name of others) {
    errors.forbidden(`spec.${name}`, 'may not specify more than 1 volume type');
  }
}
