import { textOf } from '../text-of.js';
import type { MarkerArguments, MarkerDefinition, MarkerValue } from '../definition.js';
import { optional, required, text } from '../definition.js';
import type { Schema } from '../../schema/schema.js';
import { withKeywords } from '../../schema/schema.js';
import { flagMarker, only, setKeywords, TYPE_AND_FIELD, valueMarker } from './keyword-marker.js';

/** `{}` on an array means the empty array, since `{}` is how upstream writes both. */
function defaultFor(schema: Schema, value: MarkerValue | undefined): MarkerValue {
  const isEmpty =
    typeof value === 'object' && !Array.isArray(value) && Object.keys(value).length === 0;
  return schema.kind === 'array' && isEmpty ? [] : (value ?? '');
}

const setDefault: MarkerDefinition['effect'] = (schema, { value }, position) => ({
  schema: withKeywords(schema, { default: defaultFor(schema, value) }, position),
});

const preserve = setKeywords(() => ({ 'x-kubernetes-preserve-unknown-fields': true }));

const externalDocs = ({ url, description }: MarkerArguments) => ({
  externalDocs: {
    ...(description === undefined ? {} : { description: textOf(description) }),
    url: textOf(url),
  },
});

/** Forgets the TypeScript type. Type and XPreserveUnknownFields then say what is wanted. */
const forgetType: MarkerDefinition['effect'] = ({ position, keywords, origins }) => ({
  schema: { position, keywords, origins, kind: 'opaque', isOpen: false },
});

export const schemalessMarker: MarkerDefinition = {
  name: 'kubebuilder:validation:Schemaless',
  places: ['field'],
  help: 'Takes no schema from the TypeScript type; other markers say what is allowed.',
  effect: forgetType,
  order: -3,
};

export const nullableMarker: MarkerDefinition = {
  ...flagMarker(
    'nullable',
    'The value may be null.',
    setKeywords(() => ({ nullable: true })),
  ),
  places: ['field'],
};

export const schemaMarkers: readonly MarkerDefinition[] = [
  // Of the two defaults kubebuilder's wins, as upstream.
  {
    ...valueMarker('default', { type: 'json' }, 'The default, as JSON.', setDefault),
    places: ['field'],
    order: 9,
  },
  {
    ...valueMarker('kubebuilder:default', { type: 'any' }, 'The default.', setDefault),
    places: ['field'],
    order: 10,
  },
  {
    ...valueMarker(
      'kubebuilder:example',
      { type: 'any' },
      'An example.',
      setKeywords(({ value }) => ({ example: value ?? '' })),
    ),
    places: ['field'],
  },
  schemalessMarker,
  nullableMarker,
  {
    ...flagMarker(
      'kubebuilder:validation:EmbeddedResource',
      'The object is a whole Kubernetes object.',
      only(
        ['object', 'map', 'opaque'],
        setKeywords(() => ({ 'x-kubernetes-embedded-resource': true })),
      ),
    ),
    places: ['field'],
  },
  flagMarker('kubebuilder:pruning:PreserveUnknownFields', 'Unknown fields are kept.', preserve),
  valueMarker(
    'kubebuilder:title',
    text,
    'The title.',
    setKeywords(({ value }) => ({ title: textOf(value) })),
  ),
  {
    name: 'kubebuilder:externalDocs',
    places: TYPE_AND_FIELD,
    arguments: { url: required(text), description: optional(text) },
    help: 'Where more is written.',
    effect: setKeywords(externalDocs),
  },
];
