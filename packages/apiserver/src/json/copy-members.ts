import { setOwn, type JsonObject } from '@vmgen/base/json';

/**
 * Copies an object to which members will be added. A spread copy can give each such object a hidden
 * class of its own, whose accesses V8 does not cache.
 */
export function copyMembers(object: JsonObject): JsonObject {
  const copy: JsonObject = {};
  for (const key in object) {
    const member = object[key];
    if (member !== undefined) setOwn(copy, key, member);
  }
  return copy;
}
