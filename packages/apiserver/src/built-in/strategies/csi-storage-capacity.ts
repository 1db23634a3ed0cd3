import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject } from './fields.js';
import { nodeSelectorWarnings } from './node-label-warnings.js';

/** storage.k8s.io CSIStorageCapacity. */
export const csiStorageCapacityStrategy: BuiltInStrategy = {
  warningsOf: (object) => nodeSelectorWarnings('nodeTopology', getObject(object, 'nodeTopology')),
};
