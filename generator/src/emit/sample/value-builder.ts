import { compileSchema, type FieldError, type JSONSchemaProps } from '@vmgen/crd';
import { cloneJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { hasOwnRules, itemSchema, valueSchema } from '@vmgen/base/schema';
import { hintsOf } from './rule-hints.js';
import { partsOf, propertyOf } from './parts.js';
import { Repair, type ValueOptions, type ValueSource } from './repair.js';
import { scalarCandidates } from './scalar-values.js';

/** Builds samples of the values of schemas. All results for the same schema are equal. */
export class ValueBuilder implements ValueSource {
  readonly #checks = new Map<JSONSchemaProps, (value: JsonValue) => readonly FieldError[]>();
  /** How many more values may be compared with a schema. */
  #budget: number;

  constructor(budget: number) {
    this.#budget = budget;
  }

  /** Whether no further value may be compared with a schema. */
  get isSpent(): boolean {
    return this.#budget <= 0;
  }

  /** A value of a schema, valid where that is found within the budget. */
  build(schema: JSONSchemaProps, options: ValueOptions = {}): JsonValue {
    const parts = partsOf(schema, options.branch ?? 0);
    const stated = parts.find(({ example }) => example !== undefined)?.example;
    if (stated !== undefined && this.errors(schema, stated).length === 0) return cloneJson(stated);
    const value = this.#plain(schema, parts, options);
    const isCombined =
      hasOwnRules(schema) || [schema.oneOf, schema.anyOf, schema.allOf, schema.not].some(Boolean);
    if (!isCombined || typeof value !== 'object') return value;
    return new Repair(this, schema).run(value);
  }

  /** The values of a scalar schema that are valid, the most useful ones first; at most `limit`. */
  scalars(schema: JSONSchemaProps, options: ValueOptions, limit: number): readonly JsonValue[] {
    const parts = partsOf(schema, options.branch ?? 0);
    const hints = [...(options.hints ?? []), ...hintsOf(schema)];
    const valid: JsonValue[] = [];
    for (const each of scalarCandidates(parts, hints)) {
      if (valid.length >= limit) break;
      const isNew = !valid.includes(each);
      if (isNew && this.errors(schema, each).length === 0) valid.push(each);
    }
    return valid;
  }

  /** The errors of a value, after defaults are set in a copy. */
  errors(schema: JSONSchemaProps, value: JsonValue): readonly FieldError[] {
    this.#budget--;
    const check = this.#checks.get(schema) ?? checkOf(schema);
    this.#checks.set(schema, check);
    return check(value);
  }

  #plain(
    schema: JSONSchemaProps,
    parts: readonly JSONSchemaProps[],
    options: ValueOptions,
  ): JsonValue {
    if (schema['x-kubernetes-embedded-resource'] === true) {
      const meta = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'example' } };
      return { ...meta, ...this.#object(parts, options) };
    }
    switch (schema.type) {
      case 'object':
        return valueSchema(schema) === undefined && schema.additionalProperties !== true
          ? this.#object(parts, options)
          : this.#map(schema, options);
      case 'array':
        return this.#list(schema, parts, options);
      case undefined:
        if (schema['x-kubernetes-int-or-string'] !== true) return {};
        break;
      default:
    }
    const index = options.index ?? 0;
    const valid = this.scalars(schema, options, index + 1);
    return valid[index] ?? valid.at(-1) ?? scalarCandidates(parts)[0] ?? 'example';
  }

  #object(parts: readonly JSONSchemaProps[], options: ValueOptions): JsonObject {
    const required = new Set(parts.flatMap((part) => part.required ?? []));
    const names = new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})));
    const fields = [...names].flatMap((name): [string, JsonValue][] => {
      const schema = propertyOf(parts, name);
      if (schema === undefined) return [];
      const isShown = schema.example !== undefined || (schema.default ?? null) !== null;
      if (!required.has(name) && !isShown) return [];
      const { default: preset } = schema;
      const isPreset = schema.example === undefined && preset !== undefined && preset !== null;
      return [
        [name, isPreset ? cloneJson(preset) : this.build(schema, { index: options.index ?? 0 })],
      ];
    });
    // fromEntries defines properties, so that `__proto__` is an ordinary key.
    return Object.fromEntries(fields);
  }

  #map(schema: JSONSchemaProps, options: ValueOptions): JsonObject {
    const values = valueSchema(schema) ?? { type: 'string' };
    const { minProperties = 0, maxProperties = Infinity } = schema;
    const count = Math.min(Math.max(1, minProperties), maxProperties, MOST_ITEMS);
    const keys = Array.from({ length: count }, (_, at) =>
      at === 0 ? 'example' : `example-${at + 1}`,
    );
    return Object.fromEntries(keys.map((key) => [key, this.build(values, options)]));
  }

  #list(
    schema: JSONSchemaProps,
    parts: readonly JSONSchemaProps[],
    { index = 0 }: ValueOptions,
  ): JsonValue[] {
    const items = itemSchema(schema);
    if (items === undefined) return [];
    const minItems = Math.max(...parts.map((part) => part.minItems ?? 0));
    const maxItems = Math.min(...parts.map((part) => part.maxItems ?? Infinity));
    const count = Math.min(Math.max(1, minItems), maxItems, MOST_ITEMS);
    return Array.from({ length: count }, (_, at) => this.build(items, { index: index + at }));
  }
}

/** Longer lists are not samples. */
const MOST_ITEMS = 64;

function checkOf(schema: JSONSchemaProps): (value: JsonValue) => readonly FieldError[] {
  const compiled = compileSchema({ type: 'object', properties: { value: schema } });
  return (value) => {
    const object: JsonObject = { value: cloneJson(value) };
    compiled.default(object);
    return compiled.validate(object);
  };
}
