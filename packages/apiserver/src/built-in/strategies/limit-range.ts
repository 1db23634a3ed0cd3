import type { JsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { isFilled, ensureObject, getObject, getObjects, setDefaults } from './fields.js';

/** core/v1 LimitRange. */
export const limitRangeStrategy: BuiltInStrategy = {
  validatesSchema: false,
  defaults(object) {
    for (const limit of getObjects(object, 'spec', 'limits')) {
      if (limit['type'] !== 'Container') continue;
      setFilled(limit, 'default', getObject(limit, 'max'));
      setFilled(limit, 'defaultRequest', getObject(limit, 'default'));
      setFilled(limit, 'defaultRequest', getObject(limit, 'min'));
    }
  },
};

function setFilled(limit: JsonObject, name: string, defaults: JsonObject): void {
  if (isFilled(defaults)) setDefaults(ensureObject(limit, name), defaults);
}
