import type { JsonObject, JsonValue } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';
import {
  isFilled,
  ensureObject,
  getObject,
  getObjects,
  sameJson,
  setDefaults,
  getString,
  getStrings,
} from './fields.js';
import { cidrWarnings } from './ip-warnings.js';
import type { BuiltInStrategy } from './built-in-strategy.js';

const NOT_READY = 'node.kubernetes.io/not-ready';

/** core/v1 Node. */
export const nodeStrategy: BuiltInStrategy = {
  fieldLabels: { 'spec.unschedulable': 'spec.unschedulable' },
  preservesStatusOnCreate: true,
  defaults(object) {
    const spec = ensureObject(object, 'spec');
    const status = ensureObject(object, 'status');
    const range = getString(spec, 'podCIDR');
    if (range !== '' && !isFilled(spec['podCIDRs'])) spec['podCIDRs'] = [range];
    // Allocatable resources default to the capacity.
    if (isFilled(status['capacity']))
      setDefaults(ensureObject(status, 'allocatable'), getObject(status, 'capacity'));
  },
  prepareForCreate(object) {
    const spec = ensureObject(object, 'spec');
    const taints = getObjects(spec, 'taints');
    if (taints.some(({ key, effect }) => key === NOT_READY && effect === 'NoSchedule')) return;
    spec['taints'] = [...taints, { key: NOT_READY, effect: 'NoSchedule' }];
  },
  validate(object, live) {
    if (live !== undefined) checkChange(object.at('spec'), getObject(live, 'spec'));
  },
  warningsOf(object) {
    const spec = getObject(object, 'spec');
    return [
      ...(spec['configSource'] === undefined ? [] : ['spec.configSource: the feature is removed']),
      ...(getString(spec, 'externalID') === ''
        ? []
        : ['spec.externalID: this field is deprecated, and is unused by Kubernetes']),
      ...getStrings(spec, 'podCIDRs').flatMap((range, i) =>
        cidrWarnings(`spec.podCIDRs[${i}]`, range),
      ),
    ];
  },
};

function checkChange(spec: Field, live: JsonObject): void {
  const [ranges, provider] = [spec.at('podCIDRs'), spec.at('providerID')];
  if (isGiven(live['podCIDRs']) && !sameJson(live['podCIDRs'], ranges.value)) {
    ranges.forbidden('node updates may not change podCIDRs except from "" to valid');
  }
  if (isGiven(live['providerID']) && !sameJson(live['providerID'], provider.value)) {
    const change = isGiven(provider.value) ? 'modified' : 'cleared';
    provider.invalid(`field cannot be ${change} once set`, null);
  }
}

const isGiven = (value: JsonValue | undefined): boolean => value !== undefined && value !== '';
