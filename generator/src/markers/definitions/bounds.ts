import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import { withKeywords, type Keywords, type Schema } from '../../schema/schema.js';
import type { Condition, EffectResult, MarkerDefinition } from '../language/definition.js';
import { boolean, integer, number, required } from '../language/arguments.js';
import { defineMarker, TYPE_AND_FIELD } from './define-marker.js';

const NUMERIC: readonly Schema['kind'][] = ['integer', 'number'];
export const TEXTUAL: readonly Schema['kind'][] = ['string', 'int-or-string'];
const KEYED: readonly Schema['kind'][] = ['object', 'map'];

/** A marker `Name=value` that sets one keyword on certain kinds of schemas. */
interface Bound {
  /** The name in kubebuilder. */
  readonly name: string;
  readonly keyword: keyof Keywords;
  readonly type: typeof number | typeof integer | typeof boolean;
  readonly kinds: readonly Schema['kind'][];
  readonly help: string;
  /** The field and the value of the example. */
  readonly field: string;
  readonly value: string;
  readonly details?: string;
  /** The comparison in CEL, the text of its message, and the unit if sizes are compared. */
  readonly says?: readonly [operator: string, words: string, unit?: string];
  readonly before?: string;
}

const ofNumbers = { type: number, kinds: NUMERIC } as const;

/** `exclusiveMaximum` and `exclusiveMinimum`. */
const exclusive = (of: 'Maximum' | 'Minimum', bound: string, field: string): Bound => ({
  name: `Exclusive${of}`,
  keyword: `exclusive${of}`,
  type: boolean,
  kinds: NUMERIC,
  help: `${of} is exclusive: its value is invalid.`,
  before: `// +kubebuilder:validation:${of}=${bound}\n`,
  field,
  value: 'true',
});

/** The maximum and the minimum of a size; `most` is the maximum in the example. */
function ofSize(
  of: 'Length' | 'Items' | 'Properties',
  unit: string,
  kinds: Bound['kinds'],
  {
    field,
    fieldOfMinimum = field,
    most,
  }: Record<'field' | 'most', string> & { fieldOfMinimum?: string },
): Bound[] {
  const size = { type: integer, kinds };
  return [
    {
      ...size,
      name: `Max${of}`,
      keyword: `max${of}`,
      help: `The maximum number of ${unit}.`,
      details: 'CEL rules need it to limit their cost.',
      field,
      value: most,
      says: ['<=', 'must have at most', unit],
    },
    {
      ...size,
      name: `Min${of}`,
      keyword: `min${of}`,
      help: `The minimum number of ${unit}.`,
      field: fieldOfMinimum,
      value: '1',
      says: ['>=', 'must have at least', unit],
    },
  ];
}

export const BOUNDS: readonly Bound[] = [
  {
    ...ofNumbers,
    name: 'Maximum',
    keyword: 'maximum',
    help: 'The maximum value.',
    field: 'percent: Int32;',
    value: '100',
    says: ['<=', 'must be at most'],
  },
  {
    ...ofNumbers,
    name: 'Minimum',
    keyword: 'minimum',
    help: 'The minimum value.',
    field: 'replicas: Int32;',
    value: '0',
    says: ['>=', 'must be at least'],
  },
  {
    ...ofNumbers,
    name: 'MultipleOf',
    keyword: 'multipleOf',
    help: 'The value must be a multiple of this number.',
    field: 'megabytes: Int32;',
    value: '128',
  },
  exclusive('Maximum', '1', 'share: Float;'),
  exclusive('Minimum', '0', 'weight: Float;'),
  ...ofSize('Length', 'characters', TEXTUAL, { field: 'name: string;', most: '63' }),
  ...ofSize('Items', 'items', ['array'], {
    field: 'tags: string[];',
    fieldOfMinimum: 'hosts: string[];',
    most: '10',
  }),
  ...ofSize('Properties', 'properties', KEYED, {
    field: 'labels: Record<string, string>;',
    most: '10',
  }),
];

/** The marker of a bound, with its name in kubebuilder or in declarative validation. */
export function boundMarker(
  bound: Bound,
  naming: Pick<MarkerDefinition, 'name' | 'topic'>,
): MarkerDefinition {
  const { keyword, kinds, field, value: stated, help, details, says, before = '' } = bound;
  return defineMarker({
    ...naming,
    places: TYPE_AND_FIELD,
    value: required(bound.type),
    help,
    ...(details === undefined ? {} : { details }),
    example: `${before}// +${naming.name}=${stated}\n${field}`,
    kinds,
    effect: (schema, { values: { value }, position }) =>
      typeof value === 'boolean'
        ? { schema: withKeywords(schema, { [keyword]: value }, position) }
        : setBound(keyword, value, schema, position),
    condition: says && ((subject, { values }) => conditionOf(says, subject, String(values.value))),
    order: 1,
  });
}

/** Bounds of integers must be integers, and lengths must not be negative. */
function setBound(
  keyword: keyof Keywords,
  value: number | bigint,
  schema: Schema,
  position: SourcePosition,
): EffectResult {
  const refused = { code: 'VMGEN3202', refusal: `is ${value}` } as const;
  // The API server stores bounds as floating-point numbers.
  const bound = Number(value);
  if (['minimum', 'maximum', 'multipleOf'].includes(keyword)) {
    if (schema.kind === 'integer' && !Number.isInteger(bound)) {
      const refusal = `${refused.refusal} on an integer`;
      return { ...refused, refusal, remedy: 'use an integer' };
    }
    if (keyword === 'multipleOf' && bound <= 0) {
      return { ...refused, remedy: 'use a number greater than 0' };
    }
  } else if (bound < 0) return { ...refused, remedy: 'use 0 or more' };
  return { schema: withKeywords(schema, { [keyword]: bound }, position) };
}

function conditionOf(
  [operator, words, unit]: NonNullable<Bound['says']>,
  subject: string,
  bound: string,
): Condition {
  return unit === undefined
    ? { rule: `${subject} ${operator} ${bound}`, message: `${words} ${bound}` }
    : { rule: `size(${subject}) ${operator} ${bound}`, message: `${words} ${bound} ${unit}` };
}
