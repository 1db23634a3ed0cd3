import {
  goNumber,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  stringifyJson,
} from '@vmgen/base/json';
import { OBJECT_REFERENCE_FIELDS } from '../resource/object-reference.js';

/** The fields of Go's ObjectMeta and ManagedFieldsEntry in the order of their structs. */
const GO_ORDER: readonly string[] = [
  'name',
  'generateName',
  'namespace',
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'labels',
  'annotations',
  'ownerReferences',
  'finalizers',
  'managedFields',
  'manager',
  'operation',
  'apiVersion',
  'time',
  'fieldsType',
  'fieldsV1',
  'subresource',
];

/** The fields of built-in kinds that hold an ObjectReference at the top. */
const REFERENCE_FIELDS = ['involvedObject', 'related', 'regarding', 'claimRef'] as const;

/**
 * A patched document as the real server quotes it where it refuses it.
 *
 * Of a custom resource all is a map, whose keys Go sorts. Of a built-in one the document itself is,
 * and what the patch does not go into is still as its struct was printed; a strategic merge patch
 * is quoted instead of what it made.
 */
export function quotedDocument(
  patched: JsonObject,
  patch: JsonValue,
  form: 'map' | 'struct' | 'patch',
): string {
  if (form === 'patch') return goMap(patch);
  if (form === 'map') return stringifyJson(sorted(patched));
  const isTouched = stringifyJson(patch).includes('metadata');
  const document = { ...patched };
  const { metadata } = document;
  if (isJsonObject(metadata)) document['metadata'] = inGoOrder(metadata, isTouched);
  for (const field of REFERENCE_FIELDS) {
    const reference = document[field];
    const isOwn = isJsonObject(patch) && field in patch;
    if (isJsonObject(reference) && !isOwn) {
      document[field] = inOrder(reference, OBJECT_REFERENCE_FIELDS);
    }
  }
  return stringifyJson(sortedWherePatched(document, patch));
}

/** An object whose keys are sorted by name, as are those of the objects in it that a merge patch goes into. */
function sortedWherePatched(object: JsonObject, patch: JsonValue | undefined): JsonObject {
  const members = Object.entries<JsonValue>(object).map(([key, value]): [string, JsonValue] => {
    const inner = isJsonObject(patch) && Object.hasOwn(patch, key) ? patch[key] : undefined;
    const isPatched = isJsonObject(value) && isJsonObject(inner);
    return [key, isPatched ? sortedWherePatched(value, inner) : value];
  });
  return byName(Object.fromEntries(members));
}

function inGoOrder(metadata: JsonObject, isTouched: boolean): JsonObject {
  const { managedFields } = metadata;
  const owners = Array.isArray(managedFields)
    ? managedFields.map((entry) => (isJsonObject(entry) ? byGoOrder(entry) : entry))
    : undefined;
  const whole = owners === undefined ? metadata : { ...metadata, managedFields: owners };
  return isTouched ? byName(whole) : byGoOrder(whole);
}

const byName = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));

const byGoOrder = (object: JsonObject): JsonObject => inOrder(object, GO_ORDER);

const inOrder = (object: JsonObject, order: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(object).sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
  );

function sorted<Value extends JsonValue>(value: Value): Value;
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => sorted(item));
  if (!isJsonObject(value)) return value;
  return byName(Object.fromEntries(Object.entries(value).map(([key, it]) => [key, sorted(it)])));
}

/** A value as Go's `%v` prints maps and lists of any kind. */
function goMap(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(goMap).join(' ')}]`;
  if (isJsonObject(value)) {
    const members = Object.entries(byName(value)).map(([key, it]) => `${key}:${goMap(it)}`);
    return `map[${members.join(' ')}]`;
  }
  if (value === null) return '<nil>';
  return typeof value === 'number' ? goNumber(value) : String(value);
}
