import { heapBytes } from '../json/heap-bytes.js';
import { type JsonObject, stringifyJson, TooLargeError } from '@vmgen/base/json';

/** The largest object that a cluster stores, in bytes of its JSON: what etcd takes by default. */
const MAX_OBJECT_BYTES = 1.5 * 1024 * 1024;

/** No JSON has more times the bytes that its value has in memory. */
const MAX_JSON_PER_HEAP_BYTE = 6;

/**
 * Refuses an object that no cluster would store.
 *
 * @param heap what {@link heapBytes} says of it
 * @throws TooLargeError
 */
export function assertStorable(object: JsonObject, heap = heapBytes(object)): void {
  if (heap * MAX_JSON_PER_HEAP_BYTE <= MAX_OBJECT_BYTES) return;
  if (Buffer.byteLength(stringifyJson(object)) > MAX_OBJECT_BYTES) throw new TooLargeError();
}
