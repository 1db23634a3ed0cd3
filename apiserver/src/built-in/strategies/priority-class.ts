import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { ensureObject, getNumber, getObject, setDefaults, getString } from './fields.js';

const MAX_PRIORITY = 1_000_000_000;

/** scheduling.k8s.io PriorityClass. */
export const priorityClassStrategy: BuiltInStrategy = {
  // The generation is always 1.
  tracksGeneration: false,
  prepareForCreate(object) {
    ensureObject(object, 'metadata')['generation'] = 1;
  },
  defaults: (object) => setDefaults(object, { preemptionPolicy: 'PreemptLowerPriority' }),
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const name = getString(getObject(object, 'metadata'), 'name');
    const value = getNumber(object, 'value') ?? 0;
    if (live !== undefined) {
      if (value !== (getNumber(live, 'value') ?? 0)) {
        errors.forbidden('value', 'may not be changed in an update.');
      }
      const policy = object['preemptionPolicy'];
      errors.immutable('preemptionPolicy', policy === live['preemptionPolicy'], policy);
      return errors.errors;
    }
    if (name.startsWith('system-')) {
      const detail = `priority class names with 'system-' prefix are reserved for system use only. error: ${name} is not a known system priority class`;
      errors.forbidden('metadata.name', detail);
    } else if (value > MAX_PRIORITY) {
      const detail = `maximum allowed value of a user defined priority is ${MAX_PRIORITY}`;
      errors.forbidden('value', detail);
    }
    errors.oneOf('preemptionPolicy', object['preemptionPolicy'], ['PreemptLowerPriority', 'Never']);
    return errors.errors;
  },
};
