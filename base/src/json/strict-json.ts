import type { JsonValue } from './json-value.js';

/** A parsed body together with the keys that stand in it more than once. */
export interface StrictJson {
  readonly value: JsonValue;
  /** Paths of the repeated keys, such as `spec.items[0].name`; the last value of each counts. */
  readonly duplicates: readonly string[];
  /** The repeated keys themselves. */
  readonly keys: readonly string[];
  /** Where in the text each of them stands once more, in UTF-16 units. */
  readonly offsets: readonly number[];
}
