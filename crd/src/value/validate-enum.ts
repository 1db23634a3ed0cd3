import { deepEqualJson, type JsonValue, goJson } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { notSupported } from '../field/field-errors.js';
import type { ValueErrors } from './value-errors.js';

/** Compiles the check of an enum. It never accepts null, even if the enum contains it. */
export function compileEnumCheck(
  schema: JSONSchemaProps,
): (value: JsonValue, path: string, errors: ValueErrors) => void {
  const allowed = schema.enum ?? [];
  if (allowed.length === 0) return () => undefined;
  const printed = allowed.map((value) => (typeof value === 'string' ? value : goJson(value)));
  const list = printed.join(' ');
  const texts = new Set(allowed.filter((candidate) => typeof candidate === 'string'));
  const others = allowed.filter((candidate) => typeof candidate !== 'string');
  const isAllowed = (value: JsonValue): boolean =>
    typeof value === 'string'
      ? texts.has(value)
      : others.some((candidate) => isEnumValue(value, candidate));
  return (value, path, errors) => {
    if (typeof value !== 'string') errors.countChecks(others.length >> 3);
    if ((value !== null && isAllowed(value)) || errors.isFull) return;
    const text = `${path} in body should be one of [${list}]`;
    errors.add(text, path, (field) => notSupported(field, value, printed));
  };
}

/** Upstream converts the value to the candidate's type first, so 1.5 equals 1. */
function isEnumValue(value: JsonValue, candidate: JsonValue): boolean {
  if (typeof value === 'number' && typeof candidate === 'number' && Number.isInteger(candidate)) {
    return Math.trunc(value) === candidate;
  }
  return deepEqualJson(value, candidate);
}
