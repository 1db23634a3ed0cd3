import type { Schema } from '../../schema/schema.js';
import type { Refusal } from '../language/definition.js';

/** The names of the schema kinds in messages. */
const KIND_NAMES: Readonly<Record<Schema['kind'], string>> = {
  object: 'an object',
  map: 'a map',
  array: 'an array',
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  'int-or-string': 'an int-or-string',
  opaque: 'a value of any type',
  invalid: 'a value of any type',
};

/** Whether a schema, or a part of it, was refused: missing parts may exist in the source. */
export const isUnknown = (schema: Schema): boolean =>
  schema.kind === 'invalid' || (schema.kind === 'object' && schema.isPartial === true);

export const kindName = (schema: Schema): string => KIND_NAMES[schema.kind];

/** The refusal of a marker on a schema of a kind that it does not apply to. */
export function typeMismatch(schema: Schema, kinds: readonly Schema['kind'][]): Refusal {
  return {
    code: 'VMGEN3201',
    isFollowUp: schema.kind === 'invalid',
    refusal: `does not apply to ${kindName(schema)}`,
    remedy: `it applies to ${kinds.map((kind) => KIND_NAMES[kind]).join(', ')}`,
  };
}
