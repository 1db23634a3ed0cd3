import { isJsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { ensureObject, getObject, getObjects, setDefaults } from './fields.js';

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
  skipSchemaValidation: true,
  validate(object) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    if (!isJsonObject(spec['matchConstraints'])) errors.required('spec.matchConstraints');
    const lists = ['validations', 'auditAnnotations'];
    if (lists.every((name) => getObjects(spec, name).length === 0)) {
      const detail = 'validations or auditAnnotations must contain at least one item';
      for (const name of lists) errors.required(`spec.${name}`, detail);
    }
    return errors.errors;
  },
};
