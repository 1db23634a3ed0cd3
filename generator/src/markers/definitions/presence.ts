import { withKeywords, type Schema } from '../../schema/schema.js';
import type { MarkerDefinition } from '../language/definition.js';
import { defineMarker } from './define-marker.js';

const TOPIC = { topic: 'Presence', places: ['field'] } as const;
const DETAILS =
  'The ? of the TypeScript field says the same, and says it to readers too: where the two disagree, the marker decides and vmgen warns.';

function presence(name: string, isRequired: boolean): MarkerDefinition {
  return defineMarker({
    ...TOPIC,
    name,
    help: isRequired ? 'The field must be given.' : 'The field may be left out.',
    details: DETAILS,
    example: `// +${name}\n${isRequired ? 'color: string;' : 'color?: string;'}`,
  });
}

/** Overrule the short markers; on the package they say what holds where nothing else is said. */
export const validationOptional: MarkerDefinition = {
  ...presence('kubebuilder:validation:Optional', false),
  places: ['package', 'field'],
  details: 'Overrules +optional and +required. On the package: for fields that say nothing.',
};
export const validationRequired: MarkerDefinition = {
  ...presence('kubebuilder:validation:Required', true),
  places: ['package', 'field'],
  details: 'Overrules +optional and +required. On the package: for fields that say nothing.',
};

/** The keyword that keeps a value of a kind from being empty. */
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
    'Unlike +required it refuses what is empty as well: minLength, minItems or minProperties become 1 where no marker of the field sets them.',
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
