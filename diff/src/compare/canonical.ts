import { inKeyOrder } from '#generator/render/in-key-order.js';
import { jsonText } from '#generator/render/json-text.js';

/**
 * Serializes a value as JSON with sorted keys, so that equal values have equal texts; undefined if there is
 * no value.
 */
export function canonical(value: unknown): string {
  return value === undefined ? '' : jsonText(inKeyOrder(value));
}
