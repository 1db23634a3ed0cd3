import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { isQualifiedName } from '@vmgen/base/text';
import { ErrorList } from './error-list.js';
import {
  isFilled,
  madeObjectAt,
  objectAt,
  objectsIn,
  setDefaults,
  textIn,
  textsIn,
} from './fields.js';
import { parseCidr } from './ip-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { TAINT_EFFECTS } from './scheduling-rules.js';
import { sameJson } from './workload-rules.js';

const NOT_READY = 'node.kubernetes.io/not-ready';

/** core/v1 Node. */
export const nodeStrategy: BuiltInStrategy = {
  fieldLabels: { 'spec.unschedulable': 'spec.unschedulable' },
  keepsStatus: true,
  defaults(object) {
    const spec = madeObjectAt(object, 'spec');
    const status = madeObjectAt(object, 'status');
    const range = textIn(spec, 'podCIDR');
    if (range !== '' && !isFilled(spec['podCIDRs'])) spec['podCIDRs'] = [range];
    // What there is may be used.
    if (isFilled(status['capacity']))
      setDefaults(madeObjectAt(status, 'allocatable'), objectAt(status, 'capacity'));
  },
  prepareForCreate(object) {
    const spec = madeObjectAt(object, 'spec');
    const taints = objectsIn(spec, 'taints');
    if (taints.some(({ key, effect }) => key === NOT_READY && effect === 'NoSchedule')) return;
    spec['taints'] = [...taints, { key: NOT_READY, effect: 'NoSchedule' }];
  },
  judgesAlone: true,
  validate(object, live) {
    const errors = new ErrorList();
    const spec = objectAt(object, 'spec');
    checkTaints(errors, 'metadata.taints', objectsIn(spec, 'taints'));
    textsIn(spec, 'podCIDRs').forEach((range, i) => {
      if (parseCidr(range) !== undefined) return;
      const detail = 'must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)';
      errors.invalid(`spec.podCIDRs[${i}]`, range, detail);
    });
    if (live !== undefined) checkChange(errors, spec, objectAt(live, 'spec'));
    return errors.errors;
  },
};

function checkTaints(errors: ErrorList, path: string, taints: readonly JsonObject[]): void {
  const seen = new Set<string>();
  taints.forEach((taint, i) => {
    const at = `${path}[${i}]`;
    const key = textIn(taint, 'key');
    const effect = textIn(taint, 'effect');
    errors.problems(`${at}.key`, key, isQualifiedName(key));
    if (effect === '') errors.required(`${at}.effect`);
    else errors.oneOf(`${at}.effect`, effect, TAINT_EFFECTS);
    const pair = `${key}:${effect}`;
    if (seen.has(pair)) {
      const printed = JSON.stringify({
        Key: key,
        Value: textIn(taint, 'value'),
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
