import type { SourcePosition } from '../../diagnostics/diagnostic.js';
import { celField, celLiteral } from '../../schema/cel-text.js';
import { foldKeywords } from '../../schema/fold-keywords.js';
import { withKeywords, type Schema } from '../../schema/schema.js';
import type {
  Condition,
  EffectResult,
  MarkerDefinition,
  MarkerUse,
  Refusal,
} from '../language/definition.js';
import { isUseOf } from '../language/uses-of.js';
import { addRule } from './add-rule.js';
import { boundMarker, BOUNDS } from './bounds.js';
import { nameIn } from './declarative-fields.js';
import {
  any,
  choice,
  integer,
  required,
  type MarkerValue,
  type Scalar,
} from '../language/arguments.js';
import { defineMarker, TYPE_AND_FIELD } from './define-marker.js';
import { FORMAT_NAMES, FORMATS } from './formats.js';
import { isUnknown, kindName, typeMismatch } from './type-mismatch.js';
import { k8sListMapKey, listMapKey } from './topology.js';

const TOPIC = { topic: 'Declarative validation', places: TYPE_AND_FIELD } as const;
const TWINS = /^(?:Maximum|Minimum|M(?:ax|in)(?:Length|Items|Properties))$/;

const twins = BOUNDS.filter(({ name }) => TWINS.test(name)).map((bound) =>
  boundMarker(bound, { ...TOPIC, name: `k8s:${bound.keyword}` }),
);

/** In UTF-8 a character takes at least one byte. */
const maxBytes = defineMarker({
  ...TOPIC,
  name: 'k8s:maxBytes',
  value: required(integer),
  help: 'The maximum length in bytes (UTF-8).',
  details: 'Becomes maxLength and a CEL rule.',
  example: '// +k8s:maxBytes=64\nname: string;',
  kinds: ['string'],
  effect: (schema, { values, position }) => {
    const bare = { ...schema, keywords: {}, origins: {} };
    const bounded = withKeywords(bare, { maxLength: Number(values.value) }, position);
    const rule = bytesRule('self', values.value);
    return { schema: addRule(foldKeywords(schema, bounded), rule, position) };
  },
  condition: (subject, { values }) => bytesRule(subject, values.value),
  order: 2,
});

const bytesRule = (subject: string, most: number | bigint): Condition => ({
  rule: `bytes(${subject}).size() <= ${most}`,
  message: `must have at most ${most} bytes`,
});

const k8sFormat = defineMarker({
  ...TOPIC,
  name: 'k8s:format',
  value: required(choice(...FORMAT_NAMES)),
  help: 'A format of Kubernetes declarative validation.',
  details: 'Becomes a pattern, a maximum length and, if these are not sufficient, a CEL rule.',
  example: '// +k8s:format=k8s-short-name\nname: string;',
  kinds: ['string'],
  effect: (schema, { values, position }) => {
    const { pattern, maxLength, message, rule } = FORMATS[values.value];
    const keywords = { pattern, ...(maxLength === undefined ? {} : { maxLength }) };
    const set = withKeywords({ ...schema, keywords: {}, origins: {} }, keywords, position);
    const folded = foldKeywords(schema, set);
    return { schema: rule ? addRule(folded, { rule: rule('self'), message }, position) : folded };
  },
  condition: (subject, { values }) => {
    const { pattern, maxLength, message, rule } = FORMATS[values.value];
    const parts = [`${subject}.matches(${celLiteral(pattern)})`];
    if (maxLength !== undefined) parts.unshift(`size(${subject}) <= ${maxLength}`);
    if (rule) parts.push(rule(subject));
    return { rule: parts.join(' && '), message };
  },
  order: 2,
});

const k8sEnum = defineMarker({
  ...TOPIC,
  places: ['type'],
  name: 'k8s:enum',
  help: 'The allowed values are the members of the string type, sorted.',
  details: 'Without the marker they are in source order.',
  example: "// +k8s:enum\nexport type Size = 'Small' | 'Large';",
  effect: (schema, { position }, { base }) => {
    const values = base.enum?.filter((value) => typeof value === 'string');
    if (!values || values.length === 0 || schema.kind !== 'string') {
      return {
        code: 'VMGEN3201',
        isFollowUp: isUnknown(schema),
        refusal: `requires a type that lists strings, not ${kindName(schema)}`,
        remedy: "write an enum or a union of literals: type Size = 'Small' | 'Large'",
      };
    }
    return { schema: withKeywords(schema, { enum: values.sort() }, position) };
  },
});

/** Whether a marker value is a value of the schema. */
function isValueOf(schema: Schema, value: MarkerValue): value is Scalar {
  if (schema.kind === 'string') return typeof value === 'string';
  if (schema.kind === 'boolean') return typeof value === 'boolean';
  return schema.kind === 'integer' && (Number.isInteger(value) || typeof value === 'bigint');
}

const neq = defineMarker({
  ...TOPIC,
  name: 'k8s:neq',
  value: required(any, 'A string, an integer or a boolean, matching the type.'),
  help: 'The value must not equal the given one.',
  details: 'Becomes a CEL rule.',
  example: '// +k8s:neq="root"\nuser: string;',
  effect: (schema, { values, position }) => {
    const stated = differs('self', values.value, schema);
    return 'rule' in stated ? { schema: addRule(schema, stated, position) } : stated;
  },
  condition: (subject, { values }, schema) => differs(subject, values.value, schema),
});

function differs(subject: string, value: MarkerValue, schema: Schema): Condition | Refusal {
  const kinds = ['string', 'integer', 'boolean'] as const;
  if (!kinds.some((kind) => kind === schema.kind)) return typeMismatch(schema, kinds);
  if (!isValueOf(schema, value)) {
    return {
      code: 'VMGEN3106',
      refusal: `requires ${kindName(schema)}`,
      remedy: 'write strings in double quotes',
    };
  }
  return {
    rule: `${subject} != ${celLiteral(value)}`,
    message: `must not be ${JSON.stringify(typeof value === 'bigint' ? String(value) : value)}`,
  };
}

export const immutable = defineMarker({
  ...TOPIC,
  name: 'k8s:immutable',
  help: 'The value cannot change once set.',
  details:
    'Becomes a CEL rule, and for an optional field a second rule on its object, which prevents removal. If the whole object is removed and set again, the field can be set again.',
  example: '// +k8s:immutable\nregion?: string;',
  effect: (schema, { position }) => ({
    schema: addRule(schema, { rule: 'self == oldSelf', message: 'field is immutable' }, position),
  }),
  parentEffect: (parent, { field, use }) => {
    if (parent.properties.some(({ name, required }) => name === field && required)) {
      return { schema: parent };
    }
    const name = nameIn(field);
    if (typeof name !== 'string') return name;
    const rule = `!has(oldSelf.${name}) || has(self.${name})`;
    const message = `field ${field} is immutable once set`;
    return { schema: addRule(parent, { rule, message }, use.position) };
  },
});

const monotonic = defineMarker({
  ...TOPIC,
  name: 'k8s:monotonic',
  help: 'The number never decreases.',
  details: 'Becomes a CEL rule.',
  example: '// +k8s:monotonic\ngeneration?: Int64;',
  kinds: ['integer', 'number'],
  effect: (schema, { position }) => ({
    schema: addRule(schema, { rule: 'self >= oldSelf', message: 'may not decrease' }, position),
  }),
});

const unique = defineMarker({
  ...TOPIC,
  name: 'k8s:unique',
  value: required(
    choice('set', 'map'),
    'set: items must be unique; map: items must differ in their k8s:listMapKey fields.',
  ),
  help: 'Items must be unique, whichever manager owns them.',
  details:
    'Becomes a CEL rule that compares all pairs of items, so the list needs MaxItems. listType=set and listType=map already enforce it.',
  example:
    '// +k8s:listType=atomic\n// +k8s:unique=set\n// +k8s:maxItems=20\n// +k8s:eachVal=+k8s:maxLength=63\nhosts?: string[];',
  kinds: ['array'],
  effect: (schema, { values, position }, { siblings }) =>
    differingItems(schema, values.value === 'map' ? keysOf(siblings) : [undefined], position),
  order: 4,
});

/** @param compared the fields that must differ between items, or the items themselves if undefined */
function differingItems(
  schema: Schema,
  compared: readonly (string | undefined)[],
  position: SourcePosition,
): EffectResult {
  const type = schema.keywords['x-kubernetes-list-type'];
  if (type === 'set' || type === 'map') {
    return {
      code: 'VMGEN3211',
      refusal: `repeats what listType=${type} enforces`,
      remedy: 'remove it',
    };
  }
  if (compared.length === 0) {
    return {
      code: 'VMGEN3210',
      refusal: 'requires the fields to compare',
      remedy: 'add +k8s:listMapKey=',
    };
  }
  const same = compared.map((key) => {
    const field = key === undefined ? '' : `.${celField(key) ?? key}`;
    return `a${field} == b${field}`;
  });
  const rule = `self.all(a, self.exists_one(b, ${same.join(' && ')}))`;
  const keys = compared.filter((key) => key !== undefined).join(', ');
  const message = keys === '' ? 'items must be unique' : `items must differ in ${keys}`;
  return { schema: addRule(schema, { rule, message }, position) };
}

const keysOf = (siblings: readonly MarkerUse[]): string[] => {
  const uses = siblings.filter((use) => isUseOf(use, listMapKey) || isUseOf(use, k8sListMapKey));
  return [...new Set(uses.map(({ values }) => values.value))];
};

export const DECLARATIVE_VALUE_MARKERS: readonly MarkerDefinition[] = [
  ...twins,
  maxBytes,
  k8sFormat,
  k8sEnum,
  neq,
  immutable,
  monotonic,
  unique,
];
