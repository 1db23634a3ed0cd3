import type { Schema } from '../../schema/schema.js';
import type { Refusal } from '../language/definition.js';

/** What people call the kinds of schemas. */
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

/** Whether a schema was refused, or a part of it: what it lacks may well be there. */
export const isUnknown = (schema: Schema): boolean =>
  schema.kind === 'invalid' || (schema.kind === 'object' && schema.isPartial === true);

export const kindName = (schema: Schema): string => KIND_NAMES[schema.kind];

/** The refusal of a marker on another kind of schema than those that it is for. */
export function misfit(schema: Schema, kinds: readonly Schema['kind'][]): Refusal {
  return {
    code: 'VMGEN3201',
    isFollowUp: schema.kind === 'invalid',
    refusal: `does not fit ${kindName(schema)}`,
    remedy: `it is for ${kinds.map((kind) => KIND_NAMES[kind]).join(', ')}`,
  };
}
