import { Field } from '@vmgen/crd/internal';
import { generationOf } from '../../resource/object-meta.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { isFilled, ensureObject, getObject, sameJson, setDefaults } from './fields.js';

/** storage/v1 CSIDriver. */
export const csiDriverStrategy: BuiltInStrategy = {
  defaults: (object) =>
    setDefaults(ensureObject(object, 'spec'), {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      seLinuxMount: false,
      preventPodSchedulingIfMissing: false,
    }),
  prepareForUpdate(next, live) {
    if (sameJson(next['spec'], live['spec'])) return;
    ensureObject(next, 'metadata')['generation'] = generationOf(live) + 1;
  },
  validate(object, live) {
    if (live === undefined) return;
    const [spec, before] = [object.at('spec'), getObject(live, 'spec')];
    // kube-apiserver misspells this field in its messages.
    const { value } = spec.at('attachRequired');
    const attach = new Field(value, `${spec.path}.attachedRequired`, spec.errors);
    attach.immutable(before['attachRequired']);
    spec.at('volumeLifecycleModes').immutable(before['volumeLifecycleModes']);
  },
  warningsOf(object) {
    const spec = getObject(object, 'spec');
    const isUnset = spec['serviceAccountTokenInSecrets'] === undefined;
    return isUnset && isFilled(spec['tokenRequests']) ? [TOKENS_MAY_LEAK] : [];
  },
};

const TOKENS_MAY_LEAK =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';
