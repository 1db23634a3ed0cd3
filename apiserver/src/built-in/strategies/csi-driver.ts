import type { BuiltInStrategy } from './built-in-strategy.js';
import { madeObjectAt, setDefaults } from './fields.js';

/** storage/v1 CSIDriver. */
export const csiDriverStrategy: BuiltInStrategy = {
  defaults: (object) =>
    setDefaults(madeObjectAt(object, 'spec'), {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      seLinuxMount: false,
      preventPodSchedulingIfMissing: false,
    }),
};
