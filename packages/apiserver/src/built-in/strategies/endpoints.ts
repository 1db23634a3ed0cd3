import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObjects, setDefaults } from './fields.js';

/** core/v1 Endpoints. */
export const endpointsStrategy: BuiltInStrategy = {
  defaults(object) {
    for (const subset of getObjects(object, 'subsets')) {
      for (const port of getObjects(subset, 'ports')) setDefaults(port, { protocol: 'TCP' });
    }
  },
};
