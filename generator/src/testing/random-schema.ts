import type { JsonValue, JSONSchemaProps } from '@vmgen/crd';
import type { Random } from './random.js';

type Schema = JSONSchemaProps;

const NAMES = ['a', 'b', 'c'] as const;
const WORDS = ['', 'a', 'b', 'ab', 'red', 'blue', 'x-1', '2020-01-01', '10.0.0.1'] as const;
const PATTERNS = ['^[a-z]*$', '^[a-z0-9-]+$', 'a'] as const;
const FORMATS = [
  ...(['date', 'ipv4', 'uuid4', 'uuid', 'machine-id', 'k8s-short-name', 'password'] as const),
];
const NUMBERS = [-3, -1, 0, 0.5, 1, 2, 3, 4, 6, 7, 10, 2 ** 31, 1e300] as const;

/** A structural schema of the values of a field. */
function randomSchema(random: Random, depth: number): Schema {
  const kinds = ['string', 'integer', 'number', 'boolean', 'int-or-string', 'any'] as const;
  const deep = ['object', 'object', 'object', 'map', 'array', 'array', 'any with parts'] as const;
  const kind = random.pick(depth > 0 ? [...kinds, ...deep, ...deep] : kinds);
  const schema = bareSchema(kind, random, depth);
  for (let count = random.int(3); count > 0; count--) setSomething(schema, random);
  return schema;
}

function bareSchema(kind: string, random: Random, depth: number): Schema {
  switch (kind) {
    case 'object':
      return randomObject(random, depth);
    case 'map':
      return { type: 'object', additionalProperties: randomSchema(random, depth - 1) };
    case 'array':
      return { type: 'array', items: randomSchema(random, depth - 1) };
    case 'int-or-string':
      return { 'x-kubernetes-int-or-string': true };
    case 'any':
      return { ...ANY };
    case 'any with parts':
      return { ...ANY, items: randomSchema(random, depth - 1), ...randomEntries(random, depth) };
    default:
      return { type: kind };
  }
}

const ANY: Schema = { 'x-kubernetes-preserve-unknown-fields': true };

/** Replaces the fields of a schema that may not be an object. */
function randomEntries(random: Random, depth: number): Schema {
  if (random.chance(50)) return { properties: randomObject(random, depth - 1).properties ?? {} };
  return { additionalProperties: random.pick([true, false, randomSchema(random, depth - 1)]) };
}

/** An object with some fields. */
export function randomObject(random: Random, depth: number): Schema {
  const names = random.some(NAMES, 0, 3);
  const properties = Object.fromEntries(
    names.map((name) => [name, randomSchema(random, depth - 1)]),
  );
  return { type: 'object', properties, required: names.filter(() => random.chance(25)) };
}

/** The same schema with one thing changed, somewhere in it. */
export function changedSchema(schema: Schema, random: Random, depth = 3): Schema {
  const { properties = {}, items, additionalProperties: values } = schema;
  const names = Object.keys(properties);
  if (depth > 0 && random.chance(70)) {
    if (names.length > 0) {
      const name = random.pick(names);
      const changed = changedSchema(properties[name] ?? {}, random, depth - 1);
      return { ...schema, properties: { ...properties, [name]: changed } };
    }
    if (items && !Array.isArray(items)) {
      return { ...schema, items: changedSchema(items, random, depth - 1) };
    }
    if (typeof values === 'object') {
      return { ...schema, additionalProperties: changedSchema(values, random, depth - 1) };
    }
  }
  if (random.chance(10)) return randomSchema(random, depth);
  const copy = structuredClone(schema);
  if (random.chance(50)) setSomething(copy, random);
  else takeSomething(copy, random);
  return copy;
}

function takeSomething(schema: Schema, random: Random): void {
  const keywords = (Object.keys(schema) as (keyof Schema)[]).filter(
    (name) => !['type', 'properties', 'items', 'additionalProperties'].includes(name),
  );
  if (keywords.length > 0 && random.chance(60)) {
    Reflect.deleteProperty(schema, random.pick(keywords));
  } else if (schema.properties) {
    const [name] = random.some(Object.keys(schema.properties), 1, 1);
    if (name !== undefined) Reflect.deleteProperty(schema.properties, name);
  }
}

function setSomething(schema: Schema, random: Random): void {
  const changes = CHANGES[schema.type ?? 'any'] ?? [];
  random.pick([...changes, ...COMMON])(schema, random);
}

type Edit = (schema: Schema, random: Random) => void;

const COMMON: readonly Edit[] = [
  (schema) => (schema.nullable = !schema.nullable),
  (schema, random) => (schema.default = randomValue(schema, random)),
  (schema, random) => {
    const rules = ['self == oldSelf', 'true', 'self != null'];
    schema['x-kubernetes-validations'] = [{ rule: random.pick(rules) }];
  },
  (schema, random) => {
    if (schema.type === undefined) return;
    schema.enum = Array.from({ length: 1 + random.int(3) }, () => randomValue(schema, random));
  },
];

const numeric: readonly Edit[] = [
  (schema, random) => (schema.maximum = random.pick(NUMBERS)),
  (schema, random) => (schema.minimum = random.pick(NUMBERS)),
  (schema) => (schema.exclusiveMaximum = !schema.exclusiveMaximum),
  (schema) => (schema.exclusiveMinimum = !schema.exclusiveMinimum),
  (schema, random) => (schema.multipleOf = random.pick([1, 2, 3, 4, 6])),
  (schema, random) => (schema.format = random.pick(['int32', 'int64', 'float', 'double'])),
  (schema, random) => (schema.type = random.pick(['integer', 'number'])),
];

const textual: readonly Edit[] = [
  (schema, random) => (schema.maxLength = random.int(6)),
  (schema, random) => (schema.minLength = random.int(3)),
  (schema, random) => (schema.pattern = random.pick(PATTERNS)),
  (schema, random) => (schema.format = random.pick(FORMATS)),
];

const CHANGES: Readonly<Record<string, readonly Edit[]>> = {
  any: [...textual, ...numeric.slice(0, 5)],
  string: textual,
  integer: numeric,
  number: numeric,
  array: [
    (schema) => (schema['x-kubernetes-preserve-unknown-fields'] = true),
    (schema, random) => (schema.maxItems = random.int(4)),
    (schema, random) => (schema.minItems = random.int(3)),
    (schema, random) => (schema['x-kubernetes-list-type'] = random.pick(['atomic', 'set', 'map'])),
    (schema, random) => (schema['x-kubernetes-list-map-keys'] = random.some(NAMES, 1, 2)),
  ],
  object: [
    (schema, random) => (schema.maxProperties = random.int(4)),
    (schema, random) => (schema.minProperties = random.int(3)),
    (schema, random) => (schema.required = random.some(NAMES, 0, 2)),
    (schema) => (schema['x-kubernetes-preserve-unknown-fields'] = true),
    (schema) => (schema['x-kubernetes-embedded-resource'] = true),
    (schema, random) => {
      const names = Object.keys(schema.properties ?? {});
      if (names.length === 0) return;
      const [a, b] = [random.pick(names), random.pick(names)];
      const rule = random.pick([`has(self.${a})`, `!has(self.${a}) || !has(self.${b})`]);
      schema['x-kubernetes-validations'] = [{ rule }];
    },
    (schema, random) => {
      const rule = randomRule(schema, random);
      if (rule !== undefined) schema['x-kubernetes-validations'] = [{ rule }];
    },
    (schema, random) => {
      // A rule of a new field, beside what is there already.
      const name = random.pick(NAMES);
      if (schema.additionalProperties !== undefined || schema.properties?.[name]) return;
      schema.properties = { ...schema.properties, [name]: randomSchema(random, 0) };
      const condition = randomRule(schema, random);
      if (condition === undefined) return;
      const rule = random.pick([
        `!has(self.${name}) || (${condition})`,
        `has(self.${name}) || (${condition})`,
        `(${condition}) == has(self.${name})`,
        `has(self.${name}) == has(oldSelf.${name})`,
      ]);
      schema['x-kubernetes-validations'] = [{ rule }];
    },
    (schema, random) => {
      const more = randomRule(schema, random);
      const [only] = schema['x-kubernetes-validations'] ?? [];
      if (only === undefined || more === undefined) return;
      const rule = random.pick([
        `(${only.rule}) || (${more})`,
        `(${only.rule}) && (${more})`,
        `(${more}) ? (${only.rule}) : true`,
      ]);
      schema['x-kubernetes-validations'] = [{ rule }];
    },
    (schema, random) => (schema['x-kubernetes-map-type'] = random.pick(['atomic', 'granular'])),
    (schema, random) => {
      if (Object.keys(schema.properties ?? {}).length > 0) return;
      schema.additionalProperties = random.chance(50);
    },
    (schema, random) => {
      if (schema.additionalProperties) return;
      schema.properties = { ...schema.properties, [random.pick(NAMES)]: randomSchema(random, 0) };
    },
    (schema, random) => {
      const junctor = random.pick(['allOf', 'anyOf', 'oneOf'] as const);
      schema[junctor] = random.some(NAMES, 1, 3).map((name) => ({ required: [name] }));
    },
    (schema, random) => (schema.not = { required: [random.pick(NAMES)] }),
  ],
};

/** A rule on the fields of an object; undefined where it has none. */
function randomRule({ properties = {} }: Schema, random: Random): string | undefined {
  const fields = Object.entries(properties).filter(([name]) => /^[a-z]\w*$/i.test(name));
  if (fields.length === 0) return undefined;
  const [name, field] = random.pick(fields);
  const [values, other] = [field.enum ?? [], random.pick(fields)[0]];
  const literals = values.filter((each) => typeof each === 'string' || Number.isInteger(each));
  const texts = random.some(literals, 0, 2).map((each) => JSON.stringify(each));
  if (texts.length > 0 && field.type !== undefined) {
    return random.pick([
      `!has(self.${name}) || self.${name} in [${texts.join(', ')}]`,
      `has(self.${name}) && self.${name} != ${texts[0]}`,
      `!has(self.${name}) || self.${name} != ${texts[0]} || has(self.${other})`,
    ]);
  }
  if (field.type === 'boolean') return `!has(self.${name}) || !self.${name} || has(self.${other})`;
  if (field.type === 'integer') {
    return `!has(self.${name}) || self.${name} ${random.pick(['<', '<=', '>', '>='])} ${random.int(4)}`;
  }
  return random.pick([`!has(self.${name}) || has(self.${other})`, `has(self.${name})`]);
}

/** A value that may fit a schema, and often just does not. */
export function randomValue(schema: Schema, random: Random): JsonValue {
  if (random.chance(3)) return null;
  if (schema.default !== undefined && random.chance(10)) return structuredClone(schema.default);
  if (schema.enum && schema.enum.length > 0 && random.chance(80)) {
    return structuredClone(random.pick(schema.enum));
  }
  switch (schema.type ?? random.pick(['string', 'integer', 'object'])) {
    case 'string':
      return random.pick(WORDS);
    case 'integer':
      return nearBound(schema, random);
    case 'number':
      return nearBound(schema, random) + random.pick([0, 0, 0.5]);
    case 'boolean':
      return random.chance(50);
    case 'array': {
      const items = Array.isArray(schema.items) ? undefined : schema.items;
      return Array.from({ length: random.int(4) }, () => randomValue(items ?? {}, random));
    }
    default:
      return randomFields(schema, random);
  }
}

function nearBound({ maximum, minimum }: Schema, random: Random): number {
  const bounds = [maximum, minimum].flatMap((bound) => bound ?? []);
  return random.pick([...NUMBERS, ...bounds, ...bounds]) + random.pick([-1, 0, 0, 1]);
}

function randomFields(schema: Schema, random: Random): JsonValue {
  const { properties = {}, additionalProperties: values, required = [] } = schema;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true;
  const fields = Object.entries(isEmbedded ? { apiVersion: 'v1', kind: 'Thing' } : {});
  const named = Object.entries(properties).flatMap(([name, field]): [string, JsonValue][] =>
    random.chance(required.includes(name) ? 95 : 60) ? [[name, randomValue(field, random)]] : [],
  );
  const others = (values || random.chance(10) ? random.some(NAMES, 0, 2) : []).map(
    (name): [string, JsonValue] => [
      name,
      randomValue(typeof values === 'object' ? values : {}, random),
    ],
  );
  return Object.fromEntries([...fields, ...others, ...named]);
}
