import { remedyFor } from '../../diagnostics/suggestion.js';
import { celField } from '../../schema/cel-text.js';
import type { PropertySchema, Schema } from '../../schema/schema.js';
import type {
  EffectResult,
  MarkerDefinition,
  MarkerUse,
  ObjectSchema,
  Refusal,
} from '../language/definition.js';
import { addRule } from './add-rule.js';
import { required, texts } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';
import { isUnknown, typeMismatch } from './type-mismatch.js';

interface OneOf {
  readonly name: string;
  readonly words: string;
  readonly verb: string;
  readonly order: number;
  /** The rule over the fields by their CEL names. */
  readonly rule: (fields: readonly string[]) => string;
}

/** The number of fields that are set; cheaper than building a list of them in CEL. */
export const countOf = (tests: readonly string[]): string =>
  tests.map((test) => `(${test}?1:0)`).join('+');

const isSet = (field: string): string => `has(self.${field})`;

const KINDS: readonly OneOf[] = [
  {
    name: 'AtMostOneOf',
    words: 'at most one of',
    verb: 'may',
    order: 11,
    rule: (fields) => `${countOf(fields.map(isSet))} <= 1`,
  },
  {
    name: 'ExactlyOneOf',
    words: 'exactly one of',
    verb: 'must',
    order: 12,
    rule: (fields) => `${countOf(fields.map(isSet))} == 1`,
  },
  {
    name: 'AtLeastOneOf',
    words: 'at least one of',
    verb: 'must',
    order: 13,
    rule: (fields) => fields.map(isSet).join('||'),
  },
];

/** A direct field of an object, or a refusal if it has no field of that name. */
export function fieldOf(
  schema: ObjectSchema,
  name: string,
  remedy = 'name a field of the type itself',
): PropertySchema | Refusal {
  const found = schema.properties.find((each) => each.name === name);
  if (found) return found;
  const names = schema.properties.map((each) => each.name);
  return {
    code: 'VMGEN3205',
    isFollowUp: isUnknown(schema),
    refusal: `names ${name}, which is not a field of the type`,
    remedy: remedyFor(name, names, remedy),
  };
}

/** The CEL name of a direct, optional field of an object, or the refusal. */
export function optionalFieldOf(schema: ObjectSchema, name: string): string | Refusal {
  const property = fieldOf(schema, name);
  if ('refusal' in property) return property;
  if (property.required) {
    return {
      code: 'VMGEN3205',
      refusal: `names ${name}, which is required`,
      remedy: `write ${name}?:`,
    };
  }
  return (
    celField(name) ?? {
      code: 'VMGEN3205',
      refusal: `names ${name}, which is not accessible in CEL`,
      remedy: 'use only letters, digits and _ in the name',
    }
  );
}

type Names = Readonly<{ value: readonly string[] }>;

function oneOf(
  { words, verb, rule }: OneOf,
  schema: Schema,
  { values: { value: names }, position }: MarkerUse<Names>,
): EffectResult {
  if (schema.kind !== 'object') return typeMismatch(schema, ['object']);
  if (names.length === 0)
    return { code: 'VMGEN3205', refusal: 'names no fields', remedy: 'list the fields: a;b' };
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    return {
      code: 'VMGEN3205',
      refusal: `names ${twice} more than once`,
      remedy: 'remove the duplicate',
    };
  const fields: string[] = [];
  for (const name of names) {
    const field = optionalFieldOf(schema, name);
    if (typeof field !== 'string') return field;
    fields.push(field);
  }
  const message = `${words} the fields in [${names.join(' ')}] ${verb} be set`;
  return { schema: addRule(schema, { rule: rule(fields), message }, position) };
}

export const oneOfMarkers: readonly MarkerDefinition[] = KINDS.map((kind) =>
  defineMarker({
    name: `kubebuilder:validation:${kind.name}`,
    topic: 'Validation',
    places: ['type'],
    value: required(texts, 'The names of optional fields of the type.'),
    repeatable: true,
    help: `${kind.words.charAt(0).toUpperCase()}${kind.words.slice(1)} these fields ${kind.verb} be set.`,
    details: 'Becomes a CEL rule.',
    example: `// +kubebuilder:validation:${kind.name}=file;inline\nexport interface Source { file?: string; inline?: string }`,
    effect: (schema, use) => oneOf(kind, schema, use),
    order: kind.order,
  }),
);
