import type { JSONSchemaProps } from '@vmgen/base/schema';
import { invalid } from '../field/field-errors.js';
import { goFloat, goNumber } from '@vmgen/base/json';
import type { ValueErrors } from './value-errors.js';
import { allowedTypes, enforcedFormat, typeOf } from './value-types.js';

type NumberCheck = (value: number | bigint, path: string, errors: ValueErrors) => void;

const MAX_FLOAT32 = 3.4028234663852886e38;

/** Compiles the checks of a number: range of the format, multipleOf, maximum, minimum. */
export function compileNumberCheck(schema: JSONSchemaProps): NumberCheck {
  const types = allowedTypes(schema);
  const type = types.length === 1 && types[0] === 'integer' ? 'integer' : 'number';
  const typeName = types.length === 1 ? type : '';
  const format = types.length === 1 ? enforcedFormat(schema) : '';
  const {
    multipleOf,
    maximum,
    minimum,
    exclusiveMaximum = false,
    exclusiveMinimum = false,
  } = schema;
  const inRange = (value: number | bigint): boolean => isInRange(value, typeName, format);
  const rangeText = (what: string, path: string): string => {
    const suffix = format === '' ? '(default format)' : `with format ${format}`;
    return `${what} value must be of type ${typeName} ${suffix} in ${path}`;
  };
  return (value, path, errors) => {
    const check = (
      limit: number | undefined,
      what: string,
      check: (limit: number, text: string) => string | undefined,
    ): void => {
      if (limit === undefined) return;
      // A limit that does not fit into the type is itself an error, reported for each value.
      const limitFits = inRange(limit);
      if (!limitFits) errors.addGeneral(rangeText(what, path));
      // Go holds the limit as an int64 if the value is an integer, else as a float64, and prints it
      // accordingly.
      const asInteger = limitFits && typeOf(value).type === 'integer';
      const bound = asInteger ? Math.trunc(limit) : limit;
      const problem = check(bound, asInteger ? goNumber(bound) : goFloat(bound));
      if (problem !== undefined) errors.add(problem, path, (at) => invalid(at, value, problem));
    };
    if (!inRange(value)) errors.addGeneral(rangeText('Checked', path));
    check(multipleOf, 'MultipleOf', (factor, text) => multipleProblem(value, factor, text, path));
    check(maximum, 'Maximum boundary', (limit, text) => {
      const isWithin = exclusiveMaximum ? value < limit : value <= limit;
      return isWithin ? undefined : boundProblem('less', exclusiveMaximum, text, path);
    });
    check(minimum, 'Minimum boundary', (limit, text) => {
      const isWithin = exclusiveMinimum ? value > limit : value >= limit;
      return isWithin ? undefined : boundProblem('greater', exclusiveMinimum, text, path);
    });
  };
}

function isInRange(value: number | bigint, type: string, format: string): boolean {
  if (type !== 'integer') return format !== 'float' || Math.abs(Number(value)) <= MAX_FLOAT32;
  if (typeof value === 'number' && !Number.isInteger(value)) return false;
  const limit = format === 'int32' ? 2 ** 31 : 2 ** 63;
  return value >= -limit && value < limit;
}

function multipleProblem(
  value: number | bigint,
  factor: number,
  text: string,
  path: string,
): string | undefined {
  if (factor <= 0) {
    return `factor MultipleOf declared for ${path} must be positive: ${text}`;
  }
  if (isMultiple(value, factor)) return undefined;
  return `${path} in body should be a multiple of ${text}`;
}

function isMultiple(value: number | bigint, factor: number): boolean {
  if (typeof value === 'bigint' && Number.isInteger(factor)) return value % BigInt(factor) === 0n;
  const number = Number(value);
  if (Number.isInteger(number) && Number.isInteger(factor)) return number % factor === 0;
  const quotient = factor < 1 ? (1 / factor) * number : number / factor;
  return isNearlyInteger(quotient);
}

/** As go-openapi's IsFloat64AJSONInteger: tolerates rounding errors of a division. */
function isNearlyInteger(value: number): boolean {
  if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) return false;
  const whole = Math.trunc(value);
  const difference = Math.abs(value - whole);
  if (difference === 0) return true;
  return difference / (Math.abs(value) + Math.abs(whole)) < 1e-9;
}

const boundProblem = (
  relation: 'less' | 'greater',
  exclusive: boolean,
  text: string,
  path: string,
): string => `${path} in body should be ${relation} than ${exclusive ? '' : 'or equal to '}${text}`;
