import type { JsonObject } from '@vmgen/base/json';
import { Field } from '@vmgen/crd/internal';
import { generationOf } from '../../resource/object-meta.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { isFilled, ensureObject, getObject, sameJson, setDefaults } from './fields.js';

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
  validate(object, live) {
    const spec = object.at('spec');
    if (live !== undefined) checkChange(spec, getObject(live, 'spec'));
    spec.at('fsGroupPolicy').oneOf('File', 'None', 'ReadWriteOnceWithFSType');
    checkTokenRequests(spec);
    const modes = spec.at('volumeLifecycleModes');
    const supported = ['Persistent', 'Ephemeral'];
    for (const mode of modes.texts) {
      if (mode !== '' && !supported.includes(mode)) modes.notSupported(supported, mode);
    }
    const period = spec.at('nodeAllocatableUpdatePeriodSeconds');
    if (period.number !== undefined && period.number < MIN_UPDATE_SECONDS) {
      period.invalid('must be greater than or equal to 10 seconds');
    }
  },
  warningsOf(object) {
    const spec = getObject(object, 'spec');
    const isUnset = spec['serviceAccountTokenInSecrets'] === undefined;
    return isUnset && isFilled(spec['tokenRequests']) ? [TOKENS_MAY_LEAK] : [];
  },
};

const TOKENS_MAY_LEAK =
  'spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes';

function checkChange(spec: Field, live: JsonObject): void {
  // kube-apiserver misspells this field in its messages.
  const { value } = spec.at('attachRequired');
  new Field(value, `${spec.path}.attachedRequired`, spec.errors).immutable(live['attachRequired']);
  spec.at('volumeLifecycleModes').immutable(live['volumeLifecycleModes']);
}

function checkTokenRequests(spec: Field): void {
  const audiences = new Set<string>();
  const requests = spec.at('tokenRequests').items;
  for (const request of requests) {
    request.at('audience').unique(audiences);
    checkTokenSeconds(request.at('expirationSeconds'));
  }
  const inSecrets = spec.at('serviceAccountTokenInSecrets');
  if (inSecrets.value === true && requests.length === 0) {
    inSecrets.invalid('serviceAccountTokenInSecrets is set but no tokenRequests are specified');
  }
}

/** Validates the lifetime of a token. */
export function checkTokenSeconds(seconds: Field): void {
  const { number } = seconds;
  if (number === undefined) return;
  if (number < MIN_TOKEN_SECONDS) {
    seconds.invalid('may not specify a duration less than 10 minutes');
  } else if (number > MAX_TOKEN_SECONDS) {
    seconds.invalid('may not specify a duration larger than 2^32 seconds');
  }
}
