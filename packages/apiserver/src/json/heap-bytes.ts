import type { JsonValue } from '@vmgen/base/json';

/** V8's memory for a string beside its characters, for a list, and for an object. */
const STRING_OVERHEAD = 16;
const LIST_OVERHEAD = 40;
const OBJECT_OVERHEAD = 56;
const SLOT = 8;
const NUMBER = 16;
/** V8 stores the fields of a larger object in a hash table with separate keys. */
const MAX_SHAPED_FIELDS = 128;
const TABLE_ENTRY = 32;

/**
 * Estimates the memory of a value in bytes; never less than a sixth of its JSON. The function is
 * fast, because it runs for each stored object.
 */
export function heapBytes(value: JsonValue): number {
  if (typeof value === 'string') return SLOT + STRING_OVERHEAD + value.length;
  if (typeof value !== 'object' || value === null) {
    return typeof value === 'number' || typeof value === 'bigint' ? NUMBER : SLOT;
  }
  let bytes = SLOT;
  if (Array.isArray(value)) {
    bytes += LIST_OVERHEAD;
    for (const item of value) bytes += heapBytes(item);
    return bytes;
  }
  bytes += OBJECT_OVERHEAD;
  let fields = 0;
  for (const key in value) {
    const entry = value[key];
    if (entry === undefined) continue;
    bytes += key.length + heapBytes(entry);
    fields++;
  }
  return fields > MAX_SHAPED_FIELDS ? bytes + fields * TABLE_ENTRY : bytes;
}
