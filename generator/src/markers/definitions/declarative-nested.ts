import { celField, celLiteral } from '../../schema/cel-text.js';
import type { Schema } from '../../schema/schema.js';
import type {
  Condition,
  EffectContext,
  EffectResult,
  MarkerDefinition,
  MarkerUse,
  ObjectSchema,
  Refusal,
} from '../language/definition.js';
import { isUseOf } from '../language/uses-of.js';
import { addRule } from './add-rule.js';
import { immutable } from './declarative-values.js';
import { unionMember, zeroOrOneOfMember } from './declarative-unions.js';
import { required, scalar, text, type Scalar } from '../language/arguments.js';
import { defineMarker, overlaid, TYPE_AND_FIELD } from './define-marker.js';
import { typeMismatch } from './type-mismatch.js';
import { countOf, fieldOf } from './one-of.js';
import { LIST_TYPE_NAMES } from './topology.js';
import { optionalField, requiredField } from './presence.js';

const TOPIC = {
  topic: 'Declarative validation',
  places: TYPE_AND_FIELD,
  takesMarker: true,
  repeatable: true,
} as const;

/** A refusal of the marker after `=+`, reported for the whole marker. */
function ofInner({ definition }: MarkerUse, { refusal, ...refused }: Refusal): Refusal {
  return { ...refused, refusal: `cannot use +${definition.name}, which ${refusal}` };
}

function unfit(inner: MarkerUse): Refusal {
  const remedy = 'use a validation marker for the value';
  return ofInner(inner, { code: 'VMGEN3212', refusal: 'is not allowed there', remedy });
}

/** Values of a list or map have schemas of their own, which the marker changes. */
function eachValue(schema: Schema, inner: MarkerUse): EffectResult {
  if (schema.kind !== 'array' && schema.kind !== 'map')
    return typeMismatch(schema, ['array', 'map']);
  const { effect, places } = inner.definition;
  if (!effect || !places.includes('type')) return unfit(inner);
  const result = overlaid(schema.kind === 'array' ? schema.items : schema.values, effect, inner);
  if (!('schema' in result)) return ofInner(inner, result);
  return schema.kind === 'array'
    ? { schema: { ...schema, items: result.schema } }
    : { schema: { ...schema, values: result.schema } };
}

function conditionOf(subject: string, inner: MarkerUse, schema: Schema): Condition | Refusal {
  const { condition } = inner.definition;
  if (!condition) return unfit(inner);
  const stated = condition(subject, inner, schema);
  return 'rule' in stated ? stated : ofInner(inner, stated);
}

const REMEDY = 'name one of its fields';

/** The CRD contains a separate schema for each use of the type, so the field can differ. */
function changeField(schema: Schema, name: string, inner: MarkerUse): EffectResult {
  if (schema.kind !== 'object') return typeMismatch(schema, ['object']);
  const field = fieldOf(schema, name, REMEDY);
  if ('refusal' in field) return field;
  const { effect, parentEffect } = inner.definition;
  const isPresence = inner.definition === requiredField || inner.definition === optionalField;
  if (!effect && !parentEffect && !isPresence) return unfit(inner);
  const result = effect ? overlaid(field.schema, effect, inner) : { schema: field.schema };
  if (!('schema' in result)) return ofInner(inner, result);
  const isRequired = isPresence ? inner.definition === requiredField : field.required;
  const properties = schema.properties.map((property) =>
    property === field ? { ...field, required: isRequired, schema: result.schema } : property,
  );
  const changed: ObjectSchema = { ...schema, properties };
  if (!parentEffect) return { schema: changed };
  const marked = { field: field.name, use: inner };
  const ruled = parentEffect(changed, marked, [marked], []);
  return 'schema' in ruled ? ruled : ofInner(inner, ruled);
}

function conditionOfField(
  subject: string,
  fieldName: string,
  inner: MarkerUse,
  schema: Schema,
): Condition | Refusal {
  if (schema.kind !== 'object') return typeMismatch(schema, ['object']);
  const field = fieldOf(schema, fieldName, REMEDY);
  if ('refusal' in field) return field;
  const name = celField(field.name);
  if (name === undefined)
    return { code: 'VMGEN3205', refusal: `names ${field.name}, which is not accessible in CEL` };
  const path = `${subject}.${name}`;
  if (inner.definition === requiredField) {
    return { rule: `has(${path})`, message: `must have ${field.name}` };
  }
  const stated = conditionOf(path, inner, field.schema);
  if (!('rule' in stated)) return stated;
  const rule = field.required ? stated.rule : `!has(${path}) || ${stated.rule}`;
  return { rule, message: `${field.name} ${stated.message}` };
}

/** The items of a list-map that a `k8s:item` marker selects. */
interface Selection {
  /** The CEL condition for an item named `item`. */
  readonly test: string;
  /** For messages: `{"type":"Ready"}`. */
  readonly label: string;
}

/** @param values the values of the item's keys, by name */
function selectionOf(
  keys: readonly string[],
  values: Readonly<Record<string, Scalar>>,
): Selection | Refusal {
  const names = Object.keys(values);
  const stranger = names.find((name) => !keys.includes(name));
  if (stranger !== undefined || names.length !== keys.length) {
    const remedy = `specify a value for ${keys.join(' and ')}`;
    return { code: 'VMGEN3210', refusal: 'does not name exactly the keys of the list', remedy };
  }
  const tests = Object.entries(values).map(
    ([name, value]) => `item.${celField(name) ?? name} == ${celLiteral(value)}`,
  );
  return {
    test: tests.join(' && '),
    label: JSON.stringify(values, (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    ),
  };
}

/** Markers that determine the list type. */
const OF_LIST_MAPS: readonly string[] = [...LIST_TYPE_NAMES, 'listMapKey', 'k8s:listMapKey'];

type ItemUse = MarkerUse<Readonly<Record<string, Scalar>>>;

function itemEffect(
  schema: Schema,
  use: ItemUse,
  inner: MarkerUse,
  { refused, siblings }: EffectContext,
): EffectResult {
  if (schema.kind !== 'array') return typeMismatch(schema, ['array']);
  const isFollowUp = refused.some(({ name }) => OF_LIST_MAPS.includes(name));
  const keys = schema.keywords['x-kubernetes-list-map-keys'] ?? [];
  if (schema.keywords['x-kubernetes-list-type'] !== 'map' || keys.length === 0) {
    return {
      code: 'VMGEN3210',
      isFollowUp,
      refusal: 'requires a list of type map',
      remedy: 'add +listType=map and +listMapKey=',
    };
  }
  const selection = selectionOf(keys, use.values);
  if ('refusal' in selection) return { ...selection, isFollowUp };
  const { test, label } = selection;
  if (isUnionMember(inner)) return itemUnion(schema, use, inner, keys, siblings);
  if (inner.definition === immutable) {
    const chosen = `filter(item, ${test})`;
    const rule = `self.${chosen} == oldSelf.${chosen}`;
    const message = `the item with ${label} is immutable`;
    return { schema: addRule(schema, { rule, message }, use.position) };
  }
  const stated = conditionOf('item', inner, schema.items);
  if (!('rule' in stated)) return stated;
  const rule = `self.all(item, !(${test}) || (${stated.rule}))`;
  const message = `the item with ${label}: ${stated.message}`;
  return { schema: addRule(schema, { rule, message }, use.position) };
}

type UnionUse = MarkerUse<Readonly<{ union?: string }>>;

const isUnionMember = (use: MarkerUse): use is UnionUse =>
  isUseOf(use, unionMember) || isUseOf(use, zeroOrOneOfMember);

/** One rule for all items of a union, added at the first of its markers. */
function itemUnion(
  schema: Schema,
  use: ItemUse,
  { definition: kind, values: { union } }: UnionUse,
  keys: readonly string[],
  siblings: readonly MarkerUse[],
): EffectResult {
  const members = siblings
    .filter((each) => isUseOf(each, use.definition))
    .filter(
      ({ inner }) =>
        inner?.definition === kind && isUnionMember(inner) && inner.values.union === union,
    );
  if (members[0] !== use) return { schema };
  const selections = members
    .map(({ values }) => selectionOf(keys, values))
    // Problems of a single marker are reported at that marker.
    .filter((selection) => 'test' in selection);
  const count = countOf(selections.map(({ test }) => `self.exists(item, ${test})`));
  const labels = selections.map(({ label }) => label).join(' ');
  const rule =
    kind === unionMember
      ? { rule: `${count} == 1`, message: `exactly one of the items in [${labels}] must be set` }
      : { rule: `${count} <= 1`, message: `at most one of the items in [${labels}] may be set` };
  return { schema: addRule(schema, rule, use.position) };
}

export const DECLARATIVE_NESTED_MARKERS: readonly MarkerDefinition[] = [
  defineMarker({
    ...TOPIC,
    name: 'k8s:eachVal',
    help: 'A validation of each item of a list or each value of a map.',
    example: '// +k8s:eachVal=+k8s:maxLength=63\nhosts: string[];',
    effect: (schema, { inner }) => eachValue(schema, inner),
    order: 1,
  }),
  defineMarker({
    ...TOPIC,
    name: 'k8s:eachKey',
    help: 'A validation of each key of a map.',
    details: 'Becomes a CEL rule; the map needs MaxProperties if the rule is costly.',
    example:
      '// +k8s:maxProperties=20\n// +k8s:eachKey=+k8s:maxLength=63\nlabels: Record<string, string>;',
    // A schema has no keyword for keys.
    effect: (schema, { inner, position }) => {
      if (schema.kind !== 'map') return typeMismatch(schema, ['map']);
      const key: Schema = { kind: 'string', position, keywords: {}, origins: {} };
      const stated = conditionOf('key', inner, key);
      if (!('rule' in stated)) return stated;
      const rule = { rule: `self.all(key, ${stated.rule})`, message: `each key ${stated.message}` };
      return { schema: addRule(schema, rule, position) };
    },
    order: 2,
  }),
  defineMarker({
    ...TOPIC,
    name: 'k8s:subfield',
    parameters: { '': required(text, 'A field of the type.') },
    help: 'A validation of a field of the type, for this use of the type.',
    details: 'After k8s:item it becomes a CEL rule; otherwise it changes the schema of the field.',
    example: '// +k8s:subfield(host)=+k8s:required\naddress: { host?: string };',
    effect: (schema, { inner, values }) => changeField(schema, values[''], inner),
    condition: (subject, { inner, values }, schema) =>
      conditionOfField(subject, values[''], inner, schema),
    order: 4,
  }),
  defineMarker({
    ...TOPIC,
    name: 'k8s:item',
    freeParameters: scalar,
    help: 'A validation of one item of a listType=map, selected by all of its keys.',
    details:
      'Becomes a CEL rule. It accepts k8s:unionMember and k8s:zeroOrOneOfMember, which make items mutually exclusive, k8s:immutable, k8s:subfield and validations of the item.',
    example:
      '// +listType=map\n// +listMapKey=type\n// +k8s:maxItems=10\n// +k8s:item(type: "Approved")=+k8s:zeroOrOneOfMember\n// +k8s:item(type: "Denied")=+k8s:zeroOrOneOfMember\nconditions?: { type: string }[];',
    effect: (schema, use, context) => itemEffect(schema, use, use.inner, context),
    order: 4,
  }),
];
