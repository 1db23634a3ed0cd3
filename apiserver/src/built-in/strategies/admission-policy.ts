import { isJsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ensureObject, getObjects, setDefaults } from './fields.js';

/** admissionregistration/v1 ValidatingAdmissionPolicy. It is stored, and has no effect. */
export const validatingAdmissionPolicyStrategy: BuiltInStrategy = {
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    setDefaults(spec, { failurePolicy: 'Fail' });
    const { matchConstraints } = spec;
    if (!isJsonObject(matchConstraints)) return;
    setDefaults(matchConstraints, {
      namespaceSelector: {},
      objectSelector: {},
      matchPolicy: 'Equivalent',
    });
    for (const list of ['resourceRules', 'excludeResourceRules']) {
      for (const rule of getObjects(matchConstraints, list)) setDefaults(rule, { scope: '*' });
    }
  },
  validate(object) {
    const spec = object.at('spec');
    if (!spec.at('matchConstraints').isObject) spec.at('matchConstraints').required();
    const lists = [spec.at('validations'), spec.at('auditAnnotations')];
    if (lists.some((list) => list.items.length > 0)) return;
    for (const list of lists) {
      list.required('validations or auditAnnotations must contain at least one item');
    }
  },
};
