import { isJsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { getObject, setDefaults, getString } from './fields.js';
import { checkDomainPath } from './job-rules.js';

/** networking/v1 IngressClass. Its controller is immutable. */
export const ingressClassStrategy: BuiltInStrategy = {
  defaults(object) {
    const { parameters } = getObject(object, 'spec');
    if (isJsonObject(parameters)) setDefaults(parameters, { scope: 'Cluster' });
  },
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    const controller = getString(spec, 'controller');
    if (live !== undefined) {
      const before = getString(getObject(live, 'spec'), 'controller');
      errors.immutable('spec.controller', controller === before, controller);
    }
    if (errors.given('spec.controller', controller)) {
      checkDomainPath(errors, 'spec.controller', controller);
    }
    const { parameters } = spec;
    if (isJsonObject(parameters)) {
      const path = 'spec.parameters';
      errors.given(`${path}.kind`, parameters['kind']);
      errors.given(`${path}.name`, parameters['name']);
      errors.oneOf(`${path}.scope`, parameters['scope'], ['Cluster', 'Namespace']);
      if (parameters['scope'] === 'Namespace' && getString(parameters, 'namespace') === '') {
        errors.required(`${path}.namespace`, "`parameters.scope` is set to 'Namespace'");
      }
    }
    return errors.errors;
  },
};
