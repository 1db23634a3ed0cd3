import type { JsonObject } from '@vmgen/base/json';
import { generationOf } from '../../resource/object-meta.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import {
  isFilled,
  ensureObject,
  getNumber,
  getObject,
  getObjects,
  setDefaults,
  getString,
  getStrings,
} from './fields.js';
import { sameJson } from './workload-rules.js';

const MIN_TOKEN_SECONDS = 600;
const MAX_TOKEN_SECONDS = 2 ** 32;
const MIN_UPDATE_SECONDS = 10;

/** storage/v1 CSIDriver. */
export const csiDriverStrategy: BuiltInStrategy = {
  defaults: (object) =>
    setDefaults(ensureObject(object, 'spec'), {
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      seLinuxMount: false,
      preventPodSchedulingIfMissing: false,
    }),
  prepareForUpdate(next, live) {
    if (sameJson(next['spec'], live['spec'])) return;
    ensureObject(next, 'metadata')['generation'] = generationOf(live) + 1;
  },
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    if (live !== undefined) checkChange(errors, spec, getObject(live, 'spec'));
    errors.oneOf('spec.fsGroupPolicy', spec['fsGroupPolicy'], [
      'File',
      'None',
      'ReadWriteOnceWithFSType',
    ]);
    checkTokenRequests(errors, spec);
    for (const mode of getStrings(spec, 'volumeLifecycleModes')) {
      errors.oneOf('spec.volumeLifecycleModes', mode, ['Persistent', 'Ephemeral']);
    }
    const period = getNumber(spec, 'nodeAllocatableUpdatePeriodSeconds');
    if (period !== undefined && period < MIN_UPDATE_SECONDS) {
      const detail = 'must be greater than or equal to 10 seconds';
      errors.invalid('spec.nodeAllocatableUpdatePeriodSeconds', period, detail);
    }
    return errors.errors;
  },
  warningsOf(object) {
    const spec = getObject(object, 'spec');
    const isUnset = spec['serviceAccountTokenInSecrets'] === undefined;
    return isUnset && isFilled(spec['tokenRequests']) ? [TOKENS_MAY_LEAK] : [];
  },
};

const TOKENS_MAY_LEAK =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

function checkChange(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  // kube-apiserver misspells this field in its messages.
  for (const [name, shown] of [
    ['attachRequired', 'attachedRequired'],
    ['volumeLifecycleModes', 'volumeLifecycleModes'],
  ] as const) {
    errors.immutable(`spec.${shown}`, sameJson(next[name], live[name]), next[name]);
  }
}

function checkTokenRequests(errors: ErrorList, spec: JsonObject): void {
  const audiences = new Set<string>();
  const requests = getObjects(spec, 'tokenRequests');
  requests.forEach((request, i) => {
    const path = `spec.tokenRequests[${i}]`;
    const audience = getString(request, 'audience');
    if (audiences.has(audience)) errors.duplicate(`${path}.audience`, audience);
    audiences.add(audience);
    const seconds = getNumber(request, 'expirationSeconds');
    if (seconds === undefined) return;
    if (seconds < MIN_TOKEN_SECONDS) {
      const detail = 'may not specify a duration less than 10 minutes';
      errors.invalid(`${path}.expirationSeconds`, seconds, detail);
    } else if (seconds > MAX_TOKEN_SECONDS) {
      const detail = 'may not specify a duration larger than 2^32 seconds';
      errors.invalid(`${path}.expirationSeconds`, seconds, detail);
    }
  });
  if (spec['serviceAccountTokenInSecrets'] === true && requests.length === 0) {
    const detail = 'serviceAccountTokenInSecrets is set but no tokenRequests are specified';
    errors.invalid('spec.serviceAccountTokenInSecrets', true, detail);
  }
}
