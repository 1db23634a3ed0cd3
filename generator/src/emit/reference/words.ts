import type { JSONSchemaProps } from '@vmgen/crd';
import { itemSchema, ownProperty } from '@vmgen/base/schema';
import { jsonText } from '../../text/json-text.js';
import { codeSpan, readLine, type Span, textSpan, shownText } from './prose.js';

/** A rule of CEL. */
export interface Rule {
  /** What it requires, in words; empty if its author wrote none. */
  readonly message: readonly Span[];
  readonly cel: string;
}

/** The limits of a value in words, each of them a sentence. */
export function limitsOf(schema: JSONSchemaProps): readonly (readonly Span[])[] {
  return [
    ...enumWords(schema),
    ...textWords(schema),
    ...numberWords(schema),
    ...sizeWords('item', schema.minItems, schema.maxItems),
    ...sizeWords('entry', schema.minProperties, schema.maxProperties),
    ...listWords(schema),
    ...otherWords(schema),
    ...unionWords(schema),
  ];
}

/** The rules of a value, except for the one that makes it immutable. */
export function rulesOf(schema: JSONSchemaProps): readonly Rule[] {
  const rules = schema['x-kubernetes-validations'] ?? [];
  return rules
    .filter(({ rule }) => !isImmutability(rule))
    .map(({ rule, message = '' }) => ({
      message: readLine(message.replace(/\s+/g, ' ')),
      cel: rule.split('\n').map(shownText).join('\n'),
    }));
}

/** Whether a value cannot be changed. */
export const isImmutable = (schema: JSONSchemaProps): boolean =>
  (schema['x-kubernetes-validations'] ?? []).some(({ rule }) => isImmutability(rule));

const isImmutability = (rule: string): boolean =>
  /^(?:self == oldSelf|oldSelf == self)$/.test(rule.replace(/\s+/g, ' ').trim());

const sentence = (text: string): readonly Span[] => [textSpan(text)];

function enumWords({ enum: values }: JSONSchemaProps): (readonly Span[])[] {
  if (values === undefined) return [];
  const codes = values.flatMap((value, index): Span[] => [
    ...(index === 0 ? [] : [textSpan(', ')]),
    codeSpan(typeof value === 'string' && value !== '' ? value : jsonText(value)),
  ]);
  return [[textSpan(values.length === 1 ? 'Only ' : 'One of '), ...codes, textSpan('.')]];
}

function textWords({
  pattern,
  format,
  type,
  minLength,
  maxLength,
}: JSONSchemaProps): (readonly Span[])[] {
  const length = range(minLength === 0 ? undefined : minLength, maxLength);
  return [
    ...(length === undefined
      ? []
      : [sentence(`${length} ${noun('character', maxLength ?? minLength)}.`)]),
    ...(pattern === undefined ? [] : [[textSpan('Matches '), codeSpan(pattern), textSpan('.')]]),
    ...(format === undefined || type !== 'string'
      ? []
      : [[textSpan('Format '), codeSpan(format), textSpan('.')]]),
  ];
}

function numberWords(schema: JSONSchemaProps): (readonly Span[])[] {
  const {
    minimum,
    maximum,
    exclusiveMinimum = false,
    exclusiveMaximum = false,
    multipleOf,
  } = schema;
  const isPlain = !exclusiveMinimum && !exclusiveMaximum;
  const limits = isPlain
    ? [range(minimum, maximum)]
    : [
        minimum === undefined
          ? undefined
          : `${exclusiveMinimum ? 'more than' : 'at least'} ${minimum}`,
        maximum === undefined
          ? undefined
          : `${exclusiveMaximum ? 'less than' : 'at most'} ${maximum}`,
      ];
  const all = limits.filter((each) => each !== undefined).map(capitalized);
  return [
    ...all.map((each) => sentence(`${each}.`)),
    ...(multipleOf === undefined ? [] : [sentence(`A multiple of ${multipleOf}.`)]),
  ];
}

function sizeWords(
  what: 'item' | 'entry',
  min: number | undefined,
  max: number | undefined,
): (readonly Span[])[] {
  const size = range(min === 0 ? undefined : min, max);
  return size === undefined ? [] : [sentence(`${size} ${noun(what, max ?? min)}.`)];
}

function listWords(schema: JSONSchemaProps): (readonly Span[])[] {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const items = itemSchema(schema);
  const ofItems = items === undefined || items.type === 'object' ? [] : limitsOf(items);
  const named = keys.flatMap((key, index) => [
    ...(index === 0 ? [] : [textSpan(', ')]),
    codeSpan(key),
  ]);
  return [
    ...ofItems.map((each) => [textSpan('Each item: '), ...each]),
    ...(schema['x-kubernetes-list-type'] === 'set' ? [sentence('All items differ.')] : []),
    ...(keys.length > 0 ? [[textSpan('Items differ in '), ...named, textSpan('.')]] : []),
  ];
}

function otherWords(schema: JSONSchemaProps): (readonly Span[])[] {
  const { nullable, externalDocs, type } = schema;
  const isKept = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const link = externalDocs?.url === undefined ? [] : readLine(externalDocs.url);
  return [
    ...(nullable === true ? [sentence('May be null.')] : []),
    ...(isEmbedded ? [sentence('A complete Kubernetes object.')] : []),
    ...(isKept && type !== undefined ? [sentence('Unknown fields are kept.')] : []),
    ...(link.length > 0 ? [[textSpan(`${externalDocs?.description ?? 'See'} `), ...link]] : []),
  ];
}

/** Alternatives that require fields are common; others are shown as they are. */
function unionWords(schema: JSONSchemaProps): (readonly Span[])[] {
  if (schema['x-kubernetes-int-or-string'] === true) return [];
  const { oneOf, anyOf, allOf, not } = schema;
  return [
    ...(oneOf === undefined ? [] : [alternatives('Exactly one of', oneOf, schema)]),
    ...(anyOf === undefined ? [] : [alternatives('At least one of', anyOf, schema)]),
    ...(allOf === undefined ? [] : [alternatives('All of', allOf, schema)]),
    ...(not === undefined ? [] : [[textSpan('Not '), codeSpan(jsonText(not)), textSpan('.')]]),
  ];
}

function alternatives(
  start: string,
  parts: readonly JSONSchemaProps[],
  schema: JSONSchemaProps,
): readonly Span[] {
  const shown = parts.flatMap((part, index): Span[] => [
    ...(index === 0 ? [] : [textSpan(', ')]),
    ...alternative(part, schema),
  ]);
  return [textSpan(`${start} `), ...shown, textSpan('.')];
}

function alternative(part: JSONSchemaProps, schema: JSONSchemaProps): readonly Span[] {
  const { required = [], ...others } = part;
  const isRequired = required.length > 0 && Object.keys(others).every((each) => each === 'not');
  if (!isRequired || !required.every((name) => ownProperty(schema, name) !== undefined)) {
    return [codeSpan(jsonText(part))];
  }
  return required.flatMap((name, index) => [
    ...(index === 0 ? [] : [textSpan(' with ')]),
    codeSpan(name),
  ]);
}

/** `1 to 3`, `at least 1`, `at most 3`, or `exactly 3`, at the start of a sentence. */
function range(min: number | undefined, max: number | undefined): string | undefined {
  if (min === undefined && max === undefined) return undefined;
  if (min === undefined) return `At most ${max}`;
  if (max === undefined) return `At least ${min}`;
  return min === max ? `Exactly ${min}` : `${min} to ${max}`;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function noun(what: 'character' | 'item' | 'entry', count: number | undefined): string {
  if (count === 1) return what;
  return what === 'entry' ? 'entries' : `${what}s`;
}
