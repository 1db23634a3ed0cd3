import { Field } from '@vmgen/crd/internal';
import { generationOf } from '../../resource/object-meta.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ensureObject, getObject, sameJson, setDefaults } from './fields.js';

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
};
