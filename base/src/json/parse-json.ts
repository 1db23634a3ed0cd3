import type { JsonValue } from './json-value.js';
import { errorMessage } from '../text/index.js';
import { DuplicateFields } from './duplicate-fields.js';
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
  } catch (cause) {
    throw new JsonSyntaxError(`body is not JSON: ${errorMessage(cause)}`, { cause });
  }
}

/**
 * Parses as {@link parseJson} does and lists duplicate keys, for `fieldValidation=Strict` and
 * `Warn` (the API's message for each is `duplicate field "PATH"`).
 */
export function parseJsonStrict(text: string): StrictJson {
  const duplicates = new DuplicateFields();
  const value = parseJsonExact(text, duplicates);
  return {
    value,
    duplicates: duplicates.paths,
    keys: duplicates.keys,
    offsets: duplicates.offsets,
  };
}
