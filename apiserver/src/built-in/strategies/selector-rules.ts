import { type JsonObject } from '@vmgen/base/json';
import { isLabelValue, isQualifiedName } from '@vmgen/base/text';
import type { ErrorList } from './error-list.js';
import { getObjects, getString, getStringMap, getStrings } from './fields.js';

/** Validates labels, or a map in the form of labels. */
export function checkLabels(
  errors: ErrorList,
  path: string,
  labels: Readonly<Record<string, string>>,
): void {
  for (const [name, value] of Object.entries(labels)) {
    errors.problems(path, name, isQualifiedName(name));
    errors.problems(path, value, isLabelValue(value));
  }
}

/** Validates a label selector. */
export function checkSelector(errors: ErrorList, path: string, selector: JsonObject): void {
  checkLabels(errors, `${path}.matchLabels`, getStringMap(selector, 'matchLabels'));
  getObjects(selector, 'matchExpressions').forEach((expression, i) => {
    checkRequirement(errors, `${path}.matchExpressions[${i}]`, expression, 'label');
  });
}

/** Validates one requirement of a label selector or node selector. */
export function checkRequirement(
  errors: ErrorList,
  path: string,
  requirement: JsonObject,
  selector: 'label' | 'node',
): void {
  const operator = getString(requirement, 'operator');
  const values = getStrings(requirement, 'values');
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) {
      errors.required(`${path}.values`, "must be specified when `operator` is 'In' or 'NotIn'");
    }
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) {
      errors.forbidden(
        `${path}.values`,
        "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
      );
    }
  } else if (selector === 'node' && (operator === 'Gt' || operator === 'Lt')) {
    if (values.length !== 1) {
      errors.required(
        `${path}.values`,
        "must be specified single value when `operator` is 'Lt' or 'Gt'",
      );
    }
  } else {
    errors.invalid(`${path}.operator`, operator, 'not a valid selector operator');
  }
  const key = getString(requirement, 'key');
  errors.problems(`${path}.key`, key, isQualifiedName(key));
  values.forEach((value, i) => {
    errors.problems(`${path}.values[${i}]`, value, isLabelValue(value));
  });
}

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
