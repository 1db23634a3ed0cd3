import type { JsonValue } from '@vmgen/base/json';

/** What V8 takes for a string besides its characters, for a list, and for an object. */
const STRING_OVERHEAD = 16;
const LIST_OVERHEAD = 40;
const OBJECT_OVERHEAD = 56;
const SLOT = 8;
const NUMBER = 16;
/** An object with more fields than this keeps them in a table, whose entries and keys are its own. */
const MAX_SHAPED_FIELDS = 128;
const TABLE_ENTRY = 32;

/**
 * About how much memory a value takes, in bytes; never less than a sixth of its JSON. Cheap: it is
 * asked of everything that is stored.
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
