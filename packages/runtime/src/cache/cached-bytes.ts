/** A sample of this size limits the time of a call to about a millisecond for usual objects. */
const MAX_SAMPLE = 500;

/**
 * Returns the approximate size of the stored objects as JSON, in bytes. Larger stores than 500
 * objects are extrapolated from 500 that are evenly distributed. Nothing is counted when objects are
 * stored, so that lists and events take no longer.
 */
export function cachedBytes(store: { list(): readonly object[] }): number {
  const objects = store.list();
  const { length } = objects;
  const sampled = Math.min(length, MAX_SAMPLE);
  let bytes = 0;
  for (let i = 0; i < sampled; i++) bytes += jsonBytes(objects[Math.floor((i * length) / sampled)]);
  return sampled === 0 ? 0 : Math.round((bytes * length) / sampled);
}

/**
 * Returns the length of a value as JSON without creating it: a string of a megabyte is not read.
 * Characters count as one byte, and escape sequences as one character.
 */
function jsonBytes(value: unknown): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value).length;
  if (typeof value !== 'object') return 0;
  if (value === null) return 4;
  let bytes = 0;
  let members = 0;
  if (Array.isArray(value)) {
    for (const item of value) bytes += jsonBytes(item);
    members = value.length;
  } else {
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      bytes += key.length + 3 + jsonBytes(member);
      members++;
    }
  }
  return bytes + 2 + Math.max(0, members - 1);
}
