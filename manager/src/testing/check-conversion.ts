import { isDeepStrictEqual } from 'node:util';
import type { Conversion, ConvertedObject } from '@vmgen/runtime/conversion';
import { deepCopyJson } from '@vmgen/runtime/meta';
import {
  type FieldValues,
  type ObjectSchema,
  type RandomSource,
  randomValue,
  seededRandom,
} from './random-object.js';

/** The versions of a kind and their schemas: a CustomResourceDefinition. */
export interface VersionSchemas {
  /** The desired state of the definition. */
  readonly spec: {
    /** The versions. All are checked, also those that are not served. */
    readonly versions: readonly {
      /** The name of the version, such as `v1`. */
      readonly name: string;
      /** The schema of the version. */
      readonly schema?: { readonly openAPIV3Schema?: ObjectSchema };
    }[];
  };
}

/** Options of {@link checkConversion}. */
export interface CheckConversionOptions {
  /** The random objects of each version. Defaults to 200. */
  readonly count?: number;
  /** Selects the random objects. Defaults to 1. */
  readonly seed?: number;
  /**
   * The values of fields whose random values the conversion rejects, by version and path. Random values
   * follow types, enums, formats and limits, but no patterns and rules. Defaults to none.
   *
   * @example
   * checkConversion(siteConversion, siteCrd, {
   *   values: { v1: { '.spec.size': (random) => `${Math.ceil(random() * 9)}Gi` } },
   * });
   */
  readonly values?: Readonly<Record<string, FieldValues>>;
}

/**
 * Converts random objects between all versions, and throws an error for the first object that loses
 * something. It checks that:
 *
 * - an object that is converted to another version and back is unchanged;
 * - an edit in between is kept, and changes nothing that it does not concern;
 * - the API server prunes nothing of a converted object, and its values have the types of the schema;
 * - metadata is kept, and only labels and annotations change;
 * - objects without spec, status, metadata and required fields can be converted, as the API server
 *   does for managed fields.
 *
 * @throws Error with the versions, the path, the object and the seed
 * @example
 * checkConversion(siteConversion, siteCrd, { count: 1000 });
 */
export function checkConversion(
  conversion: Conversion,
  crd: VersionSchemas,
  { count = 200, seed = 1, values = {} }: CheckConversionOptions = {},
): void {
  const versions = crd.spec.versions.map(({ name, schema }) => ({
    name,
    schema: schema?.openAPIV3Schema ?? {},
    values: values[name] ?? {},
  }));
  for (let index = 0; index < count; index++) {
    // Each object has its own seed, so that a failure can be repeated alone.
    for (const version of versions)
      new ObjectCheck(conversion, versions, version, seed + index).run();
  }
}

interface Version {
  readonly name: string;
  readonly schema: ObjectSchema;
  readonly values: FieldValues;
}

type Fields = Record<string, unknown>;

/** The checks of one random object. */
class ObjectCheck {
  readonly #conversion: Conversion;
  readonly #versions: readonly Version[];
  readonly #version: Version;
  readonly #seed: number;
  readonly #random: RandomSource;

  constructor(
    conversion: Conversion,
    versions: readonly Version[],
    version: Version,
    seed: number,
  ) {
    this.#conversion = conversion;
    this.#versions = versions;
    this.#version = version;
    this.#seed = seed;
    this.#random = seededRandom(seed);
  }

  run(): void {
    const object = this.#randomObject(this.#version);
    for (const other of this.#versions) {
      if (other === this.#version) continue;
      const converted = this.#convert(object, other);
      if (!isDeepStrictEqual(this.#conversion.convert(object, other.name), converted)) {
        const steps = `${this.#version.name} -> ${other.name}`;
        this.#fail(`${steps} returns another result when it is repeated`, object);
      }
      this.#checkSchema(object, converted, other);
      const back = this.#convert(converted, this.#version);
      this.#checkEqual(
        object,
        back,
        `${this.#version.name} -> ${other.name} -> ${this.#version.name}`,
        object,
      );
      this.#checkEdit(object, converted, other);
      this.#checkParts(object, other);
    }
  }

  #randomObject({ name, schema, values }: Version): ConvertedObject {
    const fields = randomValue({ ...schema, type: 'object' }, this.#random, values);
    return {
      ...(isFields(fields) ? fields : {}),
      apiVersion: `${this.#conversion.group}/${name}`,
      kind: this.#conversion.kind,
      metadata: {
        name: 'random',
        namespace: 'default',
        uid: '8a6e5d9c',
        generation: 3,
        finalizers: ['example.com/finalizer'],
        ...(this.#random() < 0.5 ? { labels: { app: 'a' } } : {}),
        ...(this.#random() < 0.5 ? { annotations: { 'example.com/note': 'b' } } : {}),
      },
    };
  }

  /** Converts, and checks what a server checks. */
  #convert(object: ConvertedObject, { name }: Version): ConvertedObject {
    const steps = `${object.apiVersion ?? ''} -> ${name}`;
    const before = deepCopyJson<ConvertedObject>(object);
    let converted: ConvertedObject;
    try {
      converted = this.#conversion.convert(object, name);
    } catch (error) {
      // The error of a function is the cause.
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
      const reason = cause === error ? String(error) : `${String(error)} (${String(cause)})`;
      return this.#fail(`${steps} throws ${reason}`, before, error);
    }
    if (!isDeepStrictEqual(object, before)) this.#fail(`${steps} modifies its argument`, before);
    if (!isDeepStrictEqual(JSON.parse(JSON.stringify(converted)), converted)) {
      this.#fail(`${steps} returns values that are not JSON, such as NaN or undefined`, before);
    }
    const { apiVersion, kind } = converted;
    if (apiVersion !== `${this.#conversion.group}/${name}` || kind !== object.kind) {
      this.#fail(`${steps} returns an object of ${String(apiVersion)} ${String(kind)}`, before);
    }
    const path = differenceOf(keptMetadata(object), keptMetadata(converted), '.metadata');
    if (path !== undefined) this.#fail(`${steps} changes ${path}`, before);
    return converted;
  }

  #checkSchema(
    object: ConvertedObject,
    converted: ConvertedObject,
    { name, schema }: Version,
  ): void {
    const problem = misfitOf({ ...schema, type: 'object' }, converted, '');
    if (problem === undefined) return;
    this.#fail(`${this.#version.name} -> ${name}: ${problem}`, object);
  }

  /** Edits a converted object, and converts it there and back. */
  #checkEdit(object: ConvertedObject, converted: ConvertedObject, other: Version): void {
    const edited = deepCopyJson<ConvertedObject>(converted);
    if (!this.#graft(edited, this.#randomObject(other))) return;
    const after = this.#convert(edited, this.#version);
    const steps = `${other.name}, edited -> ${this.#version.name}`;
    this.#checkEqual(
      edited,
      this.#convert(after, other),
      `${steps} -> ${other.name}`,
      object,
      edited,
    );
    // Without annotations, the conversion of both states shows what the edit concerns.
    const [first, second] = [converted, edited].map((each) =>
      this.#convert(withAnnotationsOf(object, each), this.#version),
    );
    const path = unexplainedChange(
      contentOf(first),
      contentOf(second),
      contentOf(object),
      contentOf(after),
      '',
    );
    if (path === undefined) return;
    this.#fail(
      `${steps}: changes ${path}, which the edit does not concern`,
      object,
      undefined,
      edited,
    );
  }

  /** Replaces a random field by that of another object; false if both are equal. */
  #graft(target: object, donor: object): boolean {
    let [parent, source]: [Fields, Fields] = [{ ...target }, { ...donor }];
    let at: object = target;
    for (let depth = 0; ; depth++) {
      const names = [...new Set([...Object.keys(parent), ...Object.keys(source)])].filter(
        (name) => depth > 0 || !/^(apiVersion|kind|metadata)$/.test(name),
      );
      const name = names[Math.floor(this.#random() * names.length)];
      if (name === undefined) return false;
      const [own, other] = [parent[name], source[name]];
      if (isFields(own) && isFields(other) && (depth === 0 || this.#random() < 0.7)) {
        at = own;
        [parent, source] = [own, other];
        continue;
      }
      if (isDeepStrictEqual(own, other) || (depth === 0 && other === undefined)) return false;
      if (other === undefined) Reflect.deleteProperty(at, name);
      else Reflect.set(at, name, other);
      return true;
    }
  }

  /** Objects that lack fields, as the API server converts them for managed fields. */
  #checkParts(object: ConvertedObject, other: Version): void {
    const { apiVersion, kind, metadata } = object;
    const type = { apiVersion: apiVersion ?? '', kind: kind ?? '' };
    const { metadata: _, ...withoutMetadata } = object;
    const part = this.#withoutSome(deepCopyJson<ConvertedObject>(object));
    const parts: ConvertedObject[] = [
      type,
      { ...type, ...(metadata ? { metadata } : {}) },
      withoutMetadata,
      part,
    ];
    const { name } = this.#version;
    for (const each of parts) {
      const back = this.#convert(this.#convert(each, other), this.#version);
      // Without metadata, nothing can keep what the other version cannot express.
      if (each.metadata) {
        this.#checkEqual(each, back, `${name} -> ${other.name} -> ${name}`, each);
      }
    }
  }

  #withoutSome(object: ConvertedObject): ConvertedObject {
    const prune = (value: unknown): void => {
      if (!isFields(value)) return;
      for (const [name, field] of Object.entries(value)) {
        if (this.#random() < 0.3) Reflect.deleteProperty(value, name);
        else prune(field);
      }
    };
    for (const [name, value] of Object.entries(object)) if (name !== 'metadata') prune(value);
    return object;
  }

  #checkEqual(
    expected: ConvertedObject,
    actual: ConvertedObject,
    steps: string,
    object: ConvertedObject,
    edited?: ConvertedObject,
  ): void {
    const path =
      differenceOf(contentOf(expected), contentOf(actual), '') ??
      differenceOf(ownMetadata(expected), ownMetadata(actual), '.metadata');
    if (path === undefined) return;
    const texts = [expected, actual].map((each) => {
      const value = valueAt(each, path);
      return value === undefined ? 'absent' : JSON.stringify(value);
    });
    this.#fail(`${steps}: ${path} was ${texts.join(' and becomes ')}`, object, undefined, edited);
  }

  #fail(
    message: string,
    object: ConvertedObject,
    cause?: unknown,
    edited?: ConvertedObject,
  ): never {
    const lines = [
      `the conversion of ${this.#conversion.kind} loses or changes data: ${message}`,
      `object: ${JSON.stringify(object)}`,
      ...(edited ? [`edited: ${JSON.stringify(edited)}`] : []),
      `to repeat: { seed: ${this.#seed}, count: 1 }`,
    ];
    throw new Error(lines.join('\n'), cause === undefined ? undefined : { cause });
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function contentOf(object: ConvertedObject | undefined): Fields {
  const { apiVersion: _, kind: __, metadata: ___, ...content } = object ?? {};
  return content;
}

/** The metadata that no conversion may change. */
function keptMetadata({ metadata }: ConvertedObject): Fields {
  const { labels: _, annotations: __, ...kept } = metadata ?? {};
  return kept;
}

/** The metadata without the annotations of conversions, which may change between two conversions. */
function ownMetadata({ metadata = {} }: ConvertedObject): Fields {
  const { annotations = {}, ...rest } = metadata;
  const own = Object.entries(annotations).filter(([name]) => name === 'example.com/note');
  return { ...rest, annotations: Object.fromEntries(own) };
}

function withAnnotationsOf(
  { metadata: { annotations } = {} }: ConvertedObject,
  object: ConvertedObject,
): ConvertedObject {
  const { annotations: _, ...metadata } = object.metadata ?? {};
  return { ...object, metadata: { ...metadata, ...(annotations ? { annotations } : {}) } };
}

/** The path of the first difference. */
function differenceOf(a: unknown, b: unknown, path: string): string | undefined {
  if (isDeepStrictEqual(a, b)) return undefined;
  if (isFields(a) && isFields(b)) {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = differenceOf(a[name], b[name], `${path}.${name}`);
      if (found !== undefined) return found;
    }
  }
  if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
    for (const [index, item] of a.entries()) {
      const found = differenceOf(item, b[index], `${path}[${index}]`);
      if (found !== undefined) return found;
    }
  }
  return path;
}

function valueAt(object: unknown, path: string): unknown {
  let value = object;
  for (const [, name, index] of path.matchAll(/\.([^.[]+)|\[(\d+)\]/g)) {
    if (Array.isArray(value)) value = value[Number(index)];
    else value = isFields(value) && name !== undefined ? value[name] : undefined;
  }
  return value;
}

/** The path of a field that has changed, although the conversion of the edit does not change it. */
function unexplainedChange(
  first: unknown,
  second: unknown,
  before: unknown,
  after: unknown,
  path: string,
): string | undefined {
  if (isDeepStrictEqual(first, second)) return differenceOf(before, after, path);
  const all = [first, second, before, after];
  if (!all.every(isFields)) return undefined;
  const names = new Set(all.flatMap((each) => Object.keys(each)));
  for (const name of names) {
    const [a, b, c, d] = all.map((each) => each[name]);
    const found = unexplainedChange(a, b, c, d, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What the schema of a version does not allow: unknown fields, other types, missing fields. */
function misfitOf(schema: ObjectSchema, value: unknown, path: string): string | undefined {
  if (value === null)
    return schema.nullable === true || schema.type === undefined ? undefined : `${path} is null`;
  if (schema['x-kubernetes-int-or-string'] === true) {
    return typeof value === 'string' || Number.isInteger(value)
      ? undefined
      : `${path} has another type`;
  }
  if (!hasType(schema.type, value)) return `${path} is not of type ${String(schema.type)}`;
  if (schema.enum && !schema.enum.some((each) => isDeepStrictEqual(each, value))) {
    return `${path} is ${JSON.stringify(value)}, which its enum does not contain`;
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined || Array.isArray(items)) return undefined;
    return firstOf(value, (item, index) =>
      misfitOf(items as ObjectSchema, item, `${path}[${index}]`),
    );
  }
  if (!isFields(value)) return undefined;
  const missing = schema.required?.find((name) => value[name] === undefined);
  if (missing !== undefined) return `the required ${path}.${missing} is missing`;
  const isWhole = path === '' || schema['x-kubernetes-embedded-resource'] === true;
  return firstOf(Object.entries(value), ([name, field]) => {
    if (isWhole && /^(apiVersion|kind|metadata)$/.test(name)) return undefined;
    const own = schema.properties?.[name] ?? schema.additionalProperties;
    if (typeof own === 'object') return misfitOf(own, field, `${path}.${name}`);
    const isKept =
      own === true ||
      schema['x-kubernetes-preserve-unknown-fields'] === true ||
      schema.type === undefined;
    return isKept
      ? undefined
      : `the version has no field ${path}.${name}, so the API server prunes it`;
  });
}

function firstOf<T>(
  items: readonly T[],
  test: (item: T, index: number) => string | undefined,
): string | undefined {
  for (const [index, item] of items.entries()) {
    const found = test(item, index);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hasType(type: string | undefined, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isFields(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case undefined:
      return true;
    default:
      return typeof value === type;
  }
}
