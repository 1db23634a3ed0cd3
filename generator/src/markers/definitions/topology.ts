import { textOf } from '../text-of.js';
import { withKeywords } from '../../schema/schema.js';
import type { ArgumentType, MarkerDefinition, SchemaEffect } from '../definition.js';
import { kindName, only, setKeywords, valueMarker } from './keyword-marker.js';

const LIST_TYPES: ArgumentType = { type: 'choice', of: ['map', 'set', 'atomic'] };
const MAP_TYPES: ArgumentType = { type: 'choice', of: ['granular', 'atomic'] };

const setListType = only(
  ['array'],
  setKeywords(({ value }) => ({ 'x-kubernetes-list-type': textOf(value) })),
);

const addListMapKey: SchemaEffect = (schema, { value }, position) => {
  if (schema.kind !== 'array') {
    return { refusal: `does not fit ${kindName(schema)}`, remedy: 'it is for an array' };
  }
  const keys = schema.keywords['x-kubernetes-list-map-keys'] ?? [];
  const keyword = { 'x-kubernetes-list-map-keys': [...keys, textOf(value)] };
  return { schema: withKeywords(schema, keyword, position) };
};

const setMapType = only(
  ['object', 'map'],
  setKeywords(({ value }) => ({ 'x-kubernetes-map-type': textOf(value) })),
);

function listMarkers(prefix: string): MarkerDefinition[] {
  return [
    valueMarker(`${prefix}listType`, LIST_TYPES, 'How server-side apply merges.', setListType),
    {
      ...valueMarker(
        `${prefix}listMapKey`,
        { type: 'string' },
        'A field that tells the items of a listType=map apart.',
        addListMapKey,
      ),
      repeatable: true,
    },
  ];
}

export const topologyMarkers: readonly MarkerDefinition[] = [
  ...listMarkers(''),
  ...listMarkers('k8s:'),
  valueMarker('mapType', MAP_TYPES, 'How server-side apply merges a map.', setMapType),
  valueMarker('structType', MAP_TYPES, 'How server-side apply merges an object.', setMapType),
];
