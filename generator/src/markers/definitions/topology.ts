import { withKeywords, type Schema } from '../../schema/schema.js';
import { required, text } from '../language/definition.js';
import type {
  ArgumentType,
  MarkerDefinition,
  MarkerUse,
  Refusal,
  SchemaEffect,
} from '../language/definition.js';
import { didYouMean } from '../../words/did-you-mean.js';
import { nearest } from '../../words/nearest.js';
import { textOf } from '../language/text-of.js';
import { isUnknown, misfit, only, TYPE_AND_FIELD } from './keyword-marker.js';

const LIST_TYPES: ArgumentType = { type: 'choice', of: ['map', 'set', 'atomic'] };
const MAP_TYPES: ArgumentType = { type: 'choice', of: ['granular', 'atomic'] };
const TOPIC = { topic: 'Lists and maps', places: TYPE_AND_FIELD } as const;

/** Sets a keyword once; twins of a marker may repeat it and may not contradict it. */
function setOnce(key: 'x-kubernetes-list-type' | 'x-kubernetes-map-type'): SchemaEffect {
  return (schema, { values, position }) => {
    const value = textOf(values.value);
    const known = schema.keywords[key];
    if (known !== undefined && known !== value) {
      const first = schema.origins[key];
      return {
        code: 'VMGEN3012',
        refusal: `says ${value}, but another marker says ${known}`,
        remedy: 'remove one of the markers',
        related: first && [{ position: first, label: 'the other is here' }],
      };
    }
    return { schema: withKeywords(schema, { [key]: value }, position) };
  };
}

/** The markers that say the type of a list. */
export const LIST_TYPE_NAMES: readonly string[] = ['listType', 'k8s:listType'];

/** `+k8s:unique=map` compares by the same keys, and leaves the list its type. */
export const isUniqueMap = ({ definition, values }: MarkerUse): boolean =>
  definition.name === 'k8s:unique' && values.value === 'map';

const addListMapKey: SchemaEffect = (schema, { values, position }, { siblings, refused }) => {
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
  const key = textOf(values.value);
  const stranger = refuseStranger(key, schema.items);
  if (stranger) return stranger;
  if (keys.includes(key)) return { schema };
  const keyword = { 'x-kubernetes-list-map-keys': [...keys, key] };
  return { schema: withKeywords(schema, keyword, position) };
};

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

export const listMapKey: MarkerDefinition = {
  ...TOPIC,
  name: 'listMapKey',
  value: required(
    text,
    'The name of a field of the items, which must be required or have a default.',
  ),
  repeatable: true,
  help: 'A field that tells the items of a listType=map apart.',
  example: '// +listType=map\n// +listMapKey=name\nports?: { name: string; port: Int32 }[];',
  effect: addListMapKey,
  order: 3,
};

export const listType: MarkerDefinition = {
  ...TOPIC,
  name: 'listType',
  value: required(
    LIST_TYPES,
    'map: items are told apart by listMapKey; set: items are scalars, each once; atomic: one owner for all.',
  ),
  help: 'How server-side apply merges a list, and whether items must differ.',
  example: '// +listType=set\ntags?: string[];',
  effect: only(['array'], setOnce('x-kubernetes-list-type')),
  order: 2,
};

function twin(definition: MarkerDefinition): MarkerDefinition {
  const example = definition.example.replaceAll('+list', '+k8s:list');
  return {
    ...definition,
    name: `k8s:${definition.name}`,
    topic: 'Declarative validation',
    help: `As ${definition.name}.`,
    example,
  };
}

export const k8sListMapKey: MarkerDefinition = twin(listMapKey);

export const topologyMarkers: readonly MarkerDefinition[] = [
  listType,
  listMapKey,
  {
    ...TOPIC,
    name: 'mapType',
    value: required(MAP_TYPES, 'granular: each key has its owner; atomic: one owner for all.'),
    help: 'How server-side apply merges a map.',
    example: '// +mapType=atomic\nlabels?: Record<string, string>;',
    effect: only(['object', 'map'], setOnce('x-kubernetes-map-type')),
  },
  {
    ...TOPIC,
    name: 'structType',
    value: required(MAP_TYPES, 'granular: each field has its owner; atomic: one owner for all.'),
    help: 'How server-side apply merges an object.',
    example: '// +structType=atomic\nexport interface Address { host: string; port?: Int32 }',
    effect: only(['object', 'map'], setOnce('x-kubernetes-map-type')),
  },
  twin(listType),
  k8sListMapKey,
];
