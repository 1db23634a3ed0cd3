import type { BuiltInStrategy } from './built-in-strategy.js';
import { ensureObject, getNumber, setDefaults } from './fields.js';

const MAX_PRIORITY = 1_000_000_000;

/** scheduling.k8s.io PriorityClass. */
export const priorityClassStrategy: BuiltInStrategy = {
  // The generation is always 1.
  tracksGeneration: false,
  prepareForCreate(object) {
    ensureObject(object, 'metadata')['generation'] = 1;
  },
  defaults: (object) => setDefaults(object, { preemptionPolicy: 'PreemptLowerPriority' }),
  validate(object, live) {
    const [name, value] = [object.at('metadata', 'name'), object.at('value')];
    const policy = object.at('preemptionPolicy');
    const { number: priority = 0 } = value;
    if (live !== undefined) {
      if (priority !== (getNumber(live, 'value') ?? 0)) {
        value.forbidden('may not be changed in an update.');
      }
      policy.immutable(live['preemptionPolicy']);
      return;
    }
    if (name.text.startsWith('system-')) {
      name.forbidden(
        `priority class names with 'system-' prefix are reserved for system use only. error: ${name.text} is not a known system priority class`,
      );
    } else if (priority > MAX_PRIORITY) {
      value.forbidden(`maximum allowed value of a user defined priority is ${MAX_PRIORITY}`);
    }
    policy.oneOf('PreemptLowerPriority', 'Never');
  },
};
