import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { ErrorList, goStruct } from './error-list.js';
import { getObject } from './fields.js';
import { checkIntOrPercent } from './int-or-percent.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { checkSelector } from './selector-rules.js';
import { checkCounts, inGoOrder } from './workload-rules.js';

/** policy PodDisruptionBudget. */
export const podDisruptionBudgetStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  validate(object) {
    const errors = new ErrorList();
    checkSpec(errors, getObject(object, 'spec'));
    return errors.errors;
  },
  validateStatus(object) {
    const errors = new ErrorList();
    checkCounts(errors, 'status', getObject(object, 'status'), [
      'disruptionsAllowed',
      'currentHealthy',
      'desiredHealthy',
      'expectedPods',
    ]);
    return errors.errors;
  },
};

function checkSpec(errors: ErrorList, spec: JsonObject): void {
  const { minAvailable, maxUnavailable, unhealthyPodEvictionPolicy: policy } = spec;
  if (minAvailable !== undefined && maxUnavailable !== undefined) {
    const printed: JsonObject = {
      MinAvailable: minAvailable,
      Selector: isJsonObject(spec['selector']) ? inGoOrder(spec['selector']) : null,
      MaxUnavailable: maxUnavailable,
      UnhealthyPodEvictionPolicy: policy ?? null,
    };
    errors.invalid('spec', goStruct(printed), 'minAvailable and maxUnavailable cannot be both set');
  }
  checkIntOrPercent(errors, 'spec.minAvailable', minAvailable);
  checkIntOrPercent(errors, 'spec.maxUnavailable', maxUnavailable);
  checkSelector(errors, 'spec.selector', getObject(spec, 'selector'));
  errors.oneOf('spec.unhealthyPodEvictionPolicy', policy, ['AlwaysAllow', 'IfHealthyBudget']);
}
