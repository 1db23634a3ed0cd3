import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import {
  validateMutatingPolicy,
  validateMutatingPolicyBinding,
  validateValidatingPolicy,
  validateValidatingPolicyBinding,
} from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ensureObject, getObjects, setPointerDefaults } from './fields.js';

/** admissionregistration/v1 ValidatingAdmissionPolicy. */
export const validatingAdmissionPolicyStrategy: BuiltInStrategy = {
  defaults: setPolicyDefaults,
  validate(object) {
    validateValidatingPolicy(object);
  },
};

/** admissionregistration/v1 MutatingAdmissionPolicy. */
export const mutatingAdmissionPolicyStrategy: BuiltInStrategy = {
  defaults: setPolicyDefaults,
  validate(object) {
    validateMutatingPolicy(object);
  },
};

/** admissionregistration/v1 ValidatingAdmissionPolicyBinding. */
export const validatingPolicyBindingStrategy: BuiltInStrategy = {
  defaults: setBindingDefaults,
  validate(object) {
    validateValidatingPolicyBinding(object);
  },
};

/** admissionregistration/v1 MutatingAdmissionPolicyBinding. */
export const mutatingPolicyBindingStrategy: BuiltInStrategy = {
  defaults: setBindingDefaults,
  validate(object) {
    validateMutatingPolicyBinding(object);
  },
};

function setPolicyDefaults(object: JsonObject): void {
  const spec = ensureObject(object, 'spec');
  setPointerDefaults(spec, { failurePolicy: 'Fail' });
  setMatchDefaults(spec['matchConstraints']);
}

function setBindingDefaults(object: JsonObject): void {
  setMatchDefaults(ensureObject(object, 'spec')['matchResources']);
}

function setMatchDefaults(match: JsonObject[string] | undefined): void {
  if (!isJsonObject(match)) return;
  setPointerDefaults(match, {
    namespaceSelector: {},
    objectSelector: {},
    matchPolicy: 'Equivalent',
  });
  for (const list of ['resourceRules', 'excludeResourceRules']) {
    for (const rule of getObjects(match, list)) setPointerDefaults(rule, { scope: '*' });
  }
}
