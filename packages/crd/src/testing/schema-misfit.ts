import { cloneJson } from '@vmgen/base/json';
import { itemSchema, type JSONSchemaProps, valueSchema } from '@vmgen/base/schema';
import type { FieldError } from '../field/field-error.js';
import { pruneValue } from '../object/prune-object.js';
import { asPlainJson } from '../validation/as-json.js';
import { compileValidator } from '../value/compile-validator.js';
import { ValueErrors } from '../value/value-errors.js';

/** Returns what the schema of a version does not allow: an unknown field, another type, a missing field. */
export type Misfit = (object: object) => string | undefined;

/** What a conversion guarantees. Limits, patterns and rules of a version do not apply to values of another one. */
const GUARANTEED: ReadonlySet<FieldError['type']> = new Set([
  'FieldValueTypeInvalid',
  'FieldValueRequired',
  'FieldValueNotSupported',
]);

/** Compiles the check that an object has the form of a version. */
export function compileMisfit(schema: JSONSchemaProps): Misfit {
  const validate = compileValidator(withoutJunctors(schema));
  return (object) => {
    const value = cloneJson(asPlainJson(object) ?? null);
    const dropped: string[] = [];
    pruneValue(value, schema, true, '', dropped);
    const [unknown] = dropped;
    if (unknown !== undefined) {
      return `the version has no field ${unknown}, so the API server prunes it`;
    }
    const errors = new ValueErrors('');
    validate(value, '', errors, undefined);
    const found = errors.all.find(({ type }) => GUARANTEED.has(type));
    return found && `${found.field}: ${found.message}`;
  };
}

/** Random values do not follow junctors, which in a structural schema only restrict values further. */
function withoutJunctors(schema: JSONSchemaProps): JSONSchemaProps {
  const { allOf: _, anyOf: __, oneOf: ___, not: ____, ...kept } = schema;
  const items = itemSchema(schema);
  const values = valueSchema(schema);
  const properties = Object.entries(schema.properties ?? {}).map(
    ([name, each]) => [name, withoutJunctors(each)] as const,
  );
  return {
    ...kept,
    ...(items && { items: withoutJunctors(items) }),
    ...(values && { additionalProperties: withoutJunctors(values) }),
    properties: Object.fromEntries(properties),
  };
}
