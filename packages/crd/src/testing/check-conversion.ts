import { isDeepStrictEqual } from 'node:util';
import { isMapping } from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/base/schema';
import type { Conversion, ConvertedObject } from '@vmgen/runtime/conversion';
import { deepCopyJson } from '@vmgen/runtime/meta';
import type { CustomResourceDefinition } from '../definition/custom-resource-definition.js';
import { type FieldValues, type RandomSource, randomValue, seededRandom } from './random-object.js';
import { editField, editItems, setAbsentField } from './random-edits.js';
import { compileMisfit, type Misfit } from './schema-misfit.js';
import { differenceOf, type Fields, unexplainedChange } from './unexplained-change.js';

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
  /**
   * Excludes the status, for versions whose different statuses are accepted (VMGEN2110). Defaults to false.
   */
  readonly ignoresStatus?: boolean;
}

/**
 * Converts random objects between all versions, and throws an error for the first object that loses
 * something. It checks that:
 *
 * - an object that is converted to another version and back is unchanged;
 * - an edit in between is kept, and changes nothing that it does not concern: fields are removed and set
 *   for the first time, also by two server-side-apply managers, and list items are added, removed, moved and
 *   changed;
 * - the API server prunes nothing of a converted object, its values have the types of the schema, and it has
 *   the required fields, also after an edit;
 * - metadata is kept, and only labels and annotations change;
 * - objects without spec, status, metadata and required fields, and objects whose spec and status are
 *   null, can be converted, as the API server does.
 *
 * @throws Error with the versions, the path, the object and the seed
 * @example
 * checkConversion(siteConversion, siteCrd, { count: 1000 });
 */
export function checkConversion(
  conversion: Conversion,
  crd: CustomResourceDefinition,
  { count = 200, seed = 1, values = {}, ignoresStatus = false }: CheckConversionOptions = {},
): void {
  const versions = crd.spec.versions.map(({ name, schema: { openAPIV3Schema = {} } = {} }) => {
    const schema = ignoresStatus ? withoutStatus(openAPIV3Schema) : openAPIV3Schema;
    return { name, schema, misfitOf: compileMisfit(schema), values: values[name] ?? {} };
  });
  for (let index = 0; index < count; index++) {
    // Each object has its own seed, so that a failure can be repeated alone.
    for (const version of versions)
      new ObjectCheck(conversion, versions, version, seed + index).run();
  }
}

interface Version {
  readonly name: string;
  readonly schema: JSONSchemaProps;
  readonly misfitOf: Misfit;
  readonly values: FieldValues;
}

function withoutStatus({ properties = {}, ...schema }: JSONSchemaProps): JSONSchemaProps {
  const { status: _, ...others } = properties;
  return { ...schema, properties: others };
}

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
      this.#checkEdits(object, converted, other);
      this.#checkManagers(object, other);
      this.#checkParts(object, other);
    }
  }

  #randomObject({ name, schema, values }: Version): ConvertedObject {
    const fields = randomValue({ ...schema, type: 'object' }, this.#random, values);
    return {
      ...(isMapping(fields) ? fields : {}),
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
    { name, misfitOf }: Version,
  ): void {
    const problem = misfitOf(converted);
    if (problem === undefined) return;
    this.#fail(`${this.#version.name} -> ${name}: ${problem}`, object);
  }

  /** Edits a converted object in several ways. */
  #checkEdits(object: ConvertedObject, converted: ConvertedObject, other: Version): void {
    const donor = this.#randomObject(other);
    const edits: readonly (readonly [(edited: ConvertedObject) => boolean, boolean])[] = [
      [(edited) => this.#graft(edited, donor), false],
      [(edited) => editField(edited, other, this.#random), true],
      [(edited) => editItems(edited, other, this.#random), true],
    ];
    for (const [edit, keepsParents] of edits) {
      const edited = deepCopyJson<ConvertedObject>(converted);
      if (edit(edited)) this.#checkEdit(object, converted, { edited, other, keepsParents });
    }
  }

  /** Converts an edited object there and back. */
  #checkEdit(
    object: ConvertedObject,
    converted: ConvertedObject,
    {
      edited,
      other,
      keepsParents,
    }: {
      readonly edited: ConvertedObject;
      readonly other: Version;
      readonly keepsParents: boolean;
    },
  ): void {
    const after = this.#convert(edited, this.#version);
    const steps = `${other.name}, edited -> ${this.#version.name}`;
    const misfit = this.#misfitOfEdit(edited, other, after);
    if (misfit !== undefined) this.#fail(`${steps}: ${misfit}`, object, undefined, edited);
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
    const change = {
      first: contentOf(first),
      second: contentOf(second),
      before: contentOf(object),
      after: contentOf(after),
    };
    const path = unexplainedChange(change, keepsParents, this.#version.schema);
    if (path === undefined) return;
    this.#fail(
      `${steps}: changes ${path}, which the edit does not concern`,
      object,
      undefined,
      edited,
    );
  }

  /**
   * What the schema does not allow after an edit that the schema of the other version allows. The API server
   * validates only the version of the request, and stores such an object.
   */
  #misfitOfEdit(
    edited: ConvertedObject,
    other: Version,
    after: ConvertedObject,
  ): string | undefined {
    return other.misfitOf(edited) === undefined ? this.#version.misfitOf(after) : undefined;
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
      if (isMapping(own) && isMapping(other) && (depth === 0 || this.#random() < 0.7)) {
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

  /** Two server-side-apply managers: that of the other version sets a field, and removes it again. */
  #checkManagers(object: ConvertedObject, other: Version): void {
    const part = this.#withoutSome(deepCopyJson<ConvertedObject>(object));
    const applied = deepCopyJson<ConvertedObject>(this.#convert(part, other));
    const remove = setAbsentField(applied, other, this.#random);
    if (!remove) return;
    const removed = deepCopyJson<ConvertedObject>(
      this.#convert(this.#convert(applied, this.#version), other),
    );
    remove(removed);
    const [before, after] = [part, this.#convert(removed, this.#version)].map((each) =>
      withoutEmpty(contentOf(each)),
    );
    const path = differenceOf(before, after, '');
    if (path === undefined) return;
    const steps = `${other.name} sets a field and removes it`;
    this.#fail(`${steps}: ${path} of ${this.#version.name} changes`, part, undefined, applied);
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
      // Server-side apply sets objects to null when it removes their last fields.
      {
        ...object,
        ...Object.fromEntries(Object.keys(contentOf(object)).map((top) => [top, null])),
      },
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
      if (!isMapping(value)) return;
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

/** Empty objects and lists are no content that a manager owns. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.map(withoutEmpty);
  if (!isMapping(value)) return value ?? undefined;
  const fields = Object.entries(value).map(([name, each]) => [name, withoutEmpty(each)] as const);
  const kept = fields.filter(([, each]) => each !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
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

function valueAt(object: unknown, path: string): unknown {
  let value = object;
  for (const [, name, index] of path.matchAll(/\.([^.[]+)|\[(\d+)\]/g)) {
    if (Array.isArray(value)) value = value[Number(index)];
    else value = isMapping(value) && name !== undefined ? value[name] : undefined;
  }
  return value;
}
