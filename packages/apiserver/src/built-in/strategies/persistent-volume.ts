import { isDns1123Subdomain } from '@vmgen/base/text';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkAccessModes } from './claim-rules.js';
import { ensureObject, getObject, sameJson, setDefaults, setPointerDefaults } from './fields.js';
import { protect, storageClassWarnings } from './persistent-volume-claim.js';
import { checkVolumeSource } from './volume-sources.js';

const IN_USE = 'kubernetes.io/pv-protection';

const RECYCLED =
  'spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.';

/** core/v1 PersistentVolume. */
export const persistentVolumeStrategy: BuiltInStrategy = {
  returnsDeleted: true,
  protectionFinalizer: IN_USE,
  fieldLabels: { name: 'metadata.name' },
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    setDefaults(spec, { persistentVolumeReclaimPolicy: 'Retain' });
    setPointerDefaults(spec, { volumeMode: 'Filesystem' });
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
  prepareForStatusUpdate(next, live, cluster) {
    const [status, before] = [getObject(next, 'status'), getObject(live, 'status')];
    const { lastPhaseTransitionTime: sent = null } = status;
    const { lastPhaseTransitionTime: stored = null } = before;
    const isSamePhase = status['phase'] === before['phase'];
    if (sent !== null && (isSamePhase || sent !== stored)) return;
    const time = isSamePhase ? stored : cluster.now();
    if (time !== null) next['status'] = { ...status, lastPhaseTransitionTime: time };
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
    spec.at('volumeMode').pointerToOneOf('Block', 'Filesystem');
    const before = live === undefined ? spec.object : getObject(live, 'spec');
    const sources = [...sourcesOf(spec.object), ...sourcesOf(before)];
    if (sources.some((source) => !sameJson(spec.at(source).value, before[source]))) {
      const detail = 'spec.persistentvolumesource is immutable after creation';
      spec.at('persistentvolumesource').forbidden(detail);
    }
  },
  warningsOf(object) {
    const isRecycled = getObject(object, 'spec')['persistentVolumeReclaimPolicy'] === 'Recycle';
    return [...storageClassWarnings(object), ...(isRecycled ? [RECYCLED] : [])];
  },
};

/** The fields of a volume's spec that are not a source. */
const OTHER_FIELDS: ReadonlySet<string> = new Set(['capacity', 'claimRef', 'nodeAffinity']);

/** The sources of a volume: objects, except for the other fields that are objects. */
const sourcesOf = (spec: JsonObject): string[] =>
  Object.keys(spec).filter((name) => isJsonObject(spec[name]) && !OTHER_FIELDS.has(name));

function checkSources(spec: Field): void {
  const [first, ...others] = sourcesOf(spec.object);
  if (first === undefined) spec.required('must specify a volume type');
  else checkSource(spec, first);
  for (const name of others) spec.at(name).forbidden('may not specify more than 1 volume type');
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
