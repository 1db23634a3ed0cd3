import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObjects, getString, setDefaults } from './fields.js';
import { ipWarnings } from './ip-warnings.js';

/** core/v1 Endpoints. */
export const endpointsStrategy: BuiltInStrategy = {
  defaults(object) {
    for (const subset of getObjects(object, 'subsets')) {
      for (const port of getObjects(subset, 'ports')) setDefaults(port, { protocol: 'TCP' });
    }
  },
  warningsOf: (object) =>
    getObjects(object, 'subsets').flatMap((subset, i) =>
      ['addresses', 'notReadyAddresses'].flatMap((list) =>
        getObjects(subset, list).flatMap((address, j) =>
          ipWarnings(`subsets[${i}].${list}[${j}].ip`, getString(address, 'ip')),
        ),
      ),
    ),
};
