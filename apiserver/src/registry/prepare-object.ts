import { isJsonObject, type JsonObject } from '@vmgen/crd/internal/json';
import { coerceObjectMeta, ObjectMetaTypeError, EmbeddedResourceError } from '@vmgen/crd/internal';
import { badRequest } from '../errors/status-error.js';
import type { Endpoint } from '../resource/endpoint.js';
import { assertStorable } from './object-size.js';

const MAY_BE_EMPTY = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'selfLink'];

/**
 * Brings an object that a client sent into the shape in which it is handled, in place: metadata as
 * ObjectMeta holds it, unknown fields pruned, defaults filled in.
 *
 * @returns `unknown field "PATH"` for each field that was dropped
 * @throws ApiError 400 where a field cannot be read
 * @throws TooLargeError
 */
export function prepareObject(endpoint: Endpoint, object: JsonObject): string[] {
  const { kind, version } = endpoint.resource;
  try {
    const metadata = object['metadata'] ?? {};
    const unknownMetadata = coerceObjectMeta(metadata, 'metadata');
    object['metadata'] = metadata;
    if (isJsonObject(metadata)) dropEmpty(metadata);
    const unknown = endpoint.schema.prune(object);
    // Said before all that is done with an object, which takes long for a large one.
    assertStorable(object);
    endpoint.schema.default(object);
    return [...unknownMetadata, ...unknown].map((path) => `unknown field ${JSON.stringify(path)}`);
  } catch (error) {
    if (!(error instanceof ObjectMetaTypeError) && !(error instanceof EmbeddedResourceError)) {
      throw error;
    }
    const prefix = `${kind} in version ${JSON.stringify(version)} cannot be handled as a ${kind}`;
    // Go names the way to the metadata of its own kinds.
    const reason = endpoint.strategy.isCustom
      ? error.message
      : error.message.replace(
          'Go struct field ObjectMeta.',
          'Go struct field ObjectMeta.metadata.',
        );
    throw badRequest(`${prefix}: ${reason}`);
  }
}

/** Go leaves empty strings out. */
function dropEmpty(metadata: JsonObject): void {
  for (const field of MAY_BE_EMPTY) {
    if (metadata[field] === '') Reflect.deleteProperty(metadata, field);
  }
}
