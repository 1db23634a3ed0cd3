import { celField } from '../../schema/cel-text.js';
import type { Schema } from '../../schema/schema.js';
import type {
  EffectResult,
  MarkerDefinition,
  MarkerUse,
  ObjectSchema,
  ParentEffect,
  Refusal,
} from '../language/definition.js';
import { addRule } from './add-rule.js';
import { choice, required, text, type ValueOf } from '../language/arguments.js';
import { defineMarker } from './define-marker.js';
import { typeMismatch } from './type-mismatch.js';
import { optionalFieldOf } from './one-of.js';

const TOPIC = { topic: 'Declarative validation', places: ['field'] } as const;

/** The fieldPath of the failure, for names that need no escaping. */
export const fieldPathOf = (field: string): { readonly fieldPath?: string } =>
  /^[A-Za-z_]\w*$/.test(field) ? { fieldPath: `.${field}` } : {};

/** The CEL name of a field that is known to exist. */
export function nameIn(field: string): string | Refusal {
  return (
    celField(field) ?? {
      code: 'VMGEN3205',
      refusal: `is on ${field}, which is not accessible in CEL`,
    }
  );
}

/** The CEL name of an optional field with a marker. */
function optionalNameOf(parent: ObjectSchema, field: string): string | Refusal {
  const name = optionalFieldOf(parent, field);
  if (typeof name === 'string') return name;
  return {
    code: 'VMGEN3205',
    refusal: `is on ${field}, which is required`,
    remedy: `write ${field}?:`,
  };
}

const forbidden = defineMarker({
  ...TOPIC,
  name: 'k8s:forbidden',
  help: 'The field must not be set.',
  details: 'Becomes a CEL rule on the object. Most useful after k8s:subfield.',
  example: '// +k8s:forbidden\nlegacy?: string;',
  parentEffect: (parent, { field, use }) => {
    const name = optionalNameOf(parent, field);
    if (typeof name !== 'string') return name;
    const rule = { rule: `!has(self.${name})`, message: `${field} may not be set` };
    const reason = 'FieldValueForbidden';
    return {
      schema: addRule(parent, { ...rule, reason, ...fieldPathOf(field) }, use.position),
    };
  },
  condition: () => ({ rule: 'false', message: 'may not be set' }),
});

interface Dependency {
  readonly name: string;
  readonly help: string;
  readonly rule: (field: string, other: string) => string;
  readonly message: (field: string, other: string) => string;
  readonly reason: string;
}

const DEPENDENCIES: readonly Dependency[] = [
  {
    name: 'k8s:dependentRequired',
    help: 'If the field is set, another field must be set too.',
    rule: (field, other) => `!has(self.${field}) || has(self.${other})`,
    message: (field, other) => `${other} must be set where ${field} is`,
    reason: 'FieldValueRequired',
  },
  {
    name: 'k8s:dependentForbidden',
    help: 'If the field is set, another field must not be set.',
    rule: (field, other) => `!has(self.${field}) || !has(self.${other})`,
    message: (field, other) => `${other} may not be set where ${field} is`,
    reason: 'FieldValueForbidden',
  },
];

const dependencyMarker = ({ name, help, rule, message, reason }: Dependency) =>
  defineMarker({
    ...TOPIC,
    name,
    parameters: { '': required(text, 'The name of another optional field of the same type.') },
    repeatable: true,
    help,
    details: 'Becomes a CEL rule on the object.',
    example: `// +${name}("key")\ncertificate?: string;\nkey?: string;`,
    parentEffect: (parent, { field, use }) => {
      const { '': other } = use.values;
      if (other === field) {
        const refusal = `names ${field} itself`;
        return { code: 'VMGEN3205', refusal, remedy: 'name another field' };
      }
      const own = optionalNameOf(parent, field);
      if (typeof own !== 'string') return own;
      const dependent = optionalFieldOf(parent, other);
      if (typeof dependent !== 'string') return dependent;
      const demand = { rule: rule(own, dependent), message: message(field, other), reason };
      return { schema: addRule(parent, { ...demand, ...fieldPathOf(other) }, use.position) };
    },
  });

const UPDATES = choice('NoSet', 'NoUnset', 'NoModify', 'NoAddItem', 'NoRemoveItem');
type Update = Readonly<{ value: ValueOf<typeof UPDATES> }>;

/** Only the parent can observe that a field is added or removed. */
const keepPresence: ParentEffect<Update> = (parent, { field, use: { values, position } }) => {
  const { value: update } = values;
  if (update !== 'NoSet' && update !== 'NoUnset') return { schema: parent };
  const property = parent.properties.find(({ name }) => name === field);
  if (property?.required) {
    const remedy = `remove it, or write ${field}?:`;
    return { code: 'VMGEN3205', refusal: `has no effect on ${field}, which is always set`, remedy };
  }
  const name = nameIn(field);
  if (typeof name !== 'string') return name;
  const rule =
    update === 'NoSet'
      ? { rule: `has(oldSelf.${name}) || !has(self.${name})`, message: `${field} may not be added` }
      : {
          rule: `!has(oldSelf.${name}) || has(self.${name})`,
          message: `${field} may not be removed`,
        };
  return { schema: addRule(parent, { ...rule, ...fieldPathOf(field) }, position) };
};

function keepValue(schema: Schema, { values, position }: MarkerUse<Update>): EffectResult {
  const { value: update } = values;
  if (update === 'NoSet' || update === 'NoUnset') return { schema };
  const isList = schema.kind === 'array';
  if (update === 'NoModify') {
    if (isList || schema.kind === 'map') {
      return {
        code: 'VMGEN3201',
        refusal: 'uses NoModify on a list or map',
        remedy: 'use it after +k8s:eachVal=',
      };
    }
    const rule = { rule: 'self == oldSelf', message: 'may not be changed' };
    return { schema: addRule(schema, rule, position) };
  }
  if (!isList && schema.kind !== 'map') {
    const refusal = `uses ${update} on a value that has no items`;
    return {
      ...typeMismatch(schema, ['array', 'map']),
      refusal,
      remedy: 'it applies to lists and maps',
    };
  }
  const [from, to, word] =
    update === 'NoAddItem' ? ['self', 'oldSelf', 'added'] : ['oldSelf', 'self', 'removed'];
  const isThere = isList ? itemIsIn(schema, to) : `a in ${to}`;
  if (isThere === undefined) {
    return {
      code: 'VMGEN3210',
      refusal: `uses ${update} on a list whose items have no keys`,
      remedy: 'add +listType=set, or +listType=map with +listMapKey=',
    };
  }
  const rule = { rule: `${from}.all(a, ${isThere})`, message: `items may not be ${word}` };
  return { schema: addRule(schema, rule, position) };
}

/** Whether the item `a` of a list is in another one, using the equality of the list type. */
function itemIsIn({ keywords }: Pick<ObjectSchema, 'keywords'>, list: string): string | undefined {
  const type = keywords['x-kubernetes-list-type'];
  if (type === 'set') return `a in ${list}`;
  const keys = keywords['x-kubernetes-list-map-keys'] ?? [];
  const names = keys.map((key) => celField(key));
  if (type !== 'map' || names.length === 0 || names.includes(undefined)) return undefined;
  return `${list}.exists(b, ${names.map((name) => `a.${name} == b.${name}`).join(' && ')})`;
}

const update = defineMarker({
  ...TOPIC,
  name: 'k8s:update',
  value: required(
    UPDATES,
    'NoSet: cannot be set later; NoUnset: cannot be removed; NoModify: cannot be changed; NoAddItem, NoRemoveItem: items of a list or map cannot be added or removed.',
  ),
  repeatable: true,
  help: 'Restricts updates of the field.',
  details: 'Becomes a CEL rule on the field or its object.',
  example: '// +k8s:update=NoUnset\nowner?: string;',
  effect: keepValue,
  parentEffect: keepPresence,
  order: 4,
});

export const DECLARATIVE_FIELD_MARKERS: readonly MarkerDefinition[] = [
  forbidden,
  ...DEPENDENCIES.map(dependencyMarker),
  update,
];
