import { isJsonObject, type JsonObject } from '@vmgen/crd/internal/json';
import type { FieldError } from '@vmgen/crd';
import type { ObjectStore } from '../storage/object-store.js';
import type { Endpoint } from '../resource/endpoint.js';
import { builtInEndpoint } from './built-in-endpoint.js';
import { builtInSchema } from './built-in-schemas.js';

/** coordination.k8s.io/v1 Lease. A PUT to an absent one creates it, as leader elections rely on. */
export function leaseEndpoint(store: ObjectStore): Endpoint {
  return builtInEndpoint({
    group: 'coordination.k8s.io',
    version: 'v1',
    kind: 'Lease',
    plural: 'leases',
    namespaced: true,
    hasStatus: false,
    schema: builtInSchema('io.k8s.api.coordination.v1.Lease'),
    store,
    strategy: {
      nameForm: 'dns1123-subdomain',
      allowsCreateOnUpdate: true,
      allowsUnconditionalUpdate: false,
      tracksGeneration: false,
      validate: validateLease,
    },
  });
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
