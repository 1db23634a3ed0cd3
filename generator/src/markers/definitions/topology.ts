import { otherAt } from '../../diagnostics/related.js';
import { withKeywords, type Schema } from '../../schema/schema.js';
import type { EffectResult, MarkerDefinition, MarkerUse, Refusal } from '../language/definition.js';
import { didYouMean } from '../../words/did-you-mean.js';
import { nearest } from '../../words/nearest.js';
import { choice, required, text } from '../language/arguments.js';
import { defineMarker, TYPE_AND_FIELD } from './define-marker.js';
import { isUnknown, misfit } from './misfit.js';

const TOPIC = { topic: 'Lists and maps', places: TYPE_AND_FIELD } as const;

/** Sets a keyword once; twins of a marker may repeat it and may not contradict it. */
function setOnce(
  key: 'x-kubernetes-list-type' | 'x-kubernetes-map-type',
  schema: Schema,
  { values: { value }, position }: MarkerUse<{ readonly value: string }>,
): EffectResult {
  const known = schema.keywords[key];
  if (known !== undefined && known !== value) {
    return {
      code: 'VMGEN3012',
      refusal: `says ${value}, but another marker says ${known}`,
      remedy: 'remove one of the markers',
      ...otherAt(schema.origins[key]),
    };
  }
  return { schema: withKeywords(schema, { [key]: value }, position) };
}

/** The markers that say the type of a list. */
export const LIST_TYPE_NAMES: readonly string[] = ['listType', 'k8s:listType'];

/** `+k8s:unique=map` compares by the same keys, and leaves the list its type. */
export const isUniqueMap = ({ definition, values }: MarkerUse): boolean =>
  definition.name === 'k8s:unique' && values.value === 'map';

/** Of what is no object the API server itself says that it has no fields. */
function refuseStranger(key: string, items: Schema): Refusal | undefined {
  if (items.kind !== 'object' || isUnknown(items)) return undefined;
  const names = items.properties.map(({ name }) => name);
  if (names.includes(key)) return undefined;
  const suggestion = nearest(key, names);
  return {
    code: 'VMGEN6007',
    refusal: `names ${JSON.stringify(key)}, which is no field of the items`,
    remedy: suggestion === undefined ? 'name a field of them' : didYouMean(key, suggestion),
  };
}

export const listMapKey = defineMarker({
  ...TOPIC,
  name: 'listMapKey',
  value: required(
    text,
    'The name of a field of the items, which must be required or have a default.',
  ),
  repeatable: true,
  help: 'A field that tells the items of a listType=map apart.',
  example: '// +listType=map\n// +listMapKey=name\nports?: { name: string; port: Int32 }[];',
  effect: (schema, { values: { value: key }, position }, { siblings, refused }) => {
    if (schema.kind !== 'array') return misfit(schema, ['array']);
    if (schema.keywords['x-kubernetes-list-type'] !== 'map') {
      return siblings.some(isUniqueMap)
        ? { schema }
        : {
            code: 'VMGEN3210',
            isFollowUp: refused.some(({ name }) => LIST_TYPE_NAMES.includes(name)),
            refusal: 'needs a list of type map',
            remedy: 'add +listType=map',
          };
    }
    const keys = schema.keywords['x-kubernetes-list-map-keys'] ?? [];
    const stranger = refuseStranger(key, schema.items);
    if (stranger) return stranger;
    if (keys.includes(key)) return { schema };
    const keyword = { 'x-kubernetes-list-map-keys': [...keys, key] };
    return { schema: withKeywords(schema, keyword, position) };
  },
  order: 3,
});

export const listType = defineMarker({
  ...TOPIC,
  name: 'listType',
  value: required(
    choice('map', 'set', 'atomic'),
    'map: items are told apart by listMapKey; set: items are scalars, each once; atomic: one owner for all.',
  ),
  help: 'How server-side apply merges a list, and whether items must differ.',
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
    help: `As ${definition.name}.`,
    example,
  };
}

export const k8sListMapKey = twin(listMapKey);

/** The markers that say how an object or map is merged. */
const mapTypeMarker = (name: string, part: string, whole: string, example: string) =>
  defineMarker({
    ...TOPIC,
    name,
    value: required(
      choice('granular', 'atomic'),
      `granular: each ${part} has its owner; atomic: one owner for all.`,
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
