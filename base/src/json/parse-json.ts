import type { JsonValue } from './json-value.js';
import { errorMessage } from '../text/index.js';
import { DuplicateFields } from './duplicate-fields.js';
import { assertDepth, JsonSyntaxError } from './json-limits.js';
import { parseJsonExact } from './parse-json-exact.js';
import type { StrictJson } from './strict-json.js';

/** Sixteen digits in a row are the shortest that can name an integer beyond 2^53. */
const MAYBE_LARGE_INTEGER = /\d{16}/;

/**
 * Parses a JSON text as the API server does: integers up to int64 stay exact, larger ones become
 * doubles. Of a key that stands twice the last one counts.
 *
 * @throws JsonSyntaxError where the text is not JSON or is nested too deeply
 */
export function parseJson(text: string): JsonValue {
  if (MAYBE_LARGE_INTEGER.test(text)) return parseJsonExact(text);
  assertDepth(text);
  try {
    // JSON.parse gives exactly the JSON values; a `__proto__` key becomes an own property.
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new JsonSyntaxError(`body is not JSON: ${errorMessage(cause)}`, { cause });
  }
}

/**
 * Parses like {@link parseJson} and lists the repeated keys, for `fieldValidation=Strict` and
 * `Warn` (the API's text for each is `duplicate field "PATH"`).
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
