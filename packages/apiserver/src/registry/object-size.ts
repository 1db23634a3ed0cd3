import { heapBytes } from '../json/heap-bytes.js';
import { byteLength } from '@vmgen/base/bytes';
import { type JsonObject, stringifyJson, TooLargeError } from '@vmgen/base/json';

/** The size limit of an object in bytes of JSON: etcd's default limit of a request. */
const MAX_OBJECT_BYTES = 1.5 * 1024 * 1024;

/** The upper bound of the ratio of JSON bytes to heap bytes of a value. */
const MAX_JSON_PER_HEAP_BYTE = 6;

/**
 * Rejects an object that no cluster would store.
 *
 * @param heap the result of {@link heapBytes}
 * @throws TooLargeError
 */
export function assertStorable(object: JsonObject, heap = heapBytes(object)): void {
  if (heap * MAX_JSON_PER_HEAP_BYTE <= MAX_OBJECT_BYTES) return;
  if (byteLength(stringifyJson(object)) > MAX_OBJECT_BYTES) throw new TooLargeError();
}
