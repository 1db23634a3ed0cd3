import { suggestionFor } from '../../diagnostics/suggestion.js';
import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import { otherAt } from '../../diagnostics/related.js';
import { withKeywords, type Schema } from '../../schema/schema.js';
import type { EffectResult, MarkerDefinition, MarkerUse, Refusal } from '../language/definition.js';
import { choice, required, text } from '../language/arguments.js';
import { defineMarker, TYPE_AND_FIELD } from './define-marker.js';
import { isUnknown, typeMismatch } from './type-mismatch.js';

const TOPIC = { topic: 'Lists and maps', places: TYPE_AND_FIELD } as const;

/** Sets a keyword once; equivalent markers may repeat the value but not contradict it. */
function setOnce(
  key: 'x-kubernetes-list-type' | 'x-kubernetes-map-type',
  schema: Schema,
  { values: { value }, position }: MarkerUse<{ readonly value: string }>,
): EffectResult {
  const known = schema.keywords[key];
  if (known !== undefined && known !== value) {
    return {
      code: 'VMGEN3012',
      refusal: `is ${value}, but another marker is ${known}`,
      remedy: 'remove one of the markers',
      ...otherAt(schema.origins[key]),
    };
  }
  return { schema: withKeywords(schema, { [key]: value }, position) };
}

/** The markers that define the type of a list. */
export const LIST_TYPE_NAMES: readonly string[] = ['listType', 'k8s:listType'];

/** `+k8s:unique=map` compares the same keys but does not change the list type. */
const isUniqueMap = ({ definition, values }: MarkerUse): boolean =>
  definition.name === 'k8s:unique' && values.value === 'map';

/** For values that are not objects, the CRD validation reports that they have no fields. */
function refuseStranger(key: string, items: Schema, position: SourcePosition): Refusal | undefined {
  if (items.kind !== 'object' || isUnknown(items)) return undefined;
  const names = items.properties.map(({ name }) => name);
  if (names.includes(key)) return undefined;
  const [remedy, details] = suggestionFor(key, names, 'name a field of the items', (text) => ({
    how: 'rewrite-value',
    position,
    old: key,
    text,
  }));
  const refusal = `names ${JSON.stringify(key)}, which is not a field of the items`;
  return { code: 'VMGEN6001', refusal, remedy, ...details };
}

export const listMapKey = defineMarker({
  ...TOPIC,
  name: 'listMapKey',
  value: required(
    text,
    'The name of a field of the items, which must be required or have a default.',
  ),
  repeatable: true,
  help: 'A field that identifies the items of a listType=map.',
  example: '// +listType=map\n// +listMapKey=name\nports?: { name: string; port: Int32 }[];',
  effect: (schema, { values: { value: key }, position }, { siblings, refused }) => {
    if (schema.kind !== 'array') return typeMismatch(schema, ['array']);
    if (schema.keywords['x-kubernetes-list-type'] !== 'map') {
      return siblings.some(isUniqueMap)
        ? { schema }
        : {
            code: 'VMGEN3210',
            isFollowUp: refused.some(({ name }) => LIST_TYPE_NAMES.includes(name)),
            refusal: 'requires a list of type map',
            remedy: 'add +listType=map',
          };
    }
    const keys = schema.keywords['x-kubernetes-list-map-keys'] ?? [];
    const stranger = refuseStranger(key, schema.items, position);
    if (stranger) return stranger;
    if (keys.includes(key)) return { schema };
    const keyword = { 'x-kubernetes-list-map-keys': [...keys, key] };
    return { schema: withKeywords(schema, keyword, position) };
  },
  order: 3,
});

const listType = defineMarker({
  ...TOPIC,
  name: 'listType',
  value: required(
    choice('map', 'set', 'atomic'),
    'map: listMapKey identifies the items; set: items are scalars and unique; atomic: the list has one owner.',
  ),
  help: 'How server-side apply merges a list, and whether items must be unique.',
  example: '// +listType=set\ntags?: string[];',
  kinds: ['array'],
  effect: (schema, use) => setOnce('x-kubernetes-list-type', schema, use),
  order: 2,
});

function twin<Values>(definition: MarkerDefinition<Values>): MarkerDefinition<Values> {
  const example = definition.example.replaceAll('+list', '+k8s:list');
  return {
    ...definition,
    name: `k8s:${definition.name}`,
    topic: 'Declarative validation',
    help: `Equivalent to ${definition.name}.`,
    example,
  };
}

export const k8sListMapKey = twin(listMapKey);

/** The markers that define how an object or map is merged. */
const mapTypeMarker = (name: string, part: string, whole: string, example: string) =>
  defineMarker({
    ...TOPIC,
    name,
    value: required(
      choice('granular', 'atomic'),
      `granular: each ${part} has its own owner; atomic: one owner for all.`,
    ),
    help: `How server-side apply merges ${whole}.`,
    example: `// +${name}=atomic\n${example}`,
    kinds: ['object', 'map'],
    effect: (schema, use) => setOnce('x-kubernetes-map-type', schema, use),
  });

export const TOPOLOGY_MARKERS: readonly MarkerDefinition[] = [
  listType,
  listMapKey,
  mapTypeMarker('mapType', 'key', 'a map', 'labels?: Record<string, string>;'),
  mapTypeMarker(
    'structType',
    'field',
    'an object',
    'export interface Address { host: string; port?: Int32 }',
  ),
  twin(listType),
  k8sListMapKey,
];
