import { checkSelector } from '@vmgen/crd/internal';
import { checkIntOrPercent } from './int-or-percent.js';
import type { BuiltInStrategy } from './built-in-strategy.js';

/** policy PodDisruptionBudget. */
export const podDisruptionBudgetStrategy: BuiltInStrategy = {
  validate(object) {
    const spec = object.at('spec');
    const { minAvailable, maxUnavailable } = spec.object;
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      spec.invalid('minAvailable and maxUnavailable cannot be both set');
    }
    checkIntOrPercent(spec.at('minAvailable'));
    checkIntOrPercent(spec.at('maxUnavailable'));
    checkSelector(spec.at('selector'));
    spec.at('unhealthyPodEvictionPolicy').pointerToOneOf('AlwaysAllow', 'IfHealthyBudget');
  },
};
