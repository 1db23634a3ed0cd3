import type { FieldError, JSONSchemaProps } from '@vmgen/crd';
import { isJsonObject, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { itemSchema, valueSchema } from '@vmgen/base/schema';
import { hintsOf, mentions } from './rule-hints.js';
import { isContainer, partsOf, propertyOf } from './parts.js';

/** The place of a value. */
export interface ValueOptions {
  /** The position in a list: values of different positions differ, if the schema allows it. Defaults to 0. */
  readonly index?: number;
  /** Which alternative of `oneOf` and `anyOf` the value satisfies. Defaults to 0. */
  readonly branch?: number;
  /** Values to try besides the usual ones. */
  readonly hints?: readonly JsonValue[];
}

/** What a repair needs of the builder of values. */
export interface ValueSource {
  /** Whether no further value may be compared with a schema. */
  readonly isSpent: boolean;
  /** A value of a schema, valid where that is found within the budget. */
  build(schema: JSONSchemaProps, options?: ValueOptions): JsonValue;
  /** The values of a scalar schema that are valid, the most useful ones first; at most `limit`. */
  scalars(schema: JSONSchemaProps, options: ValueOptions, limit: number): readonly JsonValue[];
  /** The errors of a value, after defaults are set in a copy. */
  errors(schema: JSONSchemaProps, value: JsonValue): readonly FieldError[];
}

/** Rules that refer to deeper fields are rare. */
const DEEPEST_EDIT = 3;
const MOST_SCALARS = 8;
/** The first edits are combined with a second one. */
const MOST_FIRST_EDITS = 60;

/**
 * Changes an invalid object until its schema accepts it: another alternative of a union, a field more or less, another
 * value of a field. It takes the first change with fewer errors, and repeats that. If no change helps, it tries two
 * at once. It ends when there is no error, no better change, or no budget.
 */
export class Repair {
  readonly #builder: ValueSource;
  readonly #schema: JSONSchemaProps;
  readonly #hints: readonly JsonValue[];

  constructor(builder: ValueSource, schema: JSONSchemaProps) {
    this.#builder = builder;
    this.#schema = schema;
    this.#hints = hintsOf(schema);
  }

  run(start: JsonValue): JsonValue {
    let value = start;
    for (let score = this.#score(value); score > 0;) {
      const better = this.#better(value, score);
      if (better === undefined) break;
      value = better.value;
      score = better.score;
    }
    return value;
  }

  #better(value: JsonValue, score: number): Scored | undefined {
    const single = this.#firstBetter(this.#edits(this.#schema, value, DEEPEST_EDIT), score);
    if (single !== undefined) return single;
    let count = 0;
    for (const edited of this.#edits(this.#schema, value, DEEPEST_EDIT)) {
      if (count++ >= MOST_FIRST_EDITS || this.#builder.isSpent) break;
      const found = this.#firstBetter(this.#edits(this.#schema, edited, DEEPEST_EDIT), score);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #firstBetter(edits: Iterable<JsonValue>, score: number): Scored | undefined {
    for (const value of edits) {
      if (this.#builder.isSpent) return undefined;
      const next = this.#score(value);
      if (next < score) return { value, score: next };
    }
    return undefined;
  }

  #score(value: JsonValue): number {
    return scoreOf(this.#builder.errors(this.#schema, value));
  }

  /** The values that differ from a value by one change. */
  *#edits(schema: JSONSchemaProps, value: JsonValue, depth: number): Iterable<JsonValue> {
    if (!isContainer(value)) {
      yield* this.#builder.scalars(schema, { hints: this.#hints }, MOST_SCALARS);
      return;
    }
    const branches = Math.max(schema.oneOf?.length ?? 0, schema.anyOf?.length ?? 0);
    for (let branch = 0; branch < branches; branch++) yield this.#inBranch(schema, value, branch);
    if (depth === 0) return;
    if (Array.isArray(value)) yield* this.#listEdits(schema, value, depth);
    else if (valueSchema(schema) !== undefined) yield* this.#mapEdits(schema, value, depth);
    else yield* this.#fieldEdits(schema, value, depth);
  }

  /** The value with the fields of an alternative, and without those that only others require. */
  #inBranch(schema: JSONSchemaProps, value: JsonObject | JsonValue[], branch: number): JsonValue {
    const [, ...chosen] = partsOf(schema, branch);
    if (!isJsonObject(value)) return value;
    const parts = [schema, ...chosen];
    const wanted = new Set(chosen.flatMap(({ required = [] }) => required));
    const stated = new Set(schema.required);
    const of = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
    const others = new Set(of.flatMap(({ required = [] }) => required));
    const kept = Object.entries(value).filter(
      ([name]) => wanted.has(name) || stated.has(name) || !others.has(name),
    );
    const constrained = new Set(chosen.flatMap(({ properties = {} }) => Object.keys(properties)));
    const next = Object.fromEntries(kept);
    for (const name of [...wanted, ...constrained]) {
      const property = propertyOf(parts, name);
      const isNeeded = wanted.has(name) || Object.hasOwn(next, name);
      if (property === undefined || !isNeeded) continue;
      if (!Object.hasOwn(next, name) || this.#isRefused(property, next[name])) {
        Object.assign(next, Object.fromEntries([[name, this.#builder.build(property)]]));
      }
    }
    return next;
  }

  #isRefused(schema: JSONSchemaProps, value: JsonValue | undefined): boolean {
    return value !== undefined && this.#builder.errors(schema, value).length > 0;
  }

  *#fieldEdits(schema: JSONSchemaProps, object: JsonObject, depth: number): Iterable<JsonObject> {
    const names = Object.keys(schema.properties ?? {});
    const isFirst = (name: string): boolean => mentions(this.#schema, name);
    const inOrder = [...names.filter(isFirst), ...names.filter((name) => !isFirst(name))];
    const required = new Set(schema.required);
    for (const name of inOrder) {
      const property = propertyOf([schema], name);
      if (property === undefined) continue;
      if (!Object.hasOwn(object, name)) {
        for (const added of this.#additions(property)) yield withField(object, name, added);
        continue;
      }
      for (const edited of this.#edits(property, object[name] ?? null, depth - 1)) {
        yield withField(object, name, edited);
      }
      if (!required.has(name)) yield withoutField(object, name);
    }
  }

  *#additions(schema: JSONSchemaProps): Iterable<JsonValue> {
    const built = this.#builder.build(schema, { hints: this.#hints });
    yield built;
    if (!isContainer(built))
      yield* this.#builder.scalars(schema, { hints: this.#hints }, MOST_SCALARS);
  }

  *#listEdits(schema: JSONSchemaProps, list: JsonValue[], depth: number): Iterable<JsonValue[]> {
    const items = itemSchema(schema);
    if (items === undefined) return;
    for (const [at, item] of list.entries()) {
      for (const edited of this.#edits(items, item, depth - 1)) yield list.with(at, edited);
    }
    yield [...list, this.#builder.build(items, { index: list.length })];
    if (list.length > 0) yield list.slice(0, -1);
  }

  *#mapEdits(schema: JSONSchemaProps, map: JsonObject, depth: number): Iterable<JsonObject> {
    const values = valueSchema(schema);
    if (values === undefined) return;
    for (const [key, value] of Object.entries(map)) {
      for (const edited of this.#edits(values, value, depth - 1)) yield withField(map, key, edited);
      yield withoutField(map, key);
    }
    for (const name of this.#hints) {
      if (typeof name !== 'string' || name === '') continue;
      yield withField(map, name, this.#builder.build(values));
    }
  }
}

interface Scored {
  readonly value: JsonValue;
  readonly score: number;
}

/** Errors that hide others weigh more, so that a change that reveals the others is an improvement. */
export function scoreOf(errors: readonly FieldError[]): number {
  return errors.reduce((sum, { type }) => sum + (type === 'FieldValueInvalid' ? 1 : 20), 0);
}

const withField = (object: JsonObject, name: string, value: JsonValue): JsonObject =>
  Object.fromEntries([...Object.entries(object).filter(([key]) => key !== name), [name, value]]);

const withoutField = (object: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
