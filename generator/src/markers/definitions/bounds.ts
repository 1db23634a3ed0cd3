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
  readonly field: string;
  readonly value: string;
  readonly details?: string;
  /** The CEL condition for `subject`, and the text of its message. */
  readonly says?: readonly [operator: string, words: string];
  readonly before?: string;
}

export const BOUNDS: readonly Bound[] = [
  {
    name: 'Maximum',
    keyword: 'maximum',
    type: number,
    kinds: NUMERIC,
    help: 'The maximum value.',
    field: 'percent: Int32;',
    value: '100',
    says: ['<=', 'must be at most'],
  },
  {
    name: 'Minimum',
    keyword: 'minimum',
    type: number,
    kinds: NUMERIC,
    help: 'The minimum value.',
    field: 'replicas: Int32;',
    value: '0',
    says: ['>=', 'must be at least'],
  },
  {
    name: 'MultipleOf',
    keyword: 'multipleOf',
    type: number,
    kinds: NUMERIC,
    help: 'The value must be a multiple of this number.',
    field: 'megabytes: Int32;',
    value: '128',
  },
  {
    name: 'ExclusiveMaximum',
    keyword: 'exclusiveMaximum',
    type: boolean,
    kinds: NUMERIC,
    help: 'Maximum is exclusive: its value is invalid.',
    before: '// +kubebuilder:validation:Maximum=1\n',
    field: 'share: Float;',
    value: 'true',
  },
  {
    name: 'ExclusiveMinimum',
    keyword: 'exclusiveMinimum',
    type: boolean,
    kinds: NUMERIC,
    help: 'Minimum is exclusive: its value is invalid.',
    before: '// +kubebuilder:validation:Minimum=0\n',
    field: 'weight: Float;',
    value: 'true',
  },
  {
    name: 'MaxLength',
    keyword: 'maxLength',
    type: integer,
    kinds: TEXTUAL,
    help: 'The maximum number of characters.',
    details: 'CEL rules need it to limit their cost.',
    field: 'name: string;',
    value: '63',
    says: ['<=', 'must have at most'],
  },
  {
    name: 'MinLength',
    keyword: 'minLength',
    type: integer,
    kinds: TEXTUAL,
    help: 'The minimum number of characters.',
    field: 'name: string;',
    value: '1',
    says: ['>=', 'must have at least'],
  },
  {
    name: 'MaxItems',
    keyword: 'maxItems',
    type: integer,
    kinds: ['array'],
    help: 'The maximum number of items.',
    details: 'CEL rules need it to limit their cost.',
    field: 'tags: string[];',
    value: '10',
    says: ['<=', 'must have at most'],
  },
  {
    name: 'MinItems',
    keyword: 'minItems',
    type: integer,
    kinds: ['array'],
    help: 'The minimum number of items.',
    field: 'hosts: string[];',
    value: '1',
    says: ['>=', 'must have at least'],
  },
  {
    name: 'MaxProperties',
    keyword: 'maxProperties',
    type: integer,
    kinds: KEYED,
    help: 'The maximum number of properties.',
    details: 'CEL rules need it to limit their cost.',
    field: 'labels: Record<string, string>;',
    value: '10',
    says: ['<=', 'must have at most'],
  },
  {
    name: 'MinProperties',
    keyword: 'minProperties',
    type: integer,
    kinds: KEYED,
    help: 'The minimum number of properties.',
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
    condition:
      says && ((subject, { values }) => conditionOf(bound, says, subject, String(values.value))),
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
