import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import { checkSelector, goStruct } from '@vmgen/crd/internal';
import { checkIntOrPercent } from './int-or-percent.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { inGoOrder } from './workload-rules.js';

/** policy PodDisruptionBudget. */
export const podDisruptionBudgetStrategy: BuiltInStrategy = {
  validate(object) {
    const spec = object.at('spec');
    const { minAvailable, maxUnavailable, unhealthyPodEvictionPolicy, selector } = spec.object;
    if (minAvailable !== undefined && maxUnavailable !== undefined) {
      const printed: JsonObject = {
        MinAvailable: minAvailable,
        Selector: isJsonObject(selector) ? inGoOrder(selector) : null,
        MaxUnavailable: maxUnavailable,
        UnhealthyPodEvictionPolicy: unhealthyPodEvictionPolicy ?? null,
      };
      spec.invalid('minAvailable and maxUnavailable cannot be both set', goStruct(printed));
    }
    checkIntOrPercent(spec.at('minAvailable'));
    checkIntOrPercent(spec.at('maxUnavailable'));
    checkSelector(spec.at('selector'));
    spec.at('unhealthyPodEvictionPolicy').oneOf('AlwaysAllow', 'IfHealthyBudget');
  },
};
