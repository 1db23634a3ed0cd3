import { isJsonObject, type JsonValue } from '../../json/json-value.js';
import type { JSONSchemaProps } from '../json-schema-props.js';
import { compileArrayCheck } from './validate-array.js';
import type { Correlation } from './correlation.js';
import type { Findings } from './findings.js';
import { compileEnumCheck } from './validate-enum.js';
import { compileJunctorCheck } from './validate-junctors.js';
import { compileNumberCheck } from './validate-number.js';
import { compileObjectCheck } from './validate-object.js';
import { compileFormatCheck, compileStringCheck } from './validate-string.js';
import { compileTypeCheck } from './validate-type.js';

/**
 * Judges a value, adds what is wrong to the findings and returns how many checks were made with
 * success. That count decides which alternative of an anyOf or oneOf is reported, so it follows
 * kube-openapi's `MatchCount` exactly.
 *
 * @param correlation the stored value beside it, where what did not change is to be let pass
 */
export type ValueValidator = (
  value: JsonValue,
  path: string,
  findings: Findings,
  correlation: Correlation | undefined,
) => number;

/** Compiles a schema to a validator (kube-openapi's SchemaValidator); once for many values. */
export function compileValidator(schema: JSONSchemaProps): ValueValidator {
  const checkType = compileTypeCheck(schema);
  const checkJunctors = compileJunctorCheck(schema, compileValidator);
  const checkString = compileStringCheck(schema);
  const checkFormat = compileFormatCheck(schema);
  const checkNumber = compileNumberCheck(schema);
  const checkArray = compileArrayCheck(schema, compileValidator);
  const checkEnum = compileEnumCheck(schema);
  const checkObject = compileObjectCheck(schema, compileValidator);

  const checkByType: ValueValidator = (value, path, findings, correlation) => {
    if (typeof value === 'string') {
      checkString(value, path, findings);
      checkFormat?.(value, path, findings);
      return checkFormat === undefined ? 1 : 2;
    }
    if (typeof value === 'number' || typeof value === 'bigint') {
      checkNumber(value, path, findings);
      return 2;
    }
    if (Array.isArray(value)) return 2 + checkArray(value, path, findings, correlation);
    if (isJsonObject(value)) return 1 + checkObject(value, path, findings, correlation);
    return 0;
  };

  return (value, path, findings, correlation) => {
    findings.countChecks();
    const hasType = checkType?.(value, path, findings) ?? true;
    if (value === null) {
      checkEnum(value, path, findings);
      return hasType ? 1 : 0;
    }
    let matches = checkType === undefined ? 0 : 1 + (hasType ? 1 : 0);
    matches += 2 + checkJunctors(value, path, findings, correlation);
    matches += checkByType(value, path, findings, correlation);
    checkEnum(value, path, findings);
    return matches + 2;
  };
}

/**
 * Runs a validator for a part of a value. Where the part has a stored counterpart that equals it,
 * what is wrong with it is let pass.
 */
export function validatePart(
  validate: ValueValidator,
  value: JsonValue,
  path: string,
  findings: Findings,
  correlation: Correlation | undefined,
): number {
  if (correlation === undefined) return validate(value, path, findings, undefined);
  const own = findings.fork();
  const matches = validate(value, path, own, correlation);
  if (!own.isEmpty && !correlation.isUnchanged) findings.merge(own);
  return matches;
}
