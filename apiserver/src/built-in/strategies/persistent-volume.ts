import { isDns1123Subdomain } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkAccessModes } from './claim-rules.js';
import { ensureObject, getObject, sameJson, setDefaults } from './fields.js';
import { protect } from './persistent-volume-claim.js';

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
  validate(object, live) {
    const spec = object.at('spec');
    const [modes, capacity] = [spec.at('accessModes'), spec.at('capacity')];
    if (modes.texts.length === 0) modes.required();
    checkAccessModes(modes);
    if (!capacity.isFilled) capacity.required();
    const names = Object.keys(capacity.object);
    if (names.length !== 1 || names[0] !== 'storage') {
      capacity.notSupported(['storage'], capacity.isFilled ? capacity.object : null);
    }
    spec.at('persistentVolumeReclaimPolicy').oneOf('Delete', 'Recycle', 'Retain');
    checkSources(spec);
    spec.at('storageClassName').checkIfSet(isDns1123Subdomain);
    spec.at('volumeMode').oneOf('Block', 'Filesystem');
    const before = live === undefined ? spec.object : getObject(live, 'spec');
    if (VOLUME_SOURCES.some((source) => !sameJson(spec.at(source).value, before[source]))) {
      const detail = 'spec.persistentvolumesource is immutable after creation';
      spec.at('persistentvolumesource').forbidden(detail);
    }
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

function checkSources(spec: Field): void {
  const sources = VOLUME_SOURCES.map((name) => spec.at(name));
  const [first, ...others] = sources.filter(({ value }) => value !== undefined);
  if (first === undefined) spec.required('must specify a volume type');
  for (const source of others) source.forbidden('may not specify more than 1 volume type');
}
