import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import { withKeywords, type Keywords, type Schema } from '../../schema/schema.js';
import type { Condition, EffectResult, MarkerDefinition } from '../language/definition.js';
import { boolean, integer, number, required } from '../language/arguments.js';
import { defineMarker, TYPE_AND_FIELD } from './define-marker.js';

export const NUMERIC: readonly Schema['kind'][] = ['integer', 'number'];
export const TEXTUAL: readonly Schema['kind'][] = ['string', 'int-or-string'];
const KEYED: readonly Schema['kind'][] = ['object', 'map'];

/** A marker `Name=value` that sets one keyword on some kinds of schemas. */
interface Bound {
  /** As kubebuilder writes it. */
  readonly name: string;
  readonly keyword: keyof Keywords;
  readonly type: typeof number | typeof integer | typeof boolean;
  readonly kinds: readonly Schema['kind'][];
  readonly help: string;
  readonly field: string;
  readonly value: string;
  readonly details?: string;
  /** How CEL says it of `subject`, and how people do. */
  readonly says?: readonly [operator: string, words: string];
  readonly before?: string;
}

export const BOUNDS: readonly Bound[] = [
  {
    name: 'Maximum',
    keyword: 'maximum',
    type: number,
    kinds: NUMERIC,
    help: 'The greatest value.',
    field: 'percent: Int32;',
    value: '100',
    says: ['<=', 'must be at most'],
  },
  {
    name: 'Minimum',
    keyword: 'minimum',
    type: number,
    kinds: NUMERIC,
    help: 'The least value.',
    field: 'replicas: Int32;',
    value: '0',
    says: ['>=', 'must be at least'],
  },
  {
    name: 'MultipleOf',
    keyword: 'multipleOf',
    type: number,
    kinds: NUMERIC,
    help: 'The value is a multiple of this.',
    field: 'megabytes: Int32;',
    value: '128',
  },
  {
    name: 'ExclusiveMaximum',
    keyword: 'exclusiveMaximum',
    type: boolean,
    kinds: NUMERIC,
    help: 'Maximum itself is too much.',
    before: '// +kubebuilder:validation:Maximum=1\n',
    field: 'share: Float;',
    value: 'true',
  },
  {
    name: 'ExclusiveMinimum',
    keyword: 'exclusiveMinimum',
    type: boolean,
    kinds: NUMERIC,
    help: 'Minimum itself is too little.',
    before: '// +kubebuilder:validation:Minimum=0\n',
    field: 'weight: Float;',
    value: 'true',
  },
  {
    name: 'MaxLength',
    keyword: 'maxLength',
    type: integer,
    kinds: TEXTUAL,
    help: 'The most characters.',
    details: 'Rules in CEL need it to cost little enough.',
    field: 'name: string;',
    value: '63',
    says: ['<=', 'must have at most'],
  },
  {
    name: 'MinLength',
    keyword: 'minLength',
    type: integer,
    kinds: TEXTUAL,
    help: 'The fewest characters.',
    field: 'name: string;',
    value: '1',
    says: ['>=', 'must have at least'],
  },
  {
    name: 'MaxItems',
    keyword: 'maxItems',
    type: integer,
    kinds: ['array'],
    help: 'The most items.',
    details: 'Rules in CEL need it to cost little enough.',
    field: 'tags: string[];',
    value: '10',
    says: ['<=', 'must have at most'],
  },
  {
    name: 'MinItems',
    keyword: 'minItems',
    type: integer,
    kinds: ['array'],
    help: 'The fewest items.',
    field: 'hosts: string[];',
    value: '1',
    says: ['>=', 'must have at least'],
  },
  {
    name: 'MaxProperties',
    keyword: 'maxProperties',
    type: integer,
    kinds: KEYED,
    help: 'The most properties.',
    details: 'Rules in CEL need it to cost little enough.',
    field: 'labels: Record<string, string>;',
    value: '10',
    says: ['<=', 'must have at most'],
  },
  {
    name: 'MinProperties',
    keyword: 'minProperties',
    type: integer,
    kinds: KEYED,
    help: 'The fewest properties.',
    field: 'labels: Record<string, string>;',
    value: '1',
    says: ['>=', 'must have at least'],
  },
];

const UNITS: Readonly<Record<string, string>> = {
  Length: 'characters',
  Items: 'items',
  Properties: 'properties',
};

/** The marker of a bound, under kubebuilder's name or that of declarative validation. */
export function boundMarker(
  bound: Bound,
  naming: Pick<MarkerDefinition, 'name' | 'topic'>,
): MarkerDefinition {
  const { keyword, kinds, field, value: said, help, details, says, before = '' } = bound;
  return defineMarker({
    ...naming,
    places: TYPE_AND_FIELD,
    value: required(bound.type),
    help,
    ...(details === undefined ? {} : { details }),
    example: `${before}// +${naming.name}=${said}\n${field}`,
    kinds,
    effect: (schema, { values: { value }, position }) =>
      typeof value === 'boolean'
        ? { schema: withKeywords(schema, { [keyword]: value }, position) }
        : setBound(keyword, value, schema, position),
    condition:
      says && ((subject, { values }) => conditionOf(bound, says, subject, String(values.value))),
    order: 1,
  });
}

/** A bound of an integer is an integer, and no length is less than nothing. */
function setBound(
  keyword: keyof Keywords,
  value: number | bigint,
  schema: Schema,
  position: SourcePosition,
): EffectResult {
  const refused = { code: 'VMGEN3202', refusal: `is ${value}` } as const;
  // The API server keeps bounds as floating-point numbers.
  const bound = Number(value);
  if (['minimum', 'maximum', 'multipleOf'].includes(keyword)) {
    if (schema.kind === 'integer' && !Number.isInteger(bound)) {
      const refusal = `${refused.refusal} on an integer`;
      return { ...refused, refusal, remedy: 'use a whole number' };
    }
    if (keyword === 'multipleOf' && bound <= 0) {
      return { ...refused, remedy: 'use a number above 0' };
    }
  } else if (bound < 0) return { ...refused, remedy: 'use 0 or more' };
  return { schema: withKeywords(schema, { [keyword]: bound }, position) };
}

function conditionOf(
  { name }: Bound,
  [operator, words]: readonly [string, string],
  subject: string,
  bound: string,
): Condition {
  const unit = UNITS[name.slice(3)];
  return unit === undefined
    ? { rule: `${subject} ${operator} ${bound}`, message: `${words} ${bound}` }
    : { rule: `size(${subject}) ${operator} ${bound}`, message: `${words} ${bound} ${unit}` };
}
