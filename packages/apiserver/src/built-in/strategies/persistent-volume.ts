import { isDns1123Subdomain } from '@vmgen/base/text';
import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { storageClassWarnings } from './claim-warnings.js';
import { checkAccessModes } from './claim-rules.js';
import { ensureObject, getObject, sameJson, setDefaults } from './fields.js';
import { protect } from './persistent-volume-claim.js';
import { checkVolumeSource } from './volume-sources.js';

const IN_USE = 'kubernetes.io/pv-protection';

/** core/v1 PersistentVolume. */
export const persistentVolumeStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  protectionFinalizer: IN_USE,
  fieldLabels: { name: 'metadata.name' },
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    setDefaults(spec, { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem' });
    const { hostPath, azureFile } = spec;
    if (hostPath !== undefined) getObject(spec, 'hostPath')['type'] ??= '';
    if (azureFile !== undefined) getObject(spec, 'azureFile')['secretNamespace'] ??= null;
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
    const spec = getObject(object, 'spec');
    const text =
      'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';
    return [
      ...storageClassWarnings(object),
      ...(spec['persistentVolumeReclaimPolicy'] === 'Recycle' ? [text] : []),
      ...REMOVED_SOURCES.filter(([name]) => spec[name] !== undefined).map(
        ([name, since, removed]) =>
          `spec.${name === 'storageos' ? 'storageOS' : name}: deprecated in v${since}, non-functional in v${removed}+`,
      ),
    ];
  },
};

/** Types of volumes without an implementation: their name, and the versions that deprecated and removed it. */
const REMOVED_SOURCES = [
  ['cephfs', '1.28', '1.31'],
  ['photonPersistentDisk', '1.11', '1.16'],
  ['scaleIO', '1.16', '1.22'],
  ['storageos', '1.22', '1.25'],
  ['glusterfs', '1.25', '1.26'],
  ['rbd', '1.28', '1.31'],
] as const;

/** All types of volumes, in the order in which kube-apiserver validates them. */
const VOLUME_SOURCES = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'flocker',
  'nfs',
  'rbd',
  'quobyte',
  'cephfs',
  'iscsi',
  'cinder',
  'fc',
  'flexVolume',
  'azureFile',
  'vsphereVolume',
  'photonPersistentDisk',
  'portworxVolume',
  'azureDisk',
  'scaleIO',
  'local',
  'storageos',
  'csi',
];

function checkSources(spec: Field): void {
  const names = VOLUME_SOURCES.filter((name) => spec.at(name).value !== undefined);
  for (const [i, name] of names.entries()) {
    if (i > 0 && name !== 'flexVolume') {
      const shown = name === 'cephfs' ? 'cephFS' : name;
      spec.at(shown).forbidden('may not specify more than 1 volume type');
    } else checkSource(spec, name);
  }
  if (names.length === 0) spec.required('must specify a volume type');
}

function checkSource(spec: Field, name: string): void {
  const source = spec.at(name);
  checkVolumeSource(spec, name, '');
  if (name === 'local') {
    if (source.at('path').given() && source.at('path').text.split('/').includes('..')) {
      source.at('path').invalid("must not contain '..'");
    }
    const isBound = spec.at('nodeAffinity', 'required').isObject;
    if (!isBound) spec.at('nodeAffinity').required('Local volume requires node affinity');
  }
  if (name === 'csi') source.at('volumeHandle').given();
}
