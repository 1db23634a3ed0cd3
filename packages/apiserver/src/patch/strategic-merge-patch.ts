import {
  cloneJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  getOwn,
  setOwn,
  goText,
  type WorkBudget,
} from '@vmgen/base/json';
import type { JSONSchemaProps } from '@vmgen/crd';
import { objectMetaSchema } from '../managed-fields/object-meta-schema.js';
import { PatchError } from '../errors/patch-error.js';
import {
  deleteScalars,
  mergeLists,
  mergeOrderedList,
  type ListMerge,
  badFormat,
  directives,
} from './strategic-merge-list.js';
import type { PatchSchema } from '../data/patch-schema.js';

/**
 * Applies a strategic merge patch, which the API accepts only for built-in kinds: objects are
 * merged, null removes, and lists are replaced unless the schema specifies a merge. Supports
 * `$patch`, `$retainKeys`, `$setElementOrder/FIELD` and `$deleteFromPrimitiveList/FIELD`. The
 * target does not change. The patch is modified as in kube-apiserver, whose errors quote the
 * remaining patch: directives are removed, and nulls for absent fields.
 *
 * Upstream: apimachinery/pkg/util/strategicpatch/patch.go.
 *
 * @throws PatchError 400, 422 or 500, as in kube-apiserver
 * @throws WorkLimitError if sorting the lists of the patch takes too long
 */
export function applyStrategicMergePatch(
  target: JsonObject,
  patch: JsonObject,
  work: WorkBudget,
  schema: JSONSchemaProps = {},
): JsonObject {
  const withMeta = { ...schema, properties: { ...schema.properties, metadata: objectMetaSchema } };
  return mergeMaps(cloneJson(target), patch, withMeta, work);
}

/** Merges a patch into an object. Both are modified. */
function mergeMaps(
  original: JsonObject,
  patch: JsonObject,
  schema: JSONSchemaProps | undefined,
  work: WorkBudget,
): JsonObject {
  const directive = getOwn(patch, directives.patch);
  if (directive !== undefined) return replaceOrDelete(directive, patch);
  retainKeys(original, patch);
  mergeOrderedLists(original, patch, schema, work);
  for (const key of Object.keys(patch)) mergeEntry(original, key, patch[key] ?? null, schema, work);
  return original;
}

function replaceOrDelete(directive: JsonValue, patch: JsonObject): JsonObject {
  if (directive === 'delete') return {};
  if (directive !== 'replace') {
    const message = `unknown patch type: ${goText(directive)} in map: ${goText(patch)}`;
    throw new PatchError(500, '', message);
  }
  Reflect.deleteProperty(patch, directives.patch);
  return patch;
}

/** `$retainKeys` lists the fields that remain. The patch must not set others. */
function retainKeys(original: JsonObject, patch: JsonObject): void {
  const retained = getOwn(patch, directives.retainKeys);
  if (retained === undefined) return;
  Reflect.deleteProperty(patch, directives.retainKeys);
  if (!Array.isArray(retained)) throw badFormat('retainKeys');
  const names = new Set<JsonValue>(retained);
  for (const [key, value] of Object.entries(patch)) {
    const isParallelList =
      key.startsWith(directives.deleteFromList) || key.startsWith(directives.elementOrder);
    if (value !== null && !isParallelList && !names.has(key)) throw badFormat('retainKeys');
  }
  for (const key of Object.keys(original))
    if (!names.has(key)) Reflect.deleteProperty(original, key);
}

function mergeOrderedLists(
  original: JsonObject,
  patch: JsonObject,
  schema: JSONSchemaProps | undefined,
  work: WorkBudget,
): void {
  for (const key of Object.keys(patch)) {
    if (!key.startsWith(directives.elementOrder)) continue;
    const order = patch[key] ?? null;
    const field = fieldOf(key, directives.elementOrder, 'setElementOrder list');
    const merged = mergeOrderedList(
      getOwn(original, field),
      getOwn(patch, field),
      order,
      listMergeOf(schema, field, work),
    );
    Reflect.deleteProperty(patch, key);
    if (merged === undefined) continue;
    setOwn(original, field, merged);
    Reflect.deleteProperty(patch, field);
  }
}

function mergeEntry(
  original: JsonObject,
  key: string,
  value: JsonValue,
  schema: JSONSchemaProps | undefined,
  work: WorkBudget,
): void {
  if (key.startsWith(directives.deleteFromList)) {
    const field = fieldOf(key, directives.deleteFromList, 'primitive list');
    return deleteFromField(original, field, value);
  }
  const current = getOwn(original, key);
  if (value === null) {
    Reflect.deleteProperty(original, key);
  } else if (isJsonObject(current) && isJsonObject(value) && !isReplaced(schema, key)) {
    setOwn(original, key, mergeMaps(current, value, fieldSchema(schema, key), work));
  } else if (Array.isArray(current) && Array.isArray(value)) {
    setOwn(original, key, mergeLists(current, value, listMergeOf(schema, key, work)));
  } else {
    setNew(original, key, value);
  }
}

function deleteFromField(original: JsonObject, field: string, value: JsonValue): void {
  const current = getOwn(original, field);
  if (value === null) Reflect.deleteProperty(original, field);
  else if (Array.isArray(current) && Array.isArray(value)) {
    setOwn(original, field, deleteScalars(current, value));
  }
}

/**
 * Sets a value without a counterpart, without its directives and nulls. The nulls are also removed
 * from the patch.
 */
function setNew(original: JsonObject, key: string, value: JsonValue): void {
  dropNulls(value);
  const kept = plainValue(value);
  if (kept === undefined) Reflect.deleteProperty(original, key);
  else setOwn(original, key, kept);
}

/** Removes the nulls of objects, in place. Nulls in lists remain. */
function dropNulls(value: JsonValue): void {
  if (Array.isArray(value)) value.forEach(dropNulls);
  if (!isJsonObject(value)) return;
  for (const [key, entry] of Object.entries(value)) {
    if (entry === null) Reflect.deleteProperty(value, key);
    else dropNulls(entry);
  }
}

/**
 * Returns the value without parts that have a `$patch` directive; undefined if it has one itself.
 */
function plainValue(value: JsonValue): JsonValue | undefined {
  if (Array.isArray(value)) {
    return value.map(plainValue).filter((item) => item !== undefined);
  }
  if (!isJsonObject(value)) return value;
  if (getOwn(value, directives.patch) !== undefined) return undefined;
  const kept: JsonObject = {};
  for (const [key, entry] of Object.entries(value)) {
    const plain = plainValue(entry);
    if (plain !== undefined) setOwn(kept, key, plain);
  }
  return kept;
}

function fieldOf(key: string, prefix: string, what: string): string {
  if (key[prefix.length] !== '/') throw badFormat(what);
  return key.slice(prefix.length + 1);
}

function fieldSchema(
  schema: JSONSchemaProps | undefined,
  key: string,
): JSONSchemaProps | undefined {
  const declared = schema?.properties;
  if (declared !== undefined && Object.hasOwn(declared, key)) return declared[key];
  return typeof schema?.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** Returns how the list in a field is merged. */
function listMergeOf(
  schema: JSONSchemaProps | undefined,
  key: string,
  work: WorkBudget,
): ListMerge {
  const list: PatchSchema | undefined = fieldSchema(schema, key);
  const items = Array.isArray(list?.items) ? undefined : list?.items;
  const strategies = strategiesOf(list);
  return {
    merges: strategies.includes('merge'),
    mergeKey: list?.['x-kubernetes-patch-merge-key'] ?? '',
    work,
    mergeItems: (original, patch) => mergeMaps(original, patch, items, work),
    plain: plainValue,
  };
}

/** Whether a field is replaced instead of merged. */
const isReplaced = (schema: JSONSchemaProps | undefined, key: string): boolean =>
  strategiesOf(fieldSchema(schema, key)).includes('replace');

const strategiesOf = (field: PatchSchema | undefined): string[] =>
  field?.['x-kubernetes-patch-strategy']?.split(',') ?? [];
