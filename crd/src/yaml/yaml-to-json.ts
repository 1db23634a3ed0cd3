import type * as Yaml from 'yaml';
import type { YamlLibrary } from './compose-yaml.js';
import {
  DuplicateFields,
  exactInteger,
  depthError,
  JsonSyntaxError,
  MAX_JSON_DEPTH,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '../json/index.js';

/** What aliases may add to a document, in characters and values; more is an attack on memory. */
const MAX_ALIASED = 1_000_000;

/** Turns the nodes of one document into JSON: aliases copied, merge keys carried out. */
export class YamlToJson {
  readonly #yaml: YamlLibrary;
  readonly #duplicates = new DuplicateFields();
  readonly #path: (string | number)[] = [];
  /** What each anchor stands for at the moment; undefined while it is still being read. */
  readonly #anchors = new Map<string, JsonValue | undefined>();
  #aliased = 0;

  constructor(yaml: YamlLibrary) {
    this.#yaml = yaml;
  }

  /** The keys that stand twice in one map. */
  get duplicates(): DuplicateFields {
    return this.#duplicates;
  }

  /** @throws JsonSyntaxError for what JSON cannot express, and for too many levels or aliases */
  convert(node: unknown): JsonValue {
    if (this.#yaml.isAlias(node)) return this.#copyOf(node.source);
    const anchor = this.#anchorOf(node);
    if (anchor !== undefined) this.#anchors.set(anchor, undefined);
    const value = this.#convertOwn(node);
    if (anchor !== undefined) this.#anchors.set(anchor, value);
    return value;
  }

  #anchorOf(node: unknown): string | undefined {
    return this.#yaml.isScalar(node) || this.#yaml.isCollection(node) ? node.anchor : undefined;
  }

  #convertOwn(node: unknown): JsonValue {
    if (this.#yaml.isScalar(node)) return scalarToJson(node.value);
    if (!this.#yaml.isCollection(node)) return null;
    if (this.#path.length === MAX_JSON_DEPTH) throw depthError();
    if (this.#yaml.isMap(node)) return this.#convertMap(node);
    return node.items.map((item, i) => this.#below(i, item));
  }

  #below(step: string | number, node: unknown): JsonValue {
    this.#path.push(step);
    const value = this.convert(node);
    this.#path.pop();
    return value;
  }

  #convertMap(map: Yaml.YAMLMap): JsonObject {
    const object: JsonObject = {};
    const seen = new Set<unknown>();
    for (const { key, value } of map.items) {
      if (isMergeKey(this.#yaml, key)) {
        this.#merge(object, value);
        continue;
      }
      const plain = this.#yaml.isScalar(key) ? key.value : this.convert(key);
      this.#anchorKey(key, plain);
      const name = keyText(plain);
      if (seen.has(plain)) this.#duplicates.add([...this.#path, name], this.#offsetOf(key));
      seen.add(plain);
      setOwn(object, name, this.#below(name, value));
    }
    return object;
  }

  #offsetOf(node: unknown): number {
    return (this.#yaml.isNode(node) ? node.range?.[0] : undefined) ?? 0;
  }

  #anchorKey(key: unknown, plain: unknown): void {
    const anchor = this.#yaml.isScalar(key) ? key.anchor : undefined;
    if (anchor !== undefined) this.#anchors.set(anchor, scalarToJson(plain));
  }

  /** `<<`: the entries of a map, or of several, where there are none of that name yet. */
  #merge(into: JsonObject, node: unknown): void {
    const sources = this.#yaml.isSeq(node) ? node.items : [node];
    for (const item of sources) {
      const source = this.convert(item);
      if (typeof source !== 'object' || source === null || Array.isArray(source)) {
        throw new JsonSyntaxError('body is not YAML: map merge requires map or sequence of maps');
      }
      for (const [name, value] of Object.entries(source)) {
        if (!Object.hasOwn(into, name)) setOwn(into, name, value);
      }
    }
  }

  #copyOf(anchor: string): JsonValue {
    if (!this.#anchors.has(anchor)) {
      throw new JsonSyntaxError(`body is not YAML: unknown anchor ${JSON.stringify(anchor)}`);
    }
    const value = this.#anchors.get(anchor);
    if (value === undefined) {
      throw new JsonSyntaxError(`body is not YAML: anchor ${JSON.stringify(anchor)} holds itself`);
    }
    return this.#copy(value, this.#path.length);
  }

  #copy(value: JsonValue, depth: number): JsonValue {
    this.#aliased += typeof value === 'string' ? 1 + value.length : 1;
    if (this.#aliased > MAX_ALIASED) {
      throw new JsonSyntaxError('body is not YAML: document contains excessive aliasing');
    }
    if (typeof value !== 'object' || value === null) return value;
    if (depth === MAX_JSON_DEPTH) throw depthError();
    if (Array.isArray(value)) return value.map((item) => this.#copy(item, depth + 1));
    const copy: JsonObject = {};
    for (const [name, entry] of Object.entries(value)) {
      this.#aliased += name.length;
      setOwn(copy, name, this.#copy(entry, depth + 1));
    }
    return copy;
  }
}

/** Quoted, it is a key like any other. */
function isMergeKey(yaml: YamlLibrary, key: unknown): boolean {
  return yaml.isScalar(key) && typeof key.value === 'symbol';
}

function scalarToJson(value: unknown): JsonValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return exactInteger(value) ?? Number(value);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  throw new JsonSyntaxError(`body is not YAML that JSON can express: a ${typeof value}`);
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  if (typeof key === 'boolean' || typeof key === 'number' || typeof key === 'bigint') {
    return String(key);
  }
  throw new JsonSyntaxError(
    `body is not YAML that JSON can express: a key is of type ${typeof key}`,
  );
}
