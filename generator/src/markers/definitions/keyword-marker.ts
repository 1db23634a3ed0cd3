import type { Keywords, Schema } from '../../schema/schema.js';
import { withKeywords } from '../../schema/schema.js';
import type {
  ArgumentType,
  EffectResult,
  MarkerArguments,
  MarkerDefinition,
  Place,
  SchemaEffect,
} from '../definition.js';

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
};

export const kindName = (schema: Schema): string => KIND_NAMES[schema.kind];

/** Runs `effect` only on schemas of these kinds. */
export function only(kinds: readonly Schema['kind'][], effect: SchemaEffect): SchemaEffect {
  return (schema, values, position) =>
    kinds.includes(schema.kind)
      ? effect(schema, values, position)
      : {
          refusal: `does not fit ${kindName(schema)}`,
          remedy: `it is for ${kinds.map((kind) => KIND_NAMES[kind]).join(', ')}`,
        };
}

/** The effect of setting keywords that depend on nothing but the marker's arguments. */
export function setKeywords(keywords: (values: MarkerArguments) => Keywords): SchemaEffect {
  return (schema, values, position): EffectResult => ({
    schema: withKeywords(schema, keywords(values), position),
  });
}

export const TYPE_AND_FIELD: readonly Place[] = ['type', 'field'];

/** A marker `+name=value` on types and fields whose value is a keyword's. */
export function valueMarker(
  name: string,
  type: ArgumentType,
  help: string,
  effect: SchemaEffect,
): MarkerDefinition {
  return { name, places: TYPE_AND_FIELD, value: { type, required: true }, help, effect };
}

/** A marker `+name` on types and fields; `+name=false` is the same as none. */
export function flagMarker(name: string, help: string, effect: SchemaEffect): MarkerDefinition {
  return {
    name,
    places: TYPE_AND_FIELD,
    value: { type: { type: 'boolean' }, required: false },
    help,
    effect: (schema, values, position) =>
      values.value === false ? { schema } : effect(schema, values, position),
  };
}
