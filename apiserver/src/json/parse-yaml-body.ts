import { createRequire } from 'node:module';
import type * as Yaml from 'yaml';
import { exactInteger } from './integer-from-text.js';
import { depthError, JsonSyntaxError, maxJsonDepth } from './json-limits.js';
import { setOwn } from './own-property.js';
import type { JsonObject, JsonValue } from './json-value.js';
import type { StrictJson } from './parse-json.js';

/** Aliases may repeat what they name this often; more is an attack on memory. */
const maxAliases = 100;

/**
 * Parses a YAML body as the API server does: YAML 1.1 (`on` and `y` are booleans, also as keys),
 * merge keys, no timestamps. The first document counts.
 *
 * @throws JsonSyntaxError where the text is not YAML, not expressible as JSON, or too deep
 */
export function parseYamlBody(text: string): JsonValue {
  return parseYaml(text, []);
}

/** Parses like {@link parseYamlBody} and lists the repeated keys by path. */
export function parseYamlBodyStrict(text: string): StrictJson {
  const duplicates: string[] = [];
  const value = parseYaml(text, duplicates);
  return { value, duplicates };
}

/** The library takes some 40 ms to load, and YAML bodies are rare. */
function loadYaml(): typeof Yaml {
  const require = createRequire(import.meta.url);
  return require('yaml') as typeof Yaml;
}

function parseYaml(text: string, duplicates: string[]): JsonValue {
  const yaml = loadYaml();
  const [document] = yaml.parseAllDocuments(text, {
    version: '1.1',
    intAsBigInt: true,
    customTags: (tags) => tags.filter(isKnownToServer),
  });
  if (document === undefined) return null;
  for (const problem of document.errors) {
    if (problem.code !== 'DUPLICATE_KEY') throw syntaxError(problem);
    duplicates.push(text.slice(...problem.pos));
  }
  try {
    return toJson(document.toJS({ mapAsMap: true, maxAliasCount: maxAliases }), 0);
  } catch (cause) {
    throw cause instanceof JsonSyntaxError ? cause : syntaxError(cause);
  }
}

function syntaxError(cause: unknown): JsonSyntaxError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new JsonSyntaxError(`body is not YAML: ${reason}`, { cause });
}

/** The server's reader leaves dates, sexagesimal numbers and YAML's own collections alone. */
function isKnownToServer(tag: Yaml.Tags[number]): boolean {
  if (typeof tag === 'string') return true;
  const unknown = ['timestamp', 'omap', 'pairs', 'set'];
  return tag.format !== 'TIME' && !unknown.some((name) => tag.tag.endsWith(`:${name}`));
}

function toJson(value: unknown, depth: number): JsonValue {
  if (depth > maxJsonDepth) throw depthError();
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return exactInteger(value) ?? Number(value);
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map((item) => toJson(item, depth + 1));
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Map) return mapToJson(value, depth);
  throw new JsonSyntaxError(`body is not YAML that JSON can express: a ${typeof value}`);
}

function mapToJson(map: ReadonlyMap<unknown, unknown>, depth: number): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of map) setOwn(object, keyText(key), toJson(value, depth + 1));
  return object;
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
