import { isJsonObject, deepEqualJson, type JsonValue, goJson } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { compileArrayCheck } from './validate-array.js';
import { compileJunctorCheck } from './validate-junctors.js';
import { compileNumberCheck } from './validate-number.js';
import { compileObjectCheck } from './validate-object.js';
import { compileFormatCheck, compileStringCheck } from './validate-string.js';
import { compileTypeCheck } from './validate-type.js';
import type { ValueValidator } from './value-validator.js';
import { notSupported } from '../field/field-errors.js';
import type { ValueErrors } from './value-errors.js';

/** Compiles a schema to a validator for any number of values (kube-openapi's SchemaValidator). */
export function compileValidator(schema: JSONSchemaProps): ValueValidator {
  const checkType = compileTypeCheck(schema);
  const checkJunctors = compileJunctorCheck(schema, compileValidator);
  const checkString = compileStringCheck(schema);
  const checkFormat = compileFormatCheck(schema);
  const checkNumber = compileNumberCheck(schema);
  const checkArray = compileArrayCheck(schema, compileValidator);
  const checkEnum = compileEnumCheck(schema);
  const checkObject = compileObjectCheck(schema, compileValidator);

  const checkByType: ValueValidator = (value, path, errors, correlation) => {
    if (typeof value === 'string') {
      checkString(value, path, errors);
      checkFormat?.(value, path, errors);
      return checkFormat === undefined ? 1 : 2;
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      checkNumber(value, path, errors);
      return 2;
    }
    if (Array.isArray(value)) return 2 + checkArray(value, path, errors, correlation);
    if (isJsonObject(value)) return 1 + checkObject(value, path, errors, correlation);
    return 0;
  };

  return (value, path, errors, correlation) => {
    errors.countChecks();
    const hasType = checkType?.(value, path, errors) ?? true;
    if (value === null) {
      checkEnum(value, path, errors);
      return hasType ? 1 : 0;
    }
    let matches = checkType === undefined ? 0 : 1 + (hasType ? 1 : 0);
    matches += 2 + checkJunctors(value, path, errors, correlation);
    matches += checkByType(value, path, errors, correlation);
    checkEnum(value, path, errors);
    return matches + 2;
  };
}

/** Compiles the check of an enum. It never accepts null, even if the enum contains it. */
function compileEnumCheck(
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
