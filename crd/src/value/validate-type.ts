import type { JsonValue } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import { typeInvalid } from '../field/field-errors.js';
import { goQuote } from '@vmgen/base/text';
import type { ValueErrors } from './value-errors.js';
import { allowedTypes, enforcedFormat, typeOf } from './value-types.js';

/** Validates the type of a value. Returns false if it is wrong (kube-openapi's typeValidator). */
type TypeCheck = (value: JsonValue, path: string, errors: ValueErrors) => boolean;

/** Compiles the check of the type. Undefined if the schema allows all types. */
export function compileTypeCheck(schema: JSONSchemaProps): TypeCheck | undefined {
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
  const text = `${path} in body must be of type ${expected}: ${goQuote(actual)}`;
  errors.add(text, path, (field) => typeInvalid(field, actual, text));
  return false;
}
