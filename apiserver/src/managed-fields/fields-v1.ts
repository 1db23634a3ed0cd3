import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '@vmgen/base/json';
import { emptySet, isEmptySet, type FieldSet } from './field-set.js';
import { parsePathElement, type PathElement } from './path-element.js';

/** Encodes a set as a FieldsV1 object with sorted keys. */
export function encodeFieldsV1(set: FieldSet): JsonObject {
  const fields: JsonObject = {};
  if (set.member && set.children.size > 0) fields['.'] = {};
  for (const element of [...set.children.keys()].sort()) {
    const child = set.children.get(element);
    if (child !== undefined) setOwn(fields, element, encodeFieldsV1(child));
  }
  return fields;
}

/**
 * Decodes a FieldsV1 object. Path elements of unknown kinds are ignored, as upstream.
 *
 * @throws Error if a key is not a path element or a value is not an object
 */
export function decodeFieldsV1(fields: JsonValue): FieldSet {
  return { member: false, children: decodeNode(fields).children };
}

function decodeNode(fields: JsonValue): FieldSet {
  if (fields === null) return { ...emptySet, member: true };
  if (!isJsonObject(fields)) throw new Error('fieldsV1 holds a value that is not an object');
  const children = new Map<PathElement, FieldSet>();
  let member = false;
  for (const key in fields) {
    if (key === '.') {
      member = true;
      continue;
    }
    const element = parsePathElement(key);
    if (element === undefined) continue;
    const child = decodeNode(fields[key] ?? null);
    if (!isEmptySet(child)) children.set(element, child);
  }
  return { member: member || children.size === 0, children };
}
