import { isJsonObject, type JsonObject, type JsonValue } from './json-value.js';
import { DuplicateFields, type DuplicateKeys } from './duplicate-fields.js';
import { assertDepth, JsonSyntaxError } from './json-limits.js';
import { parseJsonExact } from './parse-json-exact.js';
import type { StrictJson } from './strict-json.js';

/** The shortest integers beyond 2^53 have sixteen digits. */
const MAYBE_LARGE_INTEGER = /\d{16}/;

/**
 * Parses JSON as the API server does: integers up to int64 stay exact, and larger ones become
 * doubles. If a key occurs twice, the last one wins.
 *
 * @throws JsonSyntaxError if the text is not valid JSON or is nested too deeply
 */
export function parseJson(text: string): JsonValue {
  if (MAYBE_LARGE_INTEGER.test(text)) return parseJsonExact(text);
  assertDepth(text);
  try {
    // JSON.parse returns only JSON values. A `__proto__` key becomes an own property.
    return JSON.parse(text) as JsonValue;
  } catch {
    // Its errors are the same in all versions of Node.
    return parseJsonExact(text);
  }
}

/** Parses the text of a JSON object; returns undefined for any other text. */
export function parseJsonObject(text: string): JsonObject | undefined {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return undefined;
  }
}

/**
 * Parses as {@link parseJson} does and lists duplicate keys, for `fieldValidation=Strict` and
 * `Warn` (the API's message for each is `duplicate field "PATH"`).
 */
export function parseJsonStrict(text: string): StrictJson {
  const plain = parsePlainJson(text);
  if (plain !== undefined) return withoutDuplicates(plain);
  const duplicates = new DuplicateFields();
  const value = parseJsonExact(text, duplicates);
  return {
    value,
    duplicates: duplicates.paths,
    duplicateKeys: duplicates.byObject,
    keys: duplicates.keys,
    offsets: duplicates.offsets,
  };
}

const NONE: readonly never[] = [];
const NO_KEYS: DuplicateKeys = new Map();

/** To extend a spread copy would take longer than parsing a short text. */
const withoutDuplicates = (value: JsonValue): StrictJson => ({
  value,
  duplicates: NONE,
  duplicateKeys: NO_KEYS,
  keys: NONE,
  offsets: NONE,
});

/**
 * Parses what most clients send, in a third of the time of {@link parseJsonExact}: a text that
 * `JSON.stringify` prints in the same way. It repeats no key, because `JSON.parse` drops all but one.
 *
 * @returns undefined if the text has another form, whether it is valid or not
 */
function parsePlainJson(text: string): JsonValue | undefined {
  // An escape may be an unpaired surrogate, which Go replaces.
  if (MAYBE_LARGE_INTEGER.test(text) || text.includes('\\u')) return undefined;
  try {
    assertDepth(text);
    const value = JSON.parse(text) as JsonValue;
    // Go's encoder ends with a line feed.
    const body = text.endsWith('\n') ? text.slice(0, -1) : text;
    return JSON.stringify(value) === body ? value : undefined;
  } catch {
    return undefined;
  }
}
