import type * as Yaml from 'yaml';
import type { YamlLibrary } from './load-yaml.js';
import {
  DuplicateFields,
  depthError,
  JsonSyntaxError,
  MAX_JSON_DEPTH,
  type JsonObject,
  type JsonValue,
  setOwn,
} from '../json/index.js';
import { isMergeScalar, isNotFinite, resolveScalar, type ScalarText } from './resolve-scalar.js';

/**
 * The maximum of what aliases may add to a document, in characters and values. It protects against
 * memory exhaustion.
 */
const MAX_ALIASED = 1_000_000;

/** Converts the nodes of one document to JSON. Copies aliases and applies merge keys. */
export class YamlToJson {
  readonly #yaml: YamlLibrary;
  readonly #listsMerged: boolean;
  /** The end of a text without a final line feed. */
  readonly #openEnd: number | undefined;
  readonly #duplicates = new DuplicateFields();
  readonly #path: (string | number)[] = [];
  /** The current value of each anchor. Undefined while it is being parsed. */
  readonly #anchors = new Map<string, JsonValue | undefined>();
  /** The offsets of the keys of each map, for keys that a merge repeats. */
  readonly #keyOffsets = new WeakMap<object, Map<string, number>>();
  #aliased = 0;

  /** @param listsMerged whether a key that a merge repeats is a duplicate */
  constructor(yaml: YamlLibrary, text: string, listsMerged = false) {
    this.#yaml = yaml;
    this.#listsMerged = listsMerged;
    this.#openEnd = /[\r\n]$/.test(text) ? undefined : text.length;
  }

  /** The duplicate keys of maps. */
  get duplicates(): DuplicateFields {
    return this.#duplicates;
  }

  /**
   * @throws JsonSyntaxError for values that JSON cannot express, and for too many levels or aliases
   */
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
    if (this.#yaml.isScalar(node)) return scalarToJson(this.#textOf(node));
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
    const offsets = new Map<string, number>();
    if (this.#listsMerged) this.#keyOffsets.set(object, offsets);
    for (const { key, value } of map.items) {
      if (this.#yaml.isScalar(key) && isMergeScalar(this.#textOf(key))) {
        this.#merge(object, value);
        continue;
      }
      const plain = this.#yaml.isScalar(key) ? resolveScalar(this.#textOf(key)) : this.convert(key);
      const name = keyText(plain);
      this.#anchorKey(key, name);
      const offset = this.#offsetOf(key);
      const isMerged = this.#listsMerged && Object.hasOwn(object, name) && !offsets.has(name);
      if (seen.has(plain) || isMerged) this.#duplicates.add([...this.#path, name], offset);
      seen.add(plain);
      offsets.set(name, offset);
      setOwn(object, name, this.#below(name, value));
    }
    return object;
  }

  #offsetOf(node: unknown): number {
    return (this.#yaml.isNode(node) ? node.range?.[0] : undefined) ?? 0;
  }

  #anchorKey(key: unknown, name: string): void {
    const anchor = this.#yaml.isScalar(key) ? key.anchor : undefined;
    if (anchor === undefined || !this.#yaml.isScalar(key)) return;
    const value = resolveScalar(this.#textOf(key));
    this.#anchors.set(anchor, isNotFinite(value) ? name : value);
  }

  #textOf(node: Yaml.Scalar): ScalarText {
    const { value, type, tag, range } = node;
    const isBlock = type === 'BLOCK_LITERAL' || type === 'BLOCK_FOLDED';
    let text = typeof value === 'string' ? value : '';
    // The library adds a line feed that the text does not have.
    if (isBlock && range?.[1] === this.#openEnd) text = text.replace(/\n$/, '');
    const isPlain = !isBlock && type !== 'QUOTE_SINGLE' && type !== 'QUOTE_DOUBLE';
    return { text, tag, isPlain };
  }

  /**
   * `<<`: merges the entries of one or more maps; the first map wins. As in the server's parser,
   * merged entries replace the keys above them and are replaced by those below.
   */
  #merge(into: JsonObject, node: unknown): void {
    const sources = this.#yaml.isSeq(node) ? [...node.items].reverse() : [node];
    for (const item of sources) {
      const source = this.convert(item);
      if (typeof source !== 'object' || source === null || Array.isArray(source)) {
        throw new JsonSyntaxError('body is not YAML: map merge requires map or sequence of maps', {
          upstream: 'yaml: map merge requires map or sequence of maps as the value',
        });
      }
      const offsets = this.#sourceOffsets(item, source);
      for (const [name, value] of Object.entries(source)) {
        if (this.#listsMerged && Object.hasOwn(into, name)) {
          this.#duplicates.add([...this.#path, name], offsets?.get(name) ?? this.#offsetOf(item));
        }
        setOwn(into, name, value);
      }
    }
  }

  /** The offsets of the keys of a merged map. For an alias, those of the map with its anchor. */
  #sourceOffsets(node: unknown, source: JsonObject): Map<string, number> | undefined {
    const original = this.#yaml.isAlias(node) ? this.#anchors.get(node.source) : source;
    return typeof original === 'object' && original !== null
      ? this.#keyOffsets.get(original)
      : undefined;
  }

  #copyOf(anchor: string): JsonValue {
    if (!this.#anchors.has(anchor)) {
      throw new JsonSyntaxError(`body is not YAML: unknown anchor ${JSON.stringify(anchor)}`, {
        upstream: `yaml: unknown anchor '${anchor}' referenced`,
      });
    }
    const value = this.#anchors.get(anchor);
    if (value === undefined) {
      throw new JsonSyntaxError(`body is not YAML: anchor ${JSON.stringify(anchor)} holds itself`, {
        upstream: `yaml: anchor '${anchor}' value contains itself`,
      });
    }
    return this.#copy(value, this.#path.length);
  }

  #copy(value: JsonValue, depth: number): JsonValue {
    this.#aliased += typeof value === 'string' ? 1 + value.length : 1;
    if (this.#aliased > MAX_ALIASED) {
      throw new JsonSyntaxError('body is not YAML: document contains excessive aliasing', {
        upstream: 'yaml: document contains excessive aliasing',
      });
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

function scalarToJson(scalar: ScalarText): JsonValue {
  const value = resolveScalar(scalar);
  if (!isNotFinite(value)) return value;
  throw new JsonSyntaxError('body is not YAML that JSON can express: a number that is not finite');
}

function keyText(key: unknown): string {
  if (typeof key === 'string') return key;
  if (typeof key === 'boolean' || typeof key === 'number' || typeof key === 'bigint') {
    return String(key);
  }
  if (isNotFinite(key)) return key.notFinite;
  throw new JsonSyntaxError(
    `body is not YAML that JSON can express: a key is of type ${typeof key}`,
  );
}
