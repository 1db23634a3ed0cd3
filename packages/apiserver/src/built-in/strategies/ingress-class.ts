import { isJsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject, setPointerDefaults } from './fields.js';
import { checkDomainPath } from './job-rules.js';

/** networking/v1 IngressClass. Its controller is immutable. */
export const ingressClassStrategy: BuiltInStrategy = {
  defaults(object) {
    const { parameters } = getObject(object, 'spec');
    if (isJsonObject(parameters)) setPointerDefaults(parameters, { scope: 'Cluster' });
  },
  validate(object, live) {
    const controller = object.at('spec', 'controller');
    if (live !== undefined) {
      controller.immutable(getObject(live, 'spec')['controller'], controller.text);
    }
    if (controller.given()) checkDomainPath(controller);
    const parameters = object.at('spec', 'parameters');
    if (!parameters.isObject) return;
    parameters.at('kind').given();
    parameters.at('name').given();
    const [scope, namespace] = [parameters.at('scope'), parameters.at('namespace')];
    scope.pointerToOneOf('Cluster', 'Namespace');
    if (scope.text === 'Namespace') {
      namespace.given("`parameters.scope` is set to 'Namespace'");
    }
  },
};
