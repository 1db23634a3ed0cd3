import { celField, celLiteral } from '../../schema/cel-text.js';
import { foldKeywords } from '../../schema/fold-keywords.js';
import { withKeywords } from '../../schema/schema.js';
import { integer, required } from '../language/definition.js';
import type {
  ArgumentType,
  Condition,
  EffectContext,
  EffectResult,
  MarkerDefinition,
  MarkerUse,
  MarkerValue,
  ParentEffect,
  Refusal,
  SchemaEffect,
} from '../language/definition.js';
import { textOf } from '../language/text-of.js';
import type { Schema } from '../../schema/schema.js';
import { addRule } from './add-rule.js';
import { boundMarker, BOUNDS } from './bounds.js';
import { FORMATS } from './formats.js';
import { isUnknown, kindName, misfit, only, TYPE_AND_FIELD } from './keyword-marker.js';
import { k8sListMapKey, listMapKey } from './topology.js';

const TOPIC = { topic: 'Declarative validation', places: TYPE_AND_FIELD } as const;
const TWINS = /^(?:Maximum|Minimum|M(?:ax|in)(?:Length|Items|Properties))$/;

const twins = BOUNDS.filter(({ name }) => TWINS.test(name)).map((bound) =>
  boundMarker(bound, { ...TOPIC, name: `k8s:${bound.keyword}` }),
);

/** UTF-8 has a byte at least for each character. */
const maxBytes: MarkerDefinition = {
  ...TOPIC,
  name: 'k8s:maxBytes',
  value: required(integer),
  help: 'The most bytes in UTF-8.',
  details: 'Becomes maxLength and a CEL rule.',
  example: '// +k8s:maxBytes=64\nname: string;',
  effect: only(['string'], (schema, use) => {
    const most = Number(use.values.value);
    const bounded = withKeywords(schema, { maxLength: most }, use.position);
    const rule = { rule: `bytes(self).size() <= ${most}`, message: bytesMessage(use) };
    return { schema: addRule(foldKeywords(schema, bounded), rule, use.position) };
  }),
  condition: (subject, use) => ({
    rule: `bytes(${subject}).size() <= ${textOf(use.values.value)}`,
    message: bytesMessage(use),
  }),
  order: 2,
};

const bytesMessage = ({ values }: MarkerUse): string =>
  `must have at most ${textOf(values.value)} bytes`;

const formatOf = ({ values }: MarkerUse) => FORMATS[textOf(values.value)];

const k8sFormat: MarkerDefinition = {
  ...TOPIC,
  name: 'k8s:format',
  value: required({ type: 'choice', of: Object.keys(FORMATS) }),
  help: 'One of the formats of Kubernetes.',
  details: 'Becomes a pattern, a length and, where these do not say all, a CEL rule.',
  example: '// +k8s:format=k8s-short-name\nname: string;',
  effect: only(['string'], (schema, use) => {
    const { pattern, maxLength, message, rule } = formatOf(use) ?? { pattern: '', message: '' };
    const keywords = { pattern, ...(maxLength === undefined ? {} : { maxLength }) };
    const set = withKeywords({ ...schema, keywords: {}, origins: {} }, keywords, use.position);
    const folded = foldKeywords(schema, set);
    return {
      schema: rule ? addRule(folded, { rule: rule('self'), message }, use.position) : folded,
    };
  }),
  condition: (subject, use, schema) => {
    if (schema.kind !== 'string') return misfit(schema, ['string']);
    const { pattern, maxLength, message, rule } = formatOf(use) ?? { pattern: '', message: '' };
    const parts = [`${subject}.matches(${celLiteral(pattern)})`];
    if (maxLength !== undefined) parts.unshift(`size(${subject}) <= ${maxLength}`);
    if (rule) parts.push(rule(subject));
    return { rule: parts.join(' && '), message };
  },
  order: 2,
};

const enumOfTexts: SchemaEffect = (schema, { position }, { base }) => {
  const values = base.enum?.filter((value) => typeof value === 'string');
  if (!values || values.length === 0 || schema.kind !== 'string') {
    return {
      code: 'VMGEN3201',
      isFollowUp: isUnknown(schema),
      refusal: `needs a type that lists strings, not ${kindName(schema)}`,
      remedy: "write an enum or a union of literals: type Size = 'Small' | 'Large'",
    };
  }
  return { schema: withKeywords(schema, { enum: values.sort() }, position) };
};

const k8sEnum: MarkerDefinition = {
  ...TOPIC,
  places: ['type'],
  name: 'k8s:enum',
  help: 'The allowed values are those of the string type, sorted.',
  details: 'Without it they stand in the order of the source.',
  example: "// +k8s:enum\nexport type Size = 'Small' | 'Large';",
  effect: enumOfTexts,
};

/** Whether a value of the marker language is one of the schema's. */
function isValueOf(schema: Schema, value: MarkerValue | undefined): boolean {
  if (schema.kind === 'string') return typeof value === 'string';
  if (schema.kind === 'boolean') return typeof value === 'boolean';
  return schema.kind === 'integer' && (Number.isInteger(value) || typeof value === 'bigint');
}

const neq: MarkerDefinition = {
  ...TOPIC,
  name: 'k8s:neq',
  value: required({ type: 'any' }, 'A string, integer or boolean, as the type is.'),
  help: 'The value is another one.',
  details: 'Becomes a CEL rule.',
  example: '// +k8s:neq="root"\nuser: string;',
  effect: (schema, use) => {
    const said = differs('self', use, schema);
    return 'rule' in said ? { schema: addRule(schema, said, use.position) } : said;
  },
  condition: differs,
};

function differs(
  subject: string,
  { values: { value } }: MarkerUse,
  schema: Schema,
): Condition | Refusal {
  const kinds = ['string', 'integer', 'boolean'] as const;
  if (!kinds.some((kind) => kind === schema.kind)) return misfit(schema, kinds);
  if (!isValueOf(schema, value) || value === undefined || typeof value === 'object') {
    return {
      code: 'VMGEN3106',
      refusal: `needs ${kindName(schema)}`,
      remedy: 'strings stand in double quotes',
    };
  }
  return {
    rule: `${subject} != ${celLiteral(value)}`,
    message: `must not be ${JSON.stringify(typeof value === 'bigint' ? String(value) : value)}`,
  };
}

const onceSet: ParentEffect = (parent, { field, use }) => {
  const property = parent.properties.find(({ name }) => name === field);
  if (property?.required) return { schema: parent };
  const name = celField(field);
  if (name === undefined)
    return { code: 'VMGEN3207', refusal: `stands on ${field}, which CEL cannot reach` };
  const rule = `!has(oldSelf.${name}) || has(self.${name})`;
  const message = `field ${field} is immutable once set`;
  return { schema: addRule(parent, { rule, message }, use.position) };
};

export const immutable: MarkerDefinition = {
  ...TOPIC,
  name: 'k8s:immutable',
  help: 'The value stays what it was when it was set.',
  details:
    'Becomes a CEL rule, and another one on the object of an optional field, so that it is not removed. An object that is removed and set again as a whole starts anew.',
  example: '// +k8s:immutable\nregion?: string;',
  effect: (schema, { position }) => ({
    schema: addRule(schema, { rule: 'self == oldSelf', message: 'field is immutable' }, position),
  }),
  parentEffect: onceSet,
};

const monotonic: MarkerDefinition = {
  ...TOPIC,
  name: 'k8s:monotonic',
  help: 'The number never falls.',
  details: 'Becomes a CEL rule.',
  example: '// +k8s:monotonic\ngeneration?: Int64;',
  effect: only(['integer', 'number'], (schema, { position }) => ({
    schema: addRule(schema, { rule: 'self >= oldSelf', message: 'may not decrease' }, position),
  })),
};

const UNIQUE: ArgumentType = { type: 'choice', of: ['set', 'map'] };

const unique: MarkerDefinition = {
  ...TOPIC,
  name: 'k8s:unique',
  value: required(UNIQUE, 'set: items differ; map: items differ in their k8s:listMapKey fields.'),
  help: 'No item twice, whoever owns the list.',
  details:
    'Becomes a CEL rule that compares each item with each, so that the list needs MaxItems. listType=set and listType=map ask for it already.',
  example:
    '// +k8s:listType=atomic\n// +k8s:unique=set\n// +k8s:maxItems=20\n// +k8s:eachVal=+k8s:maxLength=63\nhosts?: string[];',
  effect: only(['array'], differingItems),
  order: 4,
};

function differingItems(
  schema: Schema,
  { values, position }: MarkerUse,
  { siblings }: EffectContext,
): EffectResult {
  const type = schema.keywords['x-kubernetes-list-type'];
  if (type === 'set' || type === 'map') {
    return {
      code: 'VMGEN3211',
      refusal: `repeats what listType=${type} asks for`,
      remedy: 'remove it',
    };
  }
  const compared = values.value === 'map' ? keysOf(siblings) : [undefined];
  if (compared.length === 0) {
    return {
      code: 'VMGEN3210',
      refusal: 'needs the fields to compare',
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

const keysOf = (siblings: readonly MarkerUse[]): string[] => [
  ...new Set(
    siblings
      .filter(({ definition }) => definition === listMapKey || definition === k8sListMapKey)
      .map(({ values }) => textOf(values.value)),
  ),
];

export const declarativeValueMarkers: readonly MarkerDefinition[] = [
  ...twins,
  maxBytes,
  k8sFormat,
  k8sEnum,
  neq,
  immutable,
  monotonic,
  unique,
];
