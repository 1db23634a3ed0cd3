import type { DuplicateKeys } from './duplicate-fields.js';
import type { JsonValue } from './json-value.js';

/** A parsed body and its duplicate keys. */
export interface StrictJson {
  readonly value: JsonValue;
  /**
   * The paths of the duplicate keys, such as `spec.items[0].name`. The last value of each key wins.
   */
  readonly duplicates: readonly string[];
  /** The duplicate keys of each object in the value. Empty for YAML. */
  readonly duplicateKeys: DuplicateKeys;
  /** The duplicate keys, in the order of the paths. */
  readonly keys: readonly string[];
  /** The offset of each duplicate in the text, in UTF-16 units. */
  readonly offsets: readonly number[];
}
