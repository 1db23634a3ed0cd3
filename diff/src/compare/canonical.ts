import { inKeyOrder } from '#generator/render/in-key-order.js';
import { jsonText } from '#generator/render/json-text.js';

/** JSON of a value with its keys in order: equal values have equal texts, and what is not there has none. */
export function canonical(value: unknown): string {
  return value === undefined ? '' : jsonText(inKeyOrder(value));
}
