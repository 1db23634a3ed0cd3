import { DEEPEST } from '../../syntax/deepest.js';
import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import { withKeywords, type Schema } from '../../schema/schema.js';
import type { EffectResult, MarkerDefinition } from '../language/definition.js';
import { any, optional, raw, required, text, type MarkerValue } from '../language/arguments.js';
import { defineMarker, flagMarker, TYPE_AND_FIELD } from './define-marker.js';

const TOPIC = { topic: 'Schema', places: TYPE_AND_FIELD } as const;
const FIELD = { topic: 'Schema', places: ['field'] } as const;

/** `{}` on an array means the empty array, because upstream uses `{}` for both. */
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

/** Aborts JSON.parse at a number that it rounded, or that became infinite. */
function refuseInexact(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) {
    throw new InexactNumber();
  }
  return value;
}

/** Whether brackets are nested too deeply; brackets in strings count too, but never reach the limit. */
function isTooDeep(json: string): boolean {
  let depth = 0;
  for (const character of json) {
    if (character === '{' || character === '[') depth++;
    else if (character === '}' || character === ']') depth--;
    if (depth > DEEPEST) return true;
  }
  return false;
}

/** Go's `ref(...)` names a constant of another file; controller-gen ignores it as well. */
function setJsonDefault(schema: Schema, given: string, position: SourcePosition): EffectResult {
  if (given.startsWith('ref(')) {
    return {
      isInformational: true,
      code: 'VMGEN3014',
      refusal: `is ignored: ${given} refers to a constant of Go`,
    };
  }
  if (isTooDeep(given)) {
    const refusal = `has a value that is nested more than ${DEEPEST} levels deep`;
    return { code: 'VMGEN3214', refusal, remedy: 'reduce the nesting' };
  }
  try {
    const value = JSON.parse(given, refuseInexact) as MarkerValue | null;
    // The API server treats a default of null as no default.
    if (value === null)
      return {
        code: 'VMGEN3214',
        refusal: 'has the value null, which is not a default',
        remedy: 'remove it',
      };
    return setDefault(schema, value, position);
  } catch (error) {
    if (error instanceof InexactNumber) {
      const remedy = '+kubebuilder:default preserves large integers';
      return { code: 'VMGEN3214', refusal: `has a number out of range: ${given}`, remedy };
    }
    if (!(error instanceof SyntaxError)) throw error;
    const remedy = 'write strings in double quotes; +kubebuilder:default takes them unquoted';
    return { code: 'VMGEN3214', refusal: `requires JSON, not ${JSON.stringify(given)}`, remedy };
  }
}

export const schemalessMarker = defineMarker({
  ...FIELD,
  name: 'kubebuilder:validation:Schemaless',
  help: 'Ignores the TypeScript type in the schema; other markers define what is allowed.',
  example:
    '// +kubebuilder:validation:Schemaless\n// +kubebuilder:pruning:PreserveUnknownFields\nanything?: unknown;',
  // Type and XPreserveUnknownFields then define the schema.
  effect: ({ position, keywords, origins }) => ({
    schema: { position, keywords, origins, kind: 'opaque', isOpen: false },
  }),
  order: -3,
});

const nullableMarker = flagMarker({
  ...FIELD,
  name: 'nullable',
  help: 'The value may be null.',
  details: 'T | null in TypeScript is equivalent.',
  example: '// +nullable\nnote?: string;',
  keywords: { nullable: true },
});

export const SCHEMA_MARKERS: readonly MarkerDefinition[] = [
  // If both markers are used, the one of kubebuilder wins, as upstream.
  defineMarker({
    ...FIELD,
    name: 'default',
    value: required(raw, 'JSON.'),
    help: 'The default, as JSON.',
    details: 'If both markers are used, kubebuilder:default wins.',
    example: '// +default={"size": 3}\nshape?: { size: Int32 };',
    effect: (schema, { values, position }) => setJsonDefault(schema, values.value, position),
    order: 9,
  }),
  defineMarker({
    ...FIELD,
    name: 'kubebuilder:default',
    value: required(any),
    help: 'The value that the API server sets if the field is absent.',
    example: '// +kubebuilder:default=1\nreplicas?: Int32;',
    effect: (schema, { values, position }) => setDefault(schema, values.value, position),
    order: 10,
  }),
  defineMarker({
    ...FIELD,
    name: 'kubebuilder:example',
    value: required(any),
    help: 'An example of a value.',
    example: '// +kubebuilder:example=Berlin\ncity?: string;',
    keywords: ({ value }) => ({ example: value }),
  }),
  schemalessMarker,
  nullableMarker,
  flagMarker({
    ...FIELD,
    name: 'kubebuilder:validation:EmbeddedResource',
    help: 'The object is a complete Kubernetes object.',
    example: '// +kubebuilder:validation:EmbeddedResource\ntemplate: RawExtension;',
    kinds: ['object', 'map', 'opaque'],
    keywords: { 'x-kubernetes-embedded-resource': true },
  }),
  flagMarker({
    ...TOPIC,
    name: 'kubebuilder:pruning:PreserveUnknownFields',
    help: 'Unknown fields are preserved.',
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
        : { code: 'VMGEN3106', refusal: 'requires a string', remedy: 'enclose it in quotes' },
  }),
  defineMarker({
    ...TOPIC,
    name: 'kubebuilder:externalDocs',
    arguments: {
      url: required(text, 'An absolute URL, or a path that starts with /.'),
      description: optional(text),
    },
    help: 'A link to more documentation.',
    example:
      '// +kubebuilder:externalDocs:url="https://example.com/ports",description="All ports"\nport: Int32;',
    effect: (schema, { values: { url, description }, position }) => {
      if (!url.startsWith('/') && !URL.canParse(url)) {
        return {
          code: 'VMGEN3215',
          refusal: `has an invalid url: ${JSON.stringify(url)}`,
          remedy: 'write https://…',
        };
      }
      const about = description === undefined ? {} : { description };
      return { schema: withKeywords(schema, { externalDocs: { ...about, url } }, position) };
    },
  }),
];
