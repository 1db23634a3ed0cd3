import { isJsonObject } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { compileArrayCheck } from './validate-array.js';
import { compileEnumCheck } from './validate-enum.js';
import { compileJunctorCheck } from './validate-junctors.js';
import { compileNumberCheck } from './validate-number.js';
import { compileObjectCheck } from './validate-object.js';
import { compileFormatCheck, compileStringCheck } from './validate-string.js';
import { compileTypeCheck } from './validate-type.js';
import type { ValueValidator } from './value-validator.js';

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
