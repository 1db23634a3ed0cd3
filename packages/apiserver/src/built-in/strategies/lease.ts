import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';

/** coordination.k8s.io/v1 Lease. */
export const leaseStrategy: BuiltInStrategy = {
  // The fields belong to a feature that is disabled by default.
  prepareForCreate: (object) => dropGated(object),
  prepareForUpdate: (next) => dropGated(next),
  validatesSchema: true,
  validate(object) {
    const duration = object.at('spec', 'leaseDurationSeconds');
    if ((duration.number ?? 1) <= 0) duration.invalid('must be greater than 0');
    object.at('spec', 'leaseTransitions').nonNegative();
  },
};

function dropGated({ spec }: JsonObject): void {
  if (!isJsonObject(spec)) return;
  for (const name of ['strategy', 'preferredHolder']) Reflect.deleteProperty(spec, name);
}
