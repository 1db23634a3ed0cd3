import { goQuote } from '@vmgen/base/text';
import { isJsonObject, type JsonObject, type JsonValue, setOwn } from '@vmgen/base/json';
import { compareText } from './compare-text.js';
import { type FieldSet, emptySet, isEmptySet } from './field-set.js';
import { parsePathElement, type PathElement } from './path-element.js';

type ManagerOperation = 'Apply' | 'Update';

/** The properties that identify an entry of managedFields. */
export interface ManagerIdentity {
  readonly manager: string;
  readonly operation: ManagerOperation;
  readonly apiVersion: string;
  /** '' for the main resource. */
  readonly subresource: string;
}

/** A decoded entry of managedFields. */
export interface ManagerEntry extends ManagerIdentity {
  /** RFC 3339; undefined for an apply that changed only the ownership. */
  readonly time: string | undefined;
  readonly set: FieldSet;
}

/** The entries of an object by {@link managerId}. */
export type Managers = ReadonlyMap<string, ManagerEntry>;

/**
 * Returns the identity of a manager as text. The identity of an applier does not depend on the
 * version. The text is that of upstream, because it determines the order of conflicts and of
 * managers with the same time.
 */
export function managerId(identity: ManagerIdentity): string {
  return JSON.stringify({
    manager: identity.manager === '' ? undefined : identity.manager,
    operation: identity.operation,
    apiVersion: identity.operation === 'Apply' ? undefined : identity.apiVersion,
    subresource: identity.subresource === '' ? undefined : identity.subresource,
  });
}

/** The maximum number of fields in the sets of a generation. A field takes about 250 bytes. */
const GENERATION_FIELDS = 16 * 1024;

/**
 * Converts FieldsV1 objects to sets and back, and caches the pairs. The sets of objects that were
 * not used recently are released: they take more memory than the objects.
 */
export class FieldsCodec {
  #recent = new WeakMap<JsonObject, FieldSet>();
  #older = new WeakMap<JsonObject, FieldSet>();
  /** The number of fields in the recent sets. */
  #recentFields = 0;
  readonly #encoded = new WeakMap<FieldSet, JsonObject>();

  decode(fields: JsonValue): FieldSet {
    if (!isJsonObject(fields)) return decodeFieldsV1(fields);
    const recent = this.#recent.get(fields);
    if (recent !== undefined) return recent;
    const set = this.#older.get(fields) ?? decodeFieldsV1(fields);
    this.#remember(fields, set);
    return set;
  }

  encode(set: FieldSet): JsonObject {
    const known = this.#encoded.get(set);
    if (known !== undefined) return known;
    const fields = encodeFieldsV1(set);
    this.#remember(fields, set);
    return fields;
  }

  #remember(fields: JsonObject, set: FieldSet): void {
    this.#recentFields += fieldCount(set);
    if (this.#recentFields > GENERATION_FIELDS) {
      this.#older = this.#recent;
      this.#recent = new WeakMap();
      this.#recentFields = fieldCount(set);
    }
    this.#recent.set(fields, set);
    this.#encoded.set(set, fields);
  }
}

function fieldCount({ children }: FieldSet): number {
  let count = 1;
  for (const child of children.values()) count += fieldCount(child);
  return count;
}

/**
 * Decodes metadata.managedFields.
 *
 * @throws Error if an entry does not have the form that the API writes
 */
export function decodeManagers(list: readonly JsonValue[], codec: FieldsCodec): Managers {
  const managers = new Map<string, ManagerEntry>();
  for (const [index, item] of list.entries()) {
    const entry = decodeEntry(item, index, codec);
    managers.set(managerId(entry), entry);
  }
  return managers;
}

function decodeEntry(item: JsonValue, index: number, codec: FieldsCodec): ManagerEntry {
  if (!isJsonObject(item)) throw new Error(`managed fields entry ${index} is not an object`);
  const text = (field: string): string => textField(item, field);
  const operation = text('operation');
  if (operation !== 'Apply' && operation !== 'Update') {
    throw new Error('operation must be `Apply` or `Update`');
  }
  const apiVersion = text('apiVersion');
  if (apiVersion === '') throw new Error('apiVersion must not be empty');
  const fieldsType = text('fieldsType');
  if (fieldsType !== 'FieldsV1') {
    const problem =
      fieldsType === '' ? 'missing fieldsType' : `invalid fieldsType ${goQuote(fieldsType)}`;
    throw new Error(`${problem} in managed fields entry ${index}`);
  }
  return {
    manager: text('manager'),
    operation,
    apiVersion,
    subresource: text('subresource'),
    time: normalTime(text('time')),
    set: codec.decode(item.fieldsV1 ?? {}),
  };
}

/** Converts a time to RFC 3339 in UTC with whole seconds, as the API prints times. */
function normalTime(text: string): string | undefined {
  if (text === '') return undefined;
  const milliseconds = Date.parse(text);
  if (Number.isNaN(milliseconds)) throw new Error(`"${text}" is not a time`);
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

function textField(entry: JsonObject, field: string): string {
  const value = entry[field] ?? '';
  if (typeof value !== 'string')
    throw new Error(`${field} of a managed fields entry is not a string`);
  return value;
}

/** Encodes metadata.managedFields in the API's order. */
export function encodeManagers(managers: Managers, codec: FieldsCodec): JsonValue[] {
  return [...managers.values()].sort(compareEntries).map((entry) => encodeEntry(entry, codec));
}

/** Returns an entry of metadata.managedFields. */
export function encodeEntry(entry: ManagerEntry, codec: FieldsCodec): JsonObject {
  const encoded: JsonObject = {
    apiVersion: entry.apiVersion,
    fieldsType: 'FieldsV1',
    fieldsV1: codec.encode(entry.set),
  };
  if (entry.manager !== '') encoded['manager'] = entry.manager;
  encoded['operation'] = entry.operation;
  if (entry.subresource !== '') encoded['subresource'] = entry.subresource;
  if (entry.time !== undefined) encoded['time'] = entry.time;
  return encoded;
}

function compareEntries(a: ManagerEntry, b: ManagerEntry): number {
  return (
    compareText(a.operation, b.operation) ||
    secondsOf(a) - secondsOf(b) ||
    compareText(a.manager, b.manager) ||
    compareText(a.apiVersion, b.apiVersion) ||
    compareText(a.subresource, b.subresource)
  );
}

/** Returns the time of the entry in seconds since 1970, or 0. */
export function secondsOf(entry: ManagerEntry): number {
  return entry.time === undefined ? 0 : Math.floor(Date.parse(entry.time) / 1000);
}

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
