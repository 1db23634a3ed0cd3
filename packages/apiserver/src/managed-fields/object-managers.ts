import { errorMessage } from '@vmgen/base/text';
import { isJsonObject, type JsonObject, type JsonValue, deepEqualJson } from '@vmgen/base/json';
import { copyMembers } from '../json/copy-members.js';
import { decodeManagers, FieldsCodec, type Managers } from './managers.js';

/** Returns metadata.managedFields; undefined if it is absent or not a list. */
export function managedFieldsOf(object: JsonObject | undefined): JsonValue[] | undefined {
  const list = isJsonObject(object?.metadata) ? object.metadata.managedFields : undefined;
  return Array.isArray(list) ? list : undefined;
}

/** Returns the object with other managedFields, or without any if the list is empty. */
export function withManagedFields(object: JsonObject, list: JsonValue[]): JsonObject {
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  if (list.length === 0 && metadata.managedFields === undefined) return object;
  const rest = copyMembers(metadata);
  if (rest.managedFields !== undefined) delete rest.managedFields;
  if (list.length > 0) rest.managedFields = list;
  const result = { ...object };
  result.metadata = rest;
  return result;
}

/**
 * Returns the managers of an object; an empty map if the list does not have the form that the API
 * writes.
 */
export function managersOf(object: JsonObject | undefined, codec: FieldsCodec): Managers {
  try {
    return decodeManagers(managedFieldsOf(object) ?? [], codec);
  } catch {
    return new Map();
  }
}

/** Returns why the managedFields of an object do not have the form that the API writes. */
export function managersProblem(object: JsonObject): string | undefined {
  try {
    decodeManagers(managedFieldsOf(object) ?? [], new FieldsCodec());
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/**
 * Whether a client resets the managers: `managedFields: []` or `[{}]`. Upstream:
 * isResetManagedFields.
 */
export function resetsManagers(object: JsonObject): boolean {
  const list = managedFieldsOf(object);
  if (list === undefined) return false;
  return list.length === 0 || (list.length === 1 && deepEqualJson(list[0], {}));
}

/**
 * Returns `live` itself if `next` differs only in the times of managedFields, otherwise `next`.
 * Must be called after defaulting, so that such a request changes nothing.
 *
 * Upstream: IgnoreManagedFieldsTimestampsTransformer.
 */
export function revertTimeOnlyChange(live: JsonObject, next: JsonObject): JsonObject {
  const before = managedFieldsOf(live);
  const after = managedFieldsOf(next);
  if (before === undefined || before.length !== after?.length) return next;
  if (before.every((entry, index) => timeOf(entry) === timeOf(after[index]))) return next;
  const same =
    deepEqualJson(before.map(withoutTime), after.map(withoutTime)) &&
    deepEqualJson(withManagedFields(live, []), withManagedFields(next, []));
  return same ? live : next;
}

function withoutTime(entry: JsonValue): JsonValue {
  if (!isJsonObject(entry)) return entry;
  const rest = { ...entry };
  delete rest['time'];
  return rest;
}

function timeOf(entry: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(entry) ? entry.time : undefined;
}

/** Whether an applied object shares all parts with the live object, except for the managed fields. */
export function hasSameFields(merged: JsonObject, live: JsonObject): boolean {
  const { metadata: _merged, ...fields } = merged;
  const { metadata: _live, ...before } = live;
  const { managedFields: _now, ...metadata } = membersOf(merged);
  const { managedFields: _then, ...old } = membersOf(live);
  return hasSameMembers(fields, before) && hasSameMembers(metadata, old);
}

function hasSameMembers(a: JsonObject, b: JsonObject): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}

const membersOf = ({ metadata }: JsonObject): JsonObject =>
  isJsonObject(metadata) ? metadata : {};
