import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '@vmgen/base/json';
import { emptySet, isEmptySet, type FieldSet } from './field-set.js';
import { parsePathElement, type PathElement } from './path-element.js';

/** The FieldsV1 object of a set, its keys sorted. */
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
 * The set that a FieldsV1 object describes. Steps of a kind that this version does not know are
 * dropped, as upstream does.
 *
 * @throws Error where a key is no path element or a value no object
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
