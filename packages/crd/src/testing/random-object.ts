import { isMapping } from '@vmgen/base/json';
import { itemSchema, type JSONSchemaProps, valueSchema } from '@vmgen/base/schema';

/** Numbers in [0, 1). */
export type RandomSource = () => number;

/** Returns the values of some fields, by path, instead of random values of their schema. */
export type FieldValues = Readonly<Record<string, (random: RandomSource) => unknown>>;

/** Returns numbers that depend only on the seed (mulberry32). */
export function seededRandom(seed: number): RandomSource {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const below = (random: RandomSource, limit: number): number => Math.floor(random() * limit);
const between = (random: RandomSource, least: number, most: number): number =>
  least + below(random, Math.max(0, most - least) + 1);

/** Returns a random value that a schema allows, except for patterns and rules. */
export function randomValue(
  schema: JSONSchemaProps,
  random: RandomSource,
  values: FieldValues,
  path = '',
): unknown {
  const own = values[path];
  if (own) return own(random);
  // An enum never allows null, even if its field is nullable.
  if (schema.enum && schema.enum.length > 0) return schema.enum[below(random, schema.enum.length)];
  if (schema.nullable === true && random() < 0.1) return null;
  if (schema['x-kubernetes-int-or-string'] === true) {
    return random() < 0.5 ? between(random, 0, 100) : `${between(random, 0, 100)}%`;
  }
  switch (schema.type) {
    case 'object':
      return randomFields(schema, random, values, path);
    case 'array':
      return randomItems(schema, random, values, path);
    case 'string':
      return randomText(schema, random);
    case 'integer':
      return Math.trunc(randomNumber(schema, random));
    case 'number':
      return randomNumber(schema, random);
    case 'boolean':
      return random() < 0.5;
    default:
      return random() < 0.5 ? randomText({}, random) : { any: between(random, 0, 9) };
  }
}

function randomFields(
  schema: JSONSchemaProps,
  random: RandomSource,
  values: FieldValues,
  path: string,
): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties } = schema;
  const isWhole = path === '' || schema['x-kubernetes-embedded-resource'] === true;
  const fields = Object.entries(properties)
    .filter(([name]) => !(isWhole && /^(apiVersion|kind|metadata)$/.test(name)))
    .filter(([name]) => required.includes(name) || random() < 0.7)
    .map(([name, field]) => [name, randomValue(field, random, values, `${path}.${name}`)] as const);
  const map = additionalProperties === true ? {} : valueSchema(schema);
  const keys = map ? ['a', 'b.c/d', 'e'].filter(() => random() < 0.5) : [];
  const more = keys.map(
    (key) => [key, randomValue(map ?? {}, random, values, `${path}.*`)] as const,
  );
  return Object.fromEntries([...fields, ...more].filter(([, value]) => value !== undefined));
}

function randomItems(
  schema: JSONSchemaProps,
  random: RandomSource,
  values: FieldValues,
  path: string,
): unknown[] {
  const { minItems = 0, maxItems = minItems + 3 } = schema;
  const items = itemSchema(schema) ?? {};
  const length = between(random, minItems, Math.min(maxItems, minItems + 3));
  const found = Array.from({ length }, () => randomValue(items, random, values, `${path}[]`));
  const { 'x-kubernetes-list-type': kind = 'atomic', 'x-kubernetes-list-map-keys': keys } = schema;
  if (kind === 'atomic') return found;
  const identity = (item: unknown): string => {
    if (!keys || !isMapping(item)) return JSON.stringify(item);
    return JSON.stringify(Object.entries(item).filter(([name]) => keys.includes(name)));
  };
  return [...new Map(found.map((item) => [identity(item), item])).values()];
}

/** Few texts, so that different fields have equal values too. */
function randomText(
  { format, minLength = 0, maxLength = minLength + 4 }: JSONSchemaProps,
  random: RandomSource,
): string {
  switch (format) {
    case 'date-time':
      return new Date(Math.floor(random() * 2e9) * 1000).toISOString().replace('.000', '');
    case 'date':
      return new Date(Math.floor(random() * 2e12)).toISOString().slice(0, 10);
    case 'duration':
      return `${between(random, 0, 90)}s`;
    default: {
      const length = between(random, minLength, Math.min(maxLength, minLength + 4));
      return Array.from({ length }, () => 'abc1'[below(random, 4)]).join('');
    }
  }
}

function randomNumber({ minimum, maximum }: JSONSchemaProps, random: RandomSource): number {
  const least = minimum ?? Math.min(0, maximum ?? 0);
  return between(random, least, Math.min(maximum ?? least + 100, least + 100));
}
