import { isJsonObject, deepEqualJson, type JsonValue, goJson } from '@vmgen/base/json';
import { type JSONSchemaProps, itemSchema } from '@vmgen/base/schema';
import { compileJunctorCheck } from './validate-junctors.js';
import { compileNumberCheck } from './validate-number.js';
import { compileObjectCheck } from './validate-object.js';
import { type ValueValidator, validatePart } from './value-validator.js';
import { notSupported, invalid, tooMany, tooLong, typeInvalid } from '../field/field-errors.js';
import type { ValueErrors } from './value-errors.js';
import type { Correlation } from './correlation.js';
import type { FieldError } from '../field/field-error.js';
import {
  compilePattern,
  goQuote,
  MAX_SEARCH_STEPS,
  runeCount,
  searchSteps,
  type Pattern,
} from '@vmgen/base/text';
import { stringFormat } from './string-formats.js';
import { enforcedFormat, allowedTypes, typeOf } from './value-types.js';

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

/**
 * Compiles the checks of a list: its items and their number. The check returns the matches of the
 * items.
 */
function compileArrayCheck(
  schema: JSONSchemaProps,
  compile: (schema: JSONSchemaProps) => ValueValidator,
): (
  value: readonly JsonValue[],
  path: string,
  errors: ValueErrors,
  correlation: Correlation | undefined,
) => number {
  const items = itemSchema(schema);
  const validateItem = items === undefined ? undefined : compile(items);
  const { minItems, maxItems } = schema;
  return (value, path, errors, correlation) => {
    let matches = 0;
    if (validateItem !== undefined) {
      value.forEach((item, i) => {
        const at = `${path}[${i}]`;
        matches += validatePart(validateItem, item, at, errors, correlation?.item(i));
      });
    }
    if (minItems !== undefined && value.length < minItems) {
      const text = `${path} in body should have at least ${minItems} items`;
      errors.add(text, path, (field) => invalid(field, value.length, text));
    }
    if (maxItems !== undefined && value.length > maxItems) {
      const text = `${path} in body should have at most ${maxItems} items`;
      errors.add(text, path, (field) => tooMany(field, value.length, maxItems));
    }
    if (schema.uniqueItems === true && hasDuplicates(value)) {
      const text = `${path} in body shouldn't contain duplicates`;
      errors.add(text, path, (field) => invalid(field, '', text));
    }
    return matches;
  };
}

function hasDuplicates(items: readonly JsonValue[]): boolean {
  return new Set(items.map(goJson)).size < items.length;
}

type StringCheck = (value: string, path: string, errors: ValueErrors) => void;

/** The steps of a search that count as a check, so that all searches of a validation take at most 3 seconds. */
const STEPS_PER_CHECK = 60;

/** Compiles the check of a string's length and pattern. Only the first error is reported. */
function compileStringCheck(schema: JSONSchemaProps): StringCheck {
  const { maxLength, minLength } = schema;
  const source = schema.pattern ?? '';
  let pattern: Pattern | undefined;
  const matches = (value: string, errors: ValueErrors): boolean => {
    pattern ??= compilePattern(source);
    // A search cannot be interrupted.
    if (pattern.size * value.length > MAX_SEARCH_STEPS) errors.countChecks(Infinity);
    const begunMs = performance.now();
    const isFound = pattern.test(value);
    const steps = searchSteps(pattern, value.length, performance.now() - begunMs);
    errors.countChecks(Math.floor(steps / STEPS_PER_CHECK));
    return isFound;
  };
  return (value, path, errors) => {
    const fail = (text: string, make?: (field: string) => FieldError): void =>
      errors.add(text, path, make ?? ((field) => invalid(field, value, text)));
    if (maxLength !== undefined && runeCount(value) > maxLength) {
      const text = `${path} in body should be at most ${maxLength} chars long`;
      fail(text, (field) => tooLong(field, maxLength));
    } else if (minLength !== undefined && runeCount(value) < minLength) {
      fail(`${path} in body should be at least ${minLength} chars long`);
    } else if (source !== '' && !matches(value, errors)) {
      fail(`${path} in body should match '${source}'`);
    }
  };
}

/** Compiles the check of a string's format. Undefined if the format is not enforced. */
function compileFormatCheck(schema: JSONSchemaProps): StringCheck | undefined {
  const format = enforcedFormat(schema);
  const isValid = stringFormat(format);
  if (isValid === undefined) return undefined;
  return (value, path, errors) => {
    if (isValid(value)) return;
    const text = `${path} in body must be of type ${format}: ${goQuote(value)}`;
    errors.add(text, path, (field) => typeInvalid(field, value, text));
  };
}

/** Validates the type of a value. Returns false if it is wrong (kube-openapi's typeValidator). */
type TypeCheck = (value: JsonValue, path: string, errors: ValueErrors) => boolean;

/** Compiles the check of the type. Undefined if the schema allows all types. */
function compileTypeCheck(schema: JSONSchemaProps): TypeCheck | undefined {
  const types = allowedTypes(schema);
  const format = enforcedFormat(schema);
  if (types.length === 0 && format === '') return undefined;
  const expected = types.join(',');
  const nullable = schema.nullable === true || types.length === 0;
  const isNumeric = types.includes('number') || types.includes('integer');
  return (value, path, errors) => {
    if (value === null) return nullable || addTypeError(errors, path, expected, 'null');
    const actual = typeOf(value);
    const fits =
      types.includes(actual.type) || (actual.type === 'integer' && types.includes('number'));
    if (fits) return true;
    const isTextual = typeof value === 'string' || Array.isArray(value);
    if (format !== '' && !isTextual && actual.format !== format) {
      return addTypeError(errors, path, format, actual.format);
    }
    // Upstream leaves strings to the validator of the format, which supports only strings.
    if (format !== '' && isTextual && !isNumeric) return true;
    return addTypeError(errors, path, expected, actual.type);
  };
}

/** Reports that a value is not of a type or format. */
function addTypeError(errors: ValueErrors, path: string, expected: string, actual: string): false {
  if (errors.isFull) return false;
  const text = `${path} in body must be of type ${expected}: ${goQuote(actual)}`;
  errors.add(text, path, (field) => typeInvalid(field, actual, text));
  return false;
}
