import { withKeywords, type Schema } from '../../schema/schema.js';
import type { MarkerDefinition } from '../language/definition.js';
import { defineMarker } from './define-marker.js';

const TOPIC = { topic: 'Presence', places: ['field'] } as const;
const DETAILS =
  'The ? of the TypeScript field is equivalent and also visible to TypeScript users: if the two disagree, the marker takes precedence and vmgen warns.';

function presence(name: string, isRequired: boolean): MarkerDefinition {
  return defineMarker({
    ...TOPIC,
    name,
    help: isRequired ? 'The field is required.' : 'The field is optional.',
    details: DETAILS,
    example: `// +${name}\n${isRequired ? 'color: string;' : 'color?: string;'}`,
  });
}

/** They override the short markers; on a package they set the default for its fields. */
export const validationOptional: MarkerDefinition = {
  ...presence('kubebuilder:validation:Optional', false),
  places: ['package', 'field'],
  details: 'Overrides +optional and +required. On a package it applies to fields without a marker.',
};
export const validationRequired: MarkerDefinition = {
  ...presence('kubebuilder:validation:Required', true),
  places: ['package', 'field'],
  details: 'Overrides +optional and +required. On a package it applies to fields without a marker.',
};

/** The keyword that prevents an empty value, by kind. */
const NOT_EMPTY: Partial<Record<Schema['kind'], 'minLength' | 'minItems' | 'minProperties'>> = {
  string: 'minLength',
  array: 'minItems',
  object: 'minProperties',
  map: 'minProperties',
};

/** As an effect, for a field that another marker names. */
export const requiredField: MarkerDefinition = {
  ...presence('k8s:required', true),
  details:
    'Unlike +required it also rejects empty values: minLength, minItems or minProperties become 1, unless a marker of the field sets them.',
  effect: (schema, { position }) => {
    const keyword = NOT_EMPTY[schema.kind];
    if (keyword === undefined || schema.keywords[keyword] !== undefined) return { schema };
    return { schema: withKeywords(schema, { [keyword]: 1 }, position) };
  },
  order: 5,
};

export const optionalField: MarkerDefinition = presence('k8s:optional', false);

export const OPTIONAL_MARKERS: readonly MarkerDefinition[] = [
  presence('optional', false),
  optionalField,
];
export const REQUIRED_MARKERS: readonly MarkerDefinition[] = [
  presence('required', true),
  requiredField,
];

export const PRESENCE_MARKERS: readonly MarkerDefinition[] = [
  ...OPTIONAL_MARKERS,
  ...REQUIRED_MARKERS,
  validationOptional,
  validationRequired,
];
