import { foldKeywords } from '../../schema/fold-keywords.js';
import type { Keywords, Schema } from '../../schema/schema.js';
import { withKeywords } from '../../schema/schema.js';
import type {
  EffectResult,
  MarkerArguments,
  MarkerDefinition,
  MarkerUse,
  Place,
  Refusal,
  SchemaEffect,
} from '../language/definition.js';

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

/** Runs `effect` only on schemas of these kinds; on what was refused itself, for its other findings. */
export function only(kinds: readonly Schema['kind'][], effect: SchemaEffect): SchemaEffect {
  return (schema, use, context) =>
    kinds.includes(schema.kind) || schema.kind === 'invalid'
      ? effect(schema, use, context)
      : misfit(schema, kinds);
}

/** The effect of setting keywords that depend on nothing but the marker's arguments. */
export function setKeywords(keywords: (values: MarkerArguments) => Keywords): SchemaEffect {
  return (schema, { values, position }): EffectResult => ({
    schema: withKeywords(schema, keywords(values), position),
  });
}

/** Runs an effect on a part of a schema, and lays what came of it over the part. */
export function overlaid(part: Schema, effect: SchemaEffect, use: MarkerUse): EffectResult {
  const context = { siblings: [use], refused: [], base: part.keywords };
  const result = effect({ ...part, keywords: {}, origins: {} }, use, context);
  return 'schema' in result ? { schema: foldKeywords(part, result.schema) } : result;
}

export const TYPE_AND_FIELD: readonly Place[] = ['type', 'field'];

type Named = Pick<MarkerDefinition, 'name' | 'topic' | 'help' | 'example'> &
  Partial<MarkerDefinition>;

/** A marker on types and fields; `+name=false` is the same as none. */
export function flagMarker(definition: Named, effect: SchemaEffect): MarkerDefinition {
  return {
    places: TYPE_AND_FIELD,
    value: { type: { type: 'boolean' }, required: false, help: 'False is the same as no marker.' },
    ...definition,
    effect: (schema, use, context) =>
      use.values.value === false ? { schema } : effect(schema, use, context),
  };
}
