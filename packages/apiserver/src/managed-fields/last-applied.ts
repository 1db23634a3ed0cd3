import { byteLength } from '@vmgen/base/bytes';
import { goJson, isJsonObject, type JsonObject, parseJson } from '@vmgen/base/json';
import { compareTyped } from './compare-typed.js';
import { emptySet, subtractSet, type FieldSet } from './field-set.js';
import { toFieldSet } from './to-field-set.js';
import { validateTyped } from './validate-typed.js';
import type { ValueType } from './value-type.js';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/** The limit of all annotations of an object, in bytes (TotalAnnotationSizeLimitB). */
const TOTAL_ANNOTATIONS_LIMIT = 256 * 1024;

/**
 * Returns the fields that client-side apply set and that still have its values. When `kubectl`
 * switches to server-side apply, it takes them over from their managers.
 *
 * Upstream: managedfields/internal/lastappliedmanager.go.
 */
export function ownedByLastApplied(
  live: JsonObject,
  type: ValueType,
  apiVersion: string,
): FieldSet {
  const applied = readLastApplied(live);
  if (applied?.apiVersion !== apiVersion) return emptySet;
  const fits = [live, applied].every((value) => validateTyped(value, type) === undefined);
  if (!fits) return emptySet;
  const { modified, added, removed } = compareTyped(applied, live, type);
  return [modified, added, removed].reduce(subtractSet, toFieldSet(applied, type));
}

function readLastApplied(live: JsonObject): JsonObject | undefined {
  const text = annotationsOf(live)?.[ANNOTATION];
  if (typeof text !== 'string') return undefined;
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Updates the annotation of client-side apply if the object has it, so that a later client-side
 * apply removes the right fields.
 *
 * Upstream: managedfields/internal/lastappliedupdater.go.
 */
export function withLastApplied(object: JsonObject, applied: JsonObject): JsonObject {
  const annotations = annotationsOf(object);
  if (typeof annotations?.[ANNOTATION] !== 'string' || annotations[ANNOTATION] === '') {
    return object;
  }
  const next: JsonObject = { ...annotations, [ANNOTATION]: printApplied(applied) };
  if (totalSize(next) > TOTAL_ANNOTATIONS_LIMIT) Reflect.deleteProperty(next, ANNOTATION);
  return withAnnotations(object, next);
}

function printApplied(applied: JsonObject): string {
  const own = annotationsOf(applied);
  if (own === undefined) return printLine(applied);
  const rest = { ...own };
  Reflect.deleteProperty(rest, ANNOTATION);
  return printLine(withAnnotations(applied, rest));
}

/** Ends with a line feed, as Go's encoder prints an unstructured object. */
function printLine(object: JsonObject): string {
  return `${goJson(object)}\n`;
}

function annotationsOf(object: JsonObject): JsonObject | undefined {
  const { metadata } = object;
  if (!isJsonObject(metadata)) return undefined;
  return isJsonObject(metadata.annotations) ? metadata.annotations : undefined;
}

function withAnnotations(object: JsonObject, annotations: JsonObject): JsonObject {
  const metadata = isJsonObject(object.metadata) ? object.metadata : {};
  return { ...object, metadata: { ...metadata, annotations } };
}

function totalSize(annotations: JsonObject): number {
  let size = 0;
  for (const [key, value] of Object.entries(annotations)) {
    size += byteLength(key) + byteLength(typeof value === 'string' ? value : '');
  }
  return size;
}
