import type { JsonObject } from '@vmgen/base/json';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject, getObjects, getString, setNumberDefaults } from './fields.js';

/** resource.k8s.io/v1 ResourceClaim. */
export const resourceClaimStrategy: BuiltInStrategy = {
  defaults: (object) => defaultRequests(getObject(object, 'spec')),
};

/** resource.k8s.io/v1 ResourceClaimTemplate. */
export const resourceClaimTemplateStrategy: BuiltInStrategy = {
  defaults: (object) => defaultRequests(getObject(object, 'spec', 'spec')),
};

function defaultRequests(spec: JsonObject): void {
  for (const request of getObjects(spec, 'devices', 'requests')) {
    if (request['exactly'] !== undefined) defaultCount(getObject(request, 'exactly'));
    for (const alternative of getObjects(request, 'firstAvailable')) defaultCount(alternative);
  }
}

function defaultCount(request: JsonObject): void {
  if (getString(request, 'allocationMode') === '') request['allocationMode'] = 'ExactCount';
  if (request['allocationMode'] === 'ExactCount') setNumberDefaults(request, { count: 1 });
}
