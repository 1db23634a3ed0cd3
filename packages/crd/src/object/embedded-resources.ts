import {
  appendAll,
  cloneJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import type { ObjectMeta } from '@vmgen/runtime';
import type { FieldError } from '../field/field-error.js';
import { invalid, required } from '../field/field-errors.js';
import { child, index, key } from '../field/field-path.js';
import {
  type JSONSchemaProps,
  itemSchema,
  ownProperty,
  someSchema,
  valueSchema,
} from '@vmgen/base/schema';
import { isDns1035Label } from '@vmgen/base/text';
import { validateObjectMeta } from './validate-object-meta.js';
import { coerceObjectMeta, ObjectMetaTypeError } from './coerce-object-meta.js';

/** Whether a schema contains embedded resources. */
export const hasEmbeddedResources = (schema: JSONSchemaProps): boolean =>
  someSchema(schema, (it) => it['x-kubernetes-embedded-resource'] === true);

/**
 * Thrown for an embedded resource whose type or metadata has the wrong type. The API responds with
 * 400.
 */
export class EmbeddedResourceError extends Error {
  override readonly name = 'EmbeddedResourceError';
  readonly error: FieldError;

  constructor(error: FieldError) {
    super(`${error.field}: ${error.message}`);
    this.error = error;
  }
}

/**
 * Converts the metadata of embedded resources to what Go's ObjectMeta holds, in place.
 *
 * @param dropped receives the paths of unknown metadata fields
 * @throws EmbeddedResourceError if type or metadata have the wrong type
 */
export function coerceEmbeddedResources(
  value: JsonValue,
  schema: JSONSchemaProps,
  path: string,
  dropped: string[],
): void {
  visit(value, schema, path, (resource, at) => {
    for (const name of ['apiVersion', 'kind']) {
      const field = resource[name];
      if (field === undefined || typeof field === 'string') continue;
      throw new EmbeddedResourceError(invalid(child(at, name), field, 'must be a string'));
    }
    const { metadata } = resource;
    if (metadata === undefined) return;
    const metadataPath = child(at, 'metadata');
    if (metadata === null) {
      resource['metadata'] = {};
      return;
    }
    const original = cloneJson(metadata);
    try {
      appendAll(dropped, coerceObjectMeta(metadata, metadataPath));
    } catch (cause) {
      if (!(cause instanceof ObjectMetaTypeError)) throw cause;
      throw new EmbeddedResourceError(invalid(metadataPath, original, cause.message));
    }
  });
}

/** Validates type and metadata of embedded resources (apiextensions' objectmeta.Validate). */
export function validateEmbeddedResources(
  value: JsonValue,
  schema: JSONSchemaProps,
  path: string,
): FieldError[] {
  const errors: FieldError[] = [];
  visit(value, schema, path, (resource, at) => appendAll(errors, validateResource(resource, at)));
  return errors;
}

function visit(
  value: JsonValue,
  schema: JSONSchemaProps | undefined,
  path: string,
  onResource: (resource: JsonObject, path: string) => void,
): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    value.forEach((item, i) => visit(item, itemSchema(schema), index(path, i), onResource));
  } else if (isJsonObject(value)) {
    if (schema['x-kubernetes-embedded-resource'] === true) onResource(value, path);
    for (const [name, field] of Object.entries(value)) {
      const property = ownProperty(schema, name);
      if (property !== undefined) visit(field, property, child(path, name), onResource);
      else visit(field, valueSchema(schema), key(path, name), onResource);
    }
  }
}

/** Validates one embedded resource. */
function validateResource(resource: JsonObject, path: string): FieldError[] {
  const errors: FieldError[] = [];
  for (const name of ['apiVersion', 'kind']) {
    if (resource[name] === undefined) errors.push(required(child(path, name)));
  }
  const { apiVersion, kind, metadata } = resource;
  if (apiVersion !== undefined) {
    appendAll(errors, validateApiVersion(apiVersion, child(path, 'apiVersion')));
  }
  if (kind !== undefined) appendAll(errors, validateKind(kind, child(path, 'kind')));
  if (metadata !== undefined)
    appendAll(errors, validateMetadata(metadata, child(path, 'metadata')));
  return errors;
}

function validateApiVersion(value: JsonValue, path: string): FieldError[] {
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')];
  if (value === '') return [invalid(path, value, 'must not be empty')];
  if (value.split('/').length <= 2) return [];
  return [invalid(path, value, `unexpected GroupVersion string: ${value}`)];
}

function validateKind(value: JsonValue, path: string): FieldError[] {
  if (typeof value !== 'string') return [invalid(path, value, 'must be a string')];
  if (value === '') return [invalid(path, value, 'must not be empty')];
  const problems = isDns1035Label(value.toLowerCase());
  if (problems.length === 0) return [];
  const text = `may have mixed case, but should otherwise match: ${problems.join(',')}`;
  return [invalid(path, value, text)];
}

function validateMetadata(value: JsonValue, path: string): FieldError[] {
  const metadata = cloneJson(value);
  try {
    if (metadata !== null) coerceObjectMeta(metadata, path);
  } catch (cause) {
    if (!(cause instanceof ObjectMetaTypeError)) throw cause;
    return [invalid(path, value, cause.message)];
  }
  // This cast is safe: coerceObjectMeta has checked the type of every field.
  const meta = (isJsonObject(metadata) ? metadata : {}) as ObjectMeta;
  // A name is not required here: the check uses a valid one instead.
  const named = { ...meta, name: (meta.name ?? '') === '' ? 'fakename' : meta.name };
  const namespaced = (meta.namespace ?? '') !== '';
  return validateObjectMeta(named, { namespaced, name: 'path-segment', path });
}
