import type { JSONSchemaProps } from '@vmgen/crd';
import { jsonText } from '../text/json-text.js';
import { foldRuleOrigins } from './rule-origins.js';
import type { Keywords, Schema } from './schema.js';

/** Lower bounds: the higher of two is the tighter. */
const LOWER = ['minLength', 'minItems', 'minProperties'] as const;
const UPPER = ['maxLength', 'maxItems', 'maxProperties'] as const;
const BOUNDS = [...LOWER, ...UPPER, 'minimum', 'maximum'] as const;
/** Keywords that cannot be merged; `allOf` combines them. */
const BOTH = ['pattern', 'enum', 'format', 'multipleOf'] as const;

/**
 * Merges the keywords of a field with those of its type: bounds become the tightest, rules are concatenated
 * (the field's first), patterns and similar keywords must both match, and the field takes precedence for all
 * others.
 */
export function foldKeywords(type: Schema, field: Schema): Schema {
  // A whole schema leaves nothing of the type.
  if (wholeOf(field) !== wholeOf(type) && wholeOf(field)) return field;
  // Most types have no keywords.
  if (Object.keys(type.keywords).length === 0) {
    return { ...field, origins: { ...type.origins, ...field.origins } };
  }
  const keywords = fold(type.keywords, field.keywords);
  const origins = {
    ...type.origins,
    ...field.origins,
    ...foldBoundOrigins(type, field, keywords),
    ...foldRuleOrigins(type, field),
  };
  return { ...field, keywords, origins };
}

const wholeOf = (schema: Schema): JSONSchemaProps | undefined =>
  schema.kind === 'opaque' ? schema.json : undefined;

/** The origin of a bound is that of the tighter one. */
function foldBoundOrigins(type: Schema, field: Schema, folded: Keywords): Schema['origins'] {
  const isOfType = (name: (typeof BOUNDS)[number]): boolean =>
    folded[name] !== undefined && folded[name] !== field.keywords[name];
  return Object.fromEntries(BOUNDS.filter(isOfType).map((name) => [name, type.origins[name]]));
}

function fold(type: Keywords, field: Keywords): Keywords {
  const folded: JSONSchemaProps = { ...type, ...field, ...foldRange(type, field) };
  for (const name of LOWER) assignBound(folded, name, type[name], field[name], Math.max);
  for (const name of UPPER) assignBound(folded, name, type[name], field[name], Math.min);
  const allOf = [...(field.allOf ?? []), ...(type.allOf ?? [])];
  for (const name of BOTH) {
    const both = type[name] !== undefined && field[name] !== undefined;
    if (both && canonical(type[name]) !== canonical(field[name])) {
      allOf.push({ [name]: type[name] });
    }
  }
  if (allOf.length > 0) folded.allOf = allOf;
  const rules = [
    ...(field['x-kubernetes-validations'] ?? []),
    ...(type['x-kubernetes-validations'] ?? []),
  ];
  if (rules.length > 0) folded['x-kubernetes-validations'] = rules;
  return folded;
}

/** The order of an enum's values means nothing. */
const canonical = (value: unknown): string =>
  jsonText(Array.isArray(value) ? value.map(jsonText).sort() : value);

function assignBound(
  target: JSONSchemaProps,
  name: (typeof LOWER)[number] | (typeof UPPER)[number],
  a: number | undefined,
  b: number | undefined,
  tighter: (a: number, b: number) => number,
): void {
  if (a !== undefined && b !== undefined) target[name] = tighter(a, b);
}

/** A bound and its `exclusive` flag belong together: the looser pair is dropped. */
function foldRange(type: Keywords, field: Keywords): JSONSchemaProps {
  const range: JSONSchemaProps = {};
  if (type.minimum !== undefined && field.minimum !== undefined) {
    const equal = type.minimum === field.minimum;
    const tight = field.minimum > type.minimum ? field : type;
    range.minimum = tight.minimum;
    range.exclusiveMinimum = equal
      ? type.exclusiveMinimum || field.exclusiveMinimum
      : tight.exclusiveMinimum;
  }
  if (type.maximum !== undefined && field.maximum !== undefined) {
    const equal = type.maximum === field.maximum;
    const tight = field.maximum < type.maximum ? field : type;
    range.maximum = tight.maximum;
    range.exclusiveMaximum = equal
      ? type.exclusiveMaximum || field.exclusiveMaximum
      : tight.exclusiveMaximum;
  }
  return range;
}
