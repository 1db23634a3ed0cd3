import type { JsonObject, JsonValue } from '@vmgen/base/json';
import { isQualifiedName } from '@vmgen/base/text';
import { Field } from '@vmgen/crd/internal';
import {
  isFilled,
  ensureObject,
  getObject,
  getObjects,
  sameJson,
  setDefaults,
  getString,
} from './fields.js';
import { checkCidr } from './ip-rules.js';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { TAINT_EFFECTS } from './scheduling-rules.js';

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
    const spec = object.at('spec');
    checkTaints(new Field(spec.at('taints').value, 'metadata.taints', object.errors));
    for (const range of spec.at('podCIDRs').items) checkCidr(range);
    if (live !== undefined) checkChange(spec, getObject(live, 'spec'));
  },
};

function checkTaints(taints: Field): void {
  const seen = new Set<string>();
  for (const taint of taints.items) {
    const [key, effect] = [taint.at('key'), taint.at('effect')];
    key.check(isQualifiedName);
    if (effect.given()) effect.oneOf(...TAINT_EFFECTS);
    const pair = `${key.text}:${effect.text}`;
    if (seen.has(pair)) {
      const printed = JSON.stringify({
        Key: key.text,
        Value: taint.at('value').text,
        Effect: effect.text,
        TimeAdded: taint.at('timeAdded').value ?? null,
      });
      const message = `Duplicate value: ${printed}: taints must be unique by key and effect pair`;
      taint.report('FieldValueDuplicate', message);
    }
    seen.add(pair);
  }
}

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
