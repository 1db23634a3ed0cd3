import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { isQualifiedName } from '@vmgen/base/text';
import { ErrorList } from './error-list.js';
import {
  isFilled,
  ensureObject,
  getObject,
  getObjects,
  setDefaults,
  getString,
  getStrings,
} from './fields.js';
import { parseCidr } from './ip-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { TAINT_EFFECTS } from './scheduling-rules.js';
import { sameJson } from './workload-rules.js';

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
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = getObject(object, 'spec');
    checkTaints(errors, 'metadata.taints', getObjects(spec, 'taints'));
    getStrings(spec, 'podCIDRs').forEach((range, i) => {
      if (parseCidr(range) !== undefined) return;
      const detail = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
      errors.invalid(`spec.podCIDRs[${i}]`, range, detail);
    });
    if (live !== undefined) checkChange(errors, spec, getObject(live, 'spec'));
    return errors.errors;
  },
};

function checkTaints(errors: ErrorList, path: string, taints: readonly JsonObject[]): void {
  const seen = new Set<string>();
  taints.forEach((taint, i) => {
    const at = `${path}[${i}]`;
    const key = getString(taint, 'key');
    const effect = getString(taint, 'effect');
    errors.problems(`${at}.key`, key, isQualifiedName(key));
    if (effect === '') errors.required(`${at}.effect`);
    else errors.oneOf(`${at}.effect`, effect, TAINT_EFFECTS);
    const pair = `${key}:${effect}`;
    if (seen.has(pair)) {
      const printed = JSON.stringify({
        Key: key,
        Value: getString(taint, 'value'),
        Effect: effect,
        TimeAdded: taint['timeAdded'] ?? null,
      });
      const message = `Duplicate value: ${printed}: taints must be unique by key and effect pair`;
      errors.add([{ type: 'FieldValueDuplicate', field: at, message }]);
    }
    seen.add(pair);
  });
}

function checkChange(errors: ErrorList, next: JsonObject, live: JsonObject): void {
  if (isGiven(live['podCIDRs']) && !sameJson(live['podCIDRs'], next['podCIDRs'])) {
    const detail = 'node updates may not change podCIDRs except from "" to valid';
    errors.forbidden('spec.podCIDRs', detail);
  }
  if (isGiven(live['providerID']) && !sameJson(live['providerID'], next['providerID'])) {
    const change = isGiven(next['providerID']) ? 'modified' : 'cleared';
    errors.invalid('spec.providerID', null, `field cannot be ${change} once set`);
  }
}

const isGiven = (value: JsonValue | undefined): boolean => value !== undefined && value !== '';
