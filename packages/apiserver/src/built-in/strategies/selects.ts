import type { JsonObject } from '@vmgen/base/json';
import { getObjects, getString, getStringMap, getStrings } from './fields.js';

/** Whether a selector matches these labels. An empty selector matches everything. */
export function selects(selector: JsonObject, labels: Readonly<Record<string, string>>): boolean {
  const isEqual = Object.entries(getStringMap(selector, 'matchLabels')).every(
    ([name, value]) => labels[name] === value,
  );
  return isEqual && getObjects(selector, 'matchExpressions').every((it) => accepts(it, labels));
}

function accepts(expression: JsonObject, labels: Readonly<Record<string, string>>): boolean {
  const value = labels[getString(expression, 'key')];
  const values = getStrings(expression, 'values');
  switch (getString(expression, 'operator')) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    default:
      return value === undefined;
  }
}
