import { parseQuantity } from '@vmgen/runtime/meta';
import type { JsonObject } from '@vmgen/base/json';
import type { Field } from '@vmgen/crd/internal';
import type { BuiltInStrategy } from './built-in-strategy.js';
import {
  isFilled,
  ensureObject,
  getObject,
  getObjects,
  setDefaults,
  getStringMap,
} from './fields.js';

/** core/v1 LimitRange. */
export const limitRangeStrategy: BuiltInStrategy = {
  defaults(object) {
    for (const limit of getObjects(getObject(object, 'spec'), 'limits')) {
      if (limit['type'] !== 'Container') continue;
      setFilled(limit, 'default', getObject(limit, 'max'));
      setFilled(limit, 'defaultRequest', getObject(limit, 'default'));
      setFilled(limit, 'defaultRequest', getObject(limit, 'min'));
    }
  },
  validate(object) {
    const types = new Set<string>();
    for (const limit of object.at('spec', 'limits').items) {
      limit.at('type').unique(types);
      for (const name of ['default', 'defaultRequest']) {
        if (limit.at('type').text !== 'Pod' || !limit.at(name).isFilled) continue;
        limit.at(name).forbidden("may not be specified when `type` is 'Pod'");
      }
      checkBounds(limit);
    }
  },
};

/** Pairs of fields of which the first must not exceed the second, with their names in messages. */
const BOUNDS = [
  { low: 'min', high: 'max', at: 'min', word: 'min', than: 'max', quotes: 'low' },
  {
    low: 'min',
    high: 'defaultRequest',
    at: 'defaultRequest',
    word: 'min',
    than: 'default request',
    quotes: 'high',
  },
  {
    low: 'defaultRequest',
    high: 'max',
    at: 'defaultRequest',
    word: 'default request',
    than: 'max',
    quotes: 'low',
  },
  {
    low: 'defaultRequest',
    high: 'default',
    at: 'defaultRequest',
    word: 'default request',
    than: 'default limit',
    quotes: 'low',
  },
  { low: 'min', high: 'default', at: 'default', word: 'min', than: 'default', quotes: 'low' },
  { low: 'default', high: 'max', at: 'default', word: 'default', than: 'max', quotes: 'high' },
] as const;

function checkBounds(limit: Field): void {
  for (const { low, high, at, word, than, quotes } of BOUNDS) {
    const upperBounds = getStringMap(limit.object, high);
    for (const [name, lower] of Object.entries(getStringMap(limit.object, low))) {
      const upper = upperBounds[name];
      if (upper === undefined) continue;
      if (parseQuantity(lower).compare(parseQuantity(upper)) <= 0) continue;
      const detail = `${word} value ${lower} is greater than ${than} value ${upper}`;
      limit
        .at(at)
        .key(name)
        .invalid(detail, quotes === 'low' ? lower : upper);
    }
  }
}

function setFilled(limit: JsonObject, name: string, defaults: JsonObject): void {
  if (isFilled(defaults)) setDefaults(ensureObject(limit, name), defaults);
}
