import { VisitBudget } from './cost-limit-error.js';
import { equalKeyed, KeyedList } from './keyed-list.js';
import { isTypedJson } from './json-value.js';
import { SchemaList, SchemaMap, UnknownValue } from './schema-value.js';
import { compareNumbers, isNumeric } from './compare.js';
import {
  CelError,
  CelList,
  CelMap,
  CelObject,
  Duration,
  noSuchOverload,
  Optional,
  Timestamp,
  TypeValue,
  type CelValue,
} from './value.js';

/**
 * CEL's `==`: compares numbers across types, and lists and maps by content. May return an error.
 *
 * @param budget is charged for each nested value. Defaults to the budget of one comparison
 * @throws CostLimitError if the values have too many nested values
 */
export function equalValues(a: CelValue, b: CelValue, budget?: VisitBudget): boolean | CelError {
  if (a === null || b === null) return a === b;
  if (isNumeric(a)) return isNumeric(b) && compareNumbers(a, b) === 0;
  if (typeof a === 'string' || typeof a === 'boolean') return a === b;
  if (a instanceof CelList) return equalLists(a, b, budget ?? new VisitBudget());
  if (a instanceof CelMap) return equalMaps(a, b, budget ?? new VisitBudget());
  if (a instanceof Uint8Array) return b instanceof Uint8Array && equalBytes(a, b);
  if (a instanceof Timestamp) return b instanceof Timestamp && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.typeName === b.typeName;
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(a, b, budget);
  if (a instanceof CelError) return a;
  return equalObjects(a, b);
}

/** Whether two values are equal. False if the comparison fails. */
export const isEqual = (a: CelValue, b: CelValue): boolean => equalValues(a, b) === true;

function equalObjects(a: CelObject, b: CelValue): boolean | CelError {
  if (a instanceof UnknownValue) return b instanceof UnknownValue && a.equals(b);
  if (!(b instanceof CelObject) || b.typeName !== a.typeName) return noSuchOverload;
  return a.equals(b);
}

function equalOptionals(
  a: Optional,
  b: Optional,
  budget: VisitBudget | undefined,
): boolean | CelError {
  if (a.value === undefined || b.value === undefined) return a.value === b.value;
  return equalValues(a.value, b.value, budget);
}

function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function equalLists(a: CelList, b: CelValue, budget: VisitBudget): boolean | CelError {
  const isTyped = a instanceof SchemaList || a instanceof KeyedList || isTypedJson(a);
  if (!(b instanceof CelList)) return isTyped ? noSuchOverload : false;
  if (a.size !== b.size) return false;
  const kind = a instanceof SchemaList ? a.comparison : a instanceof KeyedList ? a.kind : undefined;
  if (kind !== undefined) {
    return equalKeyed(a, b, kind, (own, other) => {
      budget.visit();
      return equalValues(own, other, budget);
    });
  }
  for (let i = 0; i < a.size; i++) {
    budget.visit();
    const equal = equalValues(a.at(i), b.at(i), budget);
    if (equal !== true) return equal;
  }
  return true;
}

function equalMaps(a: CelMap, b: CelValue, budget: VisitBudget): boolean | CelError {
  if (!(b instanceof CelMap)) {
    return a instanceof SchemaMap || isTypedJson(a) ? noSuchOverload : false;
  }
  if (a.size !== b.size) return false;
  if (a instanceof SchemaMap) return equalSchemaMaps(a, b, budget);
  for (const key of a.keys()) {
    const other = b.find(key);
    if (other === undefined) return false;
    budget.visit();
    const equal = equalValues(a.find(key) ?? null, other, budget);
    if (equal !== true) return equal;
  }
  return true;
}

function equalSchemaMaps(a: SchemaMap, b: CelMap, budget: VisitBudget): boolean | CelError {
  for (const name of a.fieldNames()) {
    if (!a.knows(name)) {
      if (!(b instanceof SchemaMap)) return noSuchOverload;
      if (!a.hasSameUnknown(name, b)) return false;
      continue;
    }
    const [own, other] = [a.find(name), b.find(name)];
    if ((own === undefined) !== (other === undefined)) return false;
    if (own === undefined || other === undefined) continue;
    budget.visit();
    const equal = equalValues(own, other, budget);
    if (equal !== true) return equal;
  }
  return true;
}
