import { recognizedFormats } from '@vmgen/crd/internal';
import { withKeywords, type Schema } from '../../schema/schema.js';
import type { EffectResult, MarkerDefinition } from '../language/definition.js';
import { addRule } from './add-rule.js';
import { boundMarker, BOUNDS, TEXTUAL } from './bounds.js';
import { any, boolean, choice, optional, required, text, usually } from '../language/arguments.js';
import { defineMarker, flagMarker, overlaid, TYPE_AND_FIELD } from './define-marker.js';
import { isUnknown, kindName, typeMismatch } from './type-mismatch.js';

const PREFIX = 'kubebuilder:validation:';
const TOPIC = { topic: 'Validation', places: TYPE_AND_FIELD } as const;
const SCHEMA_TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

/** Sets the type of a `number` or `unknown`; may repeat a type that is known. */
function setType(schema: Schema, value: (typeof SCHEMA_TYPES)[number]): EffectResult {
  const { position, keywords, origins } = schema;
  const base = { position, keywords, origins };
  if (schema.kind === 'number' && schema.isOpen) {
    if (value === 'integer') return { schema: { ...base, kind: 'integer' } };
    if (value === 'number') return { schema: { ...base, kind: 'number', isOpen: false } };
  }
  if (schema.kind === 'opaque') {
    if (value === 'object') return { schema: { ...base, kind: 'object', properties: [] } };
    if (value === 'number') return { schema: { ...base, kind: 'number', isOpen: false } };
    if (value !== 'array') return { schema: { ...base, kind: value } };
  }
  const isSame = value === (schema.kind === 'map' ? 'object' : schema.kind);
  return isSame
    ? { schema }
    : {
        code: 'VMGEN3203',
        isFollowUp: isUnknown(schema),
        refusal: `is ${value}, but the TypeScript type is ${kindName(schema)}`,
        remedy: 'change the TypeScript type or remove the marker',
      };
}

const DIRECT: readonly MarkerDefinition[] = [
  defineMarker({
    ...TOPIC,
    name: `${PREFIX}Type`,
    value: required(choice(...SCHEMA_TYPES)),
    help: 'The type in the schema, if TypeScript leaves it open.',
    details:
      'For number, and for unknown together with Schemaless. Elsewhere it must match the TypeScript type.',
    example: `// +${PREFIX}Type=integer\ncount: number;`,
    effect: (schema, { values }) => setType(schema, values.value),
    order: -2,
  }),
  ...BOUNDS.map((bound) => boundMarker(bound, { ...TOPIC, name: PREFIX + bound.name })),
  defineMarker({
    ...TOPIC,
    name: `${PREFIX}Pattern`,
    value: required(
      text,
      'Enclose the value in backticks, because commas, semicolons and braces end an unquoted word.',
    ),
    help: 'A regular expression (RE2) that the value must match.',
    details: 'It matches anywhere in the value unless it is anchored by ^ and $.',
    example: `// +${PREFIX}Pattern=\`^[a-z]{1,8}$\`\nname: string;`,
    kinds: TEXTUAL,
    keywords: ({ value }) => ({ pattern: value }),
  }),
  defineMarker({
    ...TOPIC,
    name: `${PREFIX}UniqueItems`,
    value: required(boolean),
    help: 'Items must be unique. The API server accepts only false: use listType=set instead.',
    example: `// +${PREFIX}UniqueItems=false\ntags: string[];`,
    kinds: ['array'],
    keywords: ({ value }) => ({ uniqueItems: value }),
  }),
  defineMarker({
    ...TOPIC,
    name: `${PREFIX}Enum`,
    value: required({ type: 'list', of: any }),
    help: 'The allowed values.',
    details: 'A union of literals in TypeScript is equivalent.',
    example: `// +${PREFIX}Enum=Small;Large\nsize: string;`,
    effect: (schema, { values: { value: allowed }, position }) =>
      allowed.length === 0
        ? { code: 'VMGEN4501', refusal: 'lists no values', remedy: 'list the allowed values' }
        : { schema: withKeywords(schema, { enum: allowed }, position) },
  }),
  defineMarker({
    ...TOPIC,
    name: `${PREFIX}Format`,
    value: required(usually(['string', 'integer', 'number'].flatMap(recognizedFormats))),
    help: 'The format, such as date-time, uuid or int32.',
    details: 'The API server ignores formats that it does not know; vmgen warns about them.',
    example: `// +${PREFIX}Format=uuid\nid: string;`,
    keywords: ({ value }) => ({ format: value }),
  }),
  defineMarker({
    ...TOPIC,
    name: `${PREFIX}XValidation`,
    arguments: {
      rule: required(text, 'An expression that is true for a valid value, which is named self.'),
      message: optional(text, 'The error message if the expression is false.'),
      messageExpression: optional(text, 'A CEL expression that returns the message.'),
      reason: optional(
        choice(
          'FieldValueInvalid',
          'FieldValueForbidden',
          'FieldValueRequired',
          'FieldValueDuplicate',
        ),
        'Defaults to FieldValueInvalid.',
      ),
      fieldPath: optional(text, 'The field that the error refers to, such as .spec.name.'),
      optionalOldSelf: optional(boolean, 'Evaluate transition rules on creation too.'),
    },
    repeatable: true,
    help: 'A CEL rule for the value.',
    details:
      'oldSelf is the value before an update; a rule that uses it is evaluated only on updates.',
    example: `// +${PREFIX}XValidation:rule="self.min <= self.max",message="min is above max"\nexport interface Range { min: Int32; max: Int32 }`,
    effect: (schema, { values: { rule, ...stated }, position }) => ({
      schema: addRule(schema, { rule, ...stated }, position),
    }),
  }),
  flagMarker({
    ...TOPIC,
    name: `${PREFIX}XPreserveUnknownFields`,
    help: 'Unknown fields are preserved.',
    example: `// +${PREFIX}XPreserveUnknownFields\nextra: { note?: string };`,
    keywords: { 'x-kubernetes-preserve-unknown-fields': true },
  }),
  flagMarker({
    ...TOPIC,
    name: `${PREFIX}XEmbeddedResource`,
    help: 'The object is a complete Kubernetes object.',
    example: `// +${PREFIX}XEmbeddedResource\ntemplate: RawExtension;`,
    kinds: ['object', 'map', 'opaque'],
    keywords: { 'x-kubernetes-embedded-resource': true },
  }),
  flagMarker({
    ...TOPIC,
    name: `${PREFIX}XIntOrString`,
    help: 'The value is an integer or a string.',
    details: 'IntOrString of @vmgen/runtime is equivalent.',
    example: `// +${PREFIX}XIntOrString\nport: string;`,
    order: -1,
    kinds: ['int-or-string', 'string', 'integer', 'opaque'],
    effect: (schema) => {
      if (schema.kind === 'invalid') return { schema };
      const { position, keywords, origins } = schema;
      return { schema: { position, keywords, origins, kind: 'int-or-string' } };
    },
  }),
];

/** The same marker for the items of an array: `kubebuilder:validation:items:Maximum`. */
export function forItems(definition: MarkerDefinition): MarkerDefinition {
  const { effect: ofItem, help, name } = definition;
  const namespace = name.slice(0, name.lastIndexOf(':') + 1);
  return {
    ...definition,
    topic: 'Validation of items',
    name: `${namespace}items:${name.slice(namespace.length)}`,
    help: `For each item: ${help.charAt(0).toLowerCase()}${help.slice(1)}`,
    example: exampleOfItems(definition.example, namespace),
    effect: (schema, use) => {
      if (schema.kind !== 'array') return typeMismatch(schema, ['array']);
      const result = ofItem ? overlaid(schema.items, ofItem, use) : { schema: schema.items };
      return 'schema' in result ? { schema: { ...schema, items: result.schema } } : result;
    },
  };
}

/** The same field as an array; an example of a type becomes an example of the items of a field. */
function exampleOfItems(example: string, namespace: string): string {
  const ofItems = example.replaceAll(`+${namespace}`, `+${namespace}items:`);
  const body = /export interface \w+ (\{.*\})$/.exec(ofItems);
  if (body) return `${ofItems.slice(0, body.index)}all: ${body[1]}[];`;
  return ofItems.replace(/;$/, '[];');
}

export const validationMarkers: readonly MarkerDefinition[] = DIRECT;
export const itemsMarkers: readonly MarkerDefinition[] = DIRECT.map(forItems);
