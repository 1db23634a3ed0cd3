import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { FieldError } from '@vmgen/crd';
import type { BuiltInStrategy } from './built-in-strategy.js';

/** coordination.k8s.io/v1 Lease. */
export const leaseStrategy: BuiltInStrategy = {
  // The fields belong to a feature that is disabled by default.
  prepareForCreate: (object) => dropGated(object),
  prepareForUpdate: (next) => dropGated(next),
  validate: validateLease,
};

function dropGated({ spec }: JsonObject): void {
  if (!isJsonObject(spec)) return;
  for (const name of ['strategy', 'preferredHolder']) Reflect.deleteProperty(spec, name);
}

function validateLease(object: JsonObject): FieldError[] {
  const spec = object['spec'];
  if (!isJsonObject(spec)) return [];
  const { leaseDurationSeconds: duration, leaseTransitions: transitions } = spec;
  const errors: FieldError[] = [];
  if (typeof duration === 'number' && duration <= 0) {
    errors.push(tooSmall('spec.leaseDurationSeconds', duration, 'must be greater than 0'));
  }
  if (typeof transitions === 'number' && transitions < 0) {
    const detail = 'must be greater than or equal to 0';
    errors.push(tooSmall('spec.leaseTransitions', transitions, detail));
  }
  return errors;
}

function tooSmall(field: string, value: number, detail: string): FieldError {
  return { type: 'FieldValueInvalid', field, message: `Invalid value: ${value}: ${detail}` };
}
