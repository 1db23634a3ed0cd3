import { DEEPEST } from '../../frontend/deepest.js';
import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import { withKeywords, type Schema } from '../../schema/schema.js';
import type { EffectResult, MarkerDefinition } from '../language/definition.js';
import { any, optional, raw, required, text, type MarkerValue } from '../language/arguments.js';
import { defineMarker, flagMarker, TYPE_AND_FIELD } from './define-marker.js';

const TOPIC = { topic: 'Schema', places: TYPE_AND_FIELD } as const;
const FIELD = { topic: 'Schema', places: ['field'] } as const;

/** `{}` on an array means the empty array, since `{}` is how upstream writes both. */
function defaultFor(schema: Schema, value: MarkerValue): MarkerValue {
  const isEmpty =
    typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
  return schema.kind === 'array' && isEmpty ? [] : value;
}

const setDefault = (
  schema: Schema,
  value: MarkerValue,
  position: SourcePosition,
): EffectResult => ({
  schema: withKeywords(schema, { default: defaultFor(schema, value) }, position),
});

class InexactNumber extends Error {}

/** Stops JSON.parse at a number that it has rounded, or that has become infinite. */
function refuseInexact(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new InexactNumber();
  }
  return value;
}

/** Whether brackets stand too deep in each other; those in texts count, which none has so many of. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const character of json) {
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Go's `ref(...)` names a constant of another file, and controller-gen passes it over as well. */
function setJsonDefault(schema: Schema, given: string, position: SourcePosition): EffectResult {
  if (given.startsWith('ref(')) {
    return {
      isRemark: true,
      code: 'VMGEN3014',
      refusal: `is passed over: ${given} names a constant of Go`,
    };
  }
  if (isTooDeep(given)) {
    const refusal = `has a value that is nested more than ${DEEPEST} deep`;
    return { code: 'VMGEN3214', refusal, remedy: 'nest it less' };
  }
  try {
    const value = JSON.parse(given, refuseInexact) as MarkerValue | null;
    // The API server takes a default of null for none.
    if (value === null)
      return { code: 'VMGEN3214', refusal: 'has no value: null', remedy: 'remove it' };
    return setDefault(schema, value, position);
  } catch (error) {
    if (error instanceof InexactNumber) {
      const remedy = '+kubebuilder:default keeps large integers as they are';
      return { code: 'VMGEN3214', refusal: `has a number out of range: ${given}`, remedy };
    }
    if (!(error instanceof SyntaxError)) throw error;
    const remedy = 'strings stand in double quotes; +kubebuilder:default takes them bare';
    return { code: 'VMGEN3214', refusal: `needs JSON, not ${JSON.stringify(given)}`, remedy };
  }
}

export const schemalessMarker = defineMarker({
  ...FIELD,
  name: 'kubebuilder:validation:Schemaless',
  help: 'Takes no schema from the TypeScript type; other markers say what is allowed.',
  example:
    '// +kubebuilder:validation:Schemaless\n// +kubebuilder:pruning:PreserveUnknownFields\nanything?: unknown;',
  // Type and XPreserveUnknownFields then say what is wanted.
  effect: ({ position, keywords, origins }) => ({
    schema: { position, keywords, origins, kind: 'opaque', isOpen: false },
  }),
  order: -3,
});

export const nullableMarker = flagMarker({
  ...FIELD,
  name: 'nullable',
  help: 'The value may be null.',
  details: 'T | null says the same in TypeScript.',
  example: '// +nullable\nnote?: string;',
  keywords: { nullable: true },
});

export const SCHEMA_MARKERS: readonly MarkerDefinition[] = [
  // Of the two defaults kubebuilder's wins, as upstream.
  defineMarker({
    ...FIELD,
    name: 'default',
    value: required(raw, 'JSON.'),
    help: 'The default, as JSON.',
    details: 'Where both stand, kubebuilder:default wins.',
    example: '// +default={"size": 3}\nshape?: { size: Int32 };',
    effect: (schema, { values, position }) => setJsonDefault(schema, values.value, position),
    order: 9,
  }),
  defineMarker({
    ...FIELD,
    name: 'kubebuilder:default',
    value: required(any),
    help: 'What the API server fills in where the field is absent.',
    example: '// +kubebuilder:default=1\nreplicas?: Int32;',
    effect: (schema, { values, position }) => setDefault(schema, values.value, position),
    order: 10,
  }),
  defineMarker({
    ...FIELD,
    name: 'kubebuilder:example',
    value: required(any),
    help: 'A value that shows what is meant.',
    example: '// +kubebuilder:example=Berlin\ncity?: string;',
    keywords: ({ value }) => ({ example: value }),
  }),
  schemalessMarker,
  nullableMarker,
  flagMarker({
    ...FIELD,
    name: 'kubebuilder:validation:EmbeddedResource',
    help: 'The object is a whole Kubernetes object.',
    example: '// +kubebuilder:validation:EmbeddedResource\ntemplate: RawExtension;',
    kinds: ['object', 'map', 'opaque'],
    keywords: { 'x-kubernetes-embedded-resource': true },
  }),
  flagMarker({
    ...TOPIC,
    name: 'kubebuilder:pruning:PreserveUnknownFields',
    help: 'Fields that the schema does not name are kept.',
    example: '// +kubebuilder:pruning:PreserveUnknownFields\nextra: { note?: string };',
    keywords: { 'x-kubernetes-preserve-unknown-fields': true },
  }),
  defineMarker({
    ...TOPIC,
    name: 'kubebuilder:title',
    value: required(any, 'A string.'),
    help: 'The title.',
    example: '// +kubebuilder:title="Port of the service"\nport: Int32;',
    effect: (schema, { values: { value: title }, position }) =>
      typeof title === 'string'
        ? { schema: withKeywords(schema, { title }, position) }
        : { code: 'VMGEN3106', refusal: 'needs a string', remedy: 'put it into quotes' },
  }),
  defineMarker({
    ...TOPIC,
    name: 'kubebuilder:externalDocs',
    arguments: {
      url: required(text, 'A whole URL, or a path that starts with /.'),
      description: optional(text),
    },
    help: 'Where more is written.',
    example:
      '// +kubebuilder:externalDocs:url="https://example.com/ports",description="All ports"\nport: Int32;',
    effect: (schema, { values: { url, description }, position }) => {
      if (!url.startsWith('/') && !URL.canParse(url)) {
        return {
          code: 'VMGEN3215',
          refusal: `has no valid url: ${JSON.stringify(url)}`,
          remedy: 'write https://…',
        };
      }
      const about = description === undefined ? {} : { description };
      return { schema: withKeywords(schema, { externalDocs: { ...about, url } }, position) };
    },
  }),
];
