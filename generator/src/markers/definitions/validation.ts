import { textOf } from '../text-of.js';
import type { ValidationRule } from '@vmgen/apiserver/schema';
import type { Keywords, Schema } from '../../schema/schema.js';
import { withKeywords } from '../../schema/schema.js';
import { foldKeywords } from '../../schema/fold-keywords.js';
import { boolean, optional, required, text } from '../definition.js';
import type { ArgumentType, EffectResult, MarkerDefinition, SchemaEffect } from '../definition.js';
import {
  flagMarker,
  kindName,
  only,
  setKeywords,
  TYPE_AND_FIELD,
  valueMarker,
} from './keyword-marker.js';

const PREFIX = 'kubebuilder:validation:';
const number: ArgumentType = { type: 'number' };
const integer: ArgumentType = { type: 'integer' };
const list: ArgumentType = { type: 'list', of: { type: 'any' } };

const NUMERIC: readonly Schema['kind'][] = ['integer', 'number'];
const TEXTUAL: readonly Schema['kind'][] = ['string', 'int-or-string'];
const KEYED: readonly Schema['kind'][] = ['object', 'map'];

/** `+kubebuilder:validation:Name=value`, which sets one keyword on some kinds of schemas. */
function keyword(
  name: string,
  key: keyof Keywords,
  type: ArgumentType,
  kinds: readonly Schema['kind'][],
  help: string,
): MarkerDefinition {
  const effect = setKeywords(({ value }) => ({ [key]: value }));
  return valueMarker(PREFIX + name, type, help, only(kinds, effect));
}

/** A bound of a number; a bound of an integer is an integer. */
function bound(name: string, key: 'maximum' | 'minimum' | 'multipleOf', help: string) {
  const effect: SchemaEffect = (schema, { value }, position) =>
    schema.kind === 'integer' && !Number.isInteger(Number(value))
      ? { refusal: `is ${textOf(value)} on an integer`, remedy: 'use a whole number' }
      : { schema: withKeywords(schema, { [key]: value }, position) };
  return { ...valueMarker(PREFIX + name, number, help, only(NUMERIC, effect)), order: 1 };
}

const SCHEMA_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

/** Says which type a `number` or `unknown` has; may repeat what is known. */
const setType: SchemaEffect = (schema, { value }): EffectResult => {
  const { position, keywords, origins } = schema;
  const base = { position, keywords, origins };
  if (schema.kind === 'number' && schema.isOpen) {
    if (value === 'integer') return { schema: { ...base, kind: 'integer' } };
    if (value === 'number') return { schema: { ...base, kind: 'number', isOpen: false } };
  }
  if (schema.kind === 'opaque') {
    if (value === 'object') return { schema: { ...base, kind: 'object', properties: [] } };
    if (value === 'string' || value === 'integer' || value === 'boolean') {
      return { schema: { ...base, kind: value } };
    }
    if (value === 'number') return { schema: { ...base, kind: 'number', isOpen: false } };
  }
  const isSame = value === (schema.kind === 'map' ? 'object' : schema.kind);
  return isSame
    ? { schema }
    : {
        refusal: `says ${textOf(value)}, but the TypeScript type is ${kindName(schema)}`,
        remedy: 'change the TypeScript type or remove the marker',
      };
};

const addRule: SchemaEffect = (schema, values, position) => {
  const rules = schema.keywords['x-kubernetes-validations'] ?? [];
  // The registry gave each argument its type.
  const rule = values as unknown as ValidationRule;
  return {
    schema: withKeywords(
      schema,
      { 'x-kubernetes-validations': [...rules, { ...rule }] },
      schema.origins['x-kubernetes-validations'] ?? position,
    ),
  };
};

const setFormat: SchemaEffect = (schema, { value }, position) => ({
  schema: withKeywords(schema, { format: textOf(value) }, position),
});

const setIntOrString: SchemaEffect = (schema) => {
  const { position, keywords, origins } = schema;
  return { schema: { position, keywords, origins, kind: 'int-or-string' } };
};

const direct: readonly MarkerDefinition[] = [
  {
    ...valueMarker(`${PREFIX}Type`, { type: 'choice', of: SCHEMA_TYPES }, 'The type.', setType),
    order: -2,
  },
  bound('Maximum', 'maximum', 'The greatest value.'),
  bound('Minimum', 'minimum', 'The least value.'),
  bound('MultipleOf', 'multipleOf', 'The value is a multiple of this.'),
  keyword('ExclusiveMaximum', 'exclusiveMaximum', boolean, NUMERIC, 'Maximum itself is too much.'),
  keyword(
    'ExclusiveMinimum',
    'exclusiveMinimum',
    boolean,
    NUMERIC,
    'Minimum itself is too little.',
  ),
  keyword('MaxLength', 'maxLength', integer, TEXTUAL, 'The most characters.'),
  keyword('MinLength', 'minLength', integer, TEXTUAL, 'The fewest characters.'),
  keyword('Pattern', 'pattern', text, TEXTUAL, 'A regular expression (RE2) that matches.'),
  keyword('MaxItems', 'maxItems', integer, ['array'], 'The most items.'),
  keyword('MinItems', 'minItems', integer, ['array'], 'The fewest items.'),
  keyword(
    'UniqueItems',
    'uniqueItems',
    boolean,
    ['array'],
    'Refused by the API server: use listType=set.',
  ),
  keyword('MaxProperties', 'maxProperties', integer, KEYED, 'The most properties.'),
  keyword('MinProperties', 'minProperties', integer, KEYED, 'The fewest properties.'),
  valueMarker(
    `${PREFIX}Enum`,
    list,
    'The allowed values.',
    setKeywords(({ value }) => ({ enum: Array.isArray(value) ? value : [] })),
  ),
  valueMarker(`${PREFIX}Format`, text, 'The format, such as date-time.', setFormat),
  {
    name: `${PREFIX}XValidation`,
    places: TYPE_AND_FIELD,
    arguments: {
      rule: required(text),
      message: optional(text),
      messageExpression: optional(text),
      reason: optional({
        type: 'choice',
        of: [
          'FieldValueInvalid',
          'FieldValueForbidden',
          'FieldValueRequired',
          'FieldValueDuplicate',
        ],
      }),
      fieldPath: optional(text),
      optionalOldSelf: optional(boolean),
    },
    repeatable: true,
    help: 'A CEL rule that holds for the value.',
    effect: addRule,
  },
  flagMarker(
    `${PREFIX}XPreserveUnknownFields`,
    'Unknown fields are kept.',
    setKeywords(() => ({ 'x-kubernetes-preserve-unknown-fields': true })),
  ),
  flagMarker(
    `${PREFIX}XEmbeddedResource`,
    'The object is a whole Kubernetes object.',
    only(
      ['object', 'map', 'opaque'],
      setKeywords(() => ({ 'x-kubernetes-embedded-resource': true })),
    ),
  ),
  {
    ...flagMarker(
      `${PREFIX}XIntOrString`,
      'The value is an integer or a string.',
      only(['int-or-string', 'string', 'integer', 'opaque'], setIntOrString),
    ),
    order: -1,
  },
];

/** The same marker for the items of an array: `kubebuilder:validation:items:Maximum`. */
function forItems(definition: MarkerDefinition): MarkerDefinition {
  const name = definition.name.replace(PREFIX, `${PREFIX}items:`);
  const effect: SchemaEffect = (schema, values, position) => {
    if (schema.kind !== 'array') {
      return { refusal: `does not fit ${kindName(schema)}`, remedy: 'it is for an array' };
    }
    const overlay: Schema = { ...schema.items, keywords: {}, origins: {} };
    const result = definition.effect?.(overlay, values, position);
    if (!result || !('schema' in result)) return result ?? { schema };
    return { schema: { ...schema, items: foldKeywords(schema.items, result.schema) } };
  };
  return { ...definition, name, help: `For each item: ${definition.help}`, effect };
}

export const validationMarkers: readonly MarkerDefinition[] = [...direct, ...direct.map(forItems)];
