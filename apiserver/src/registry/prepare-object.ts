import { isJsonObject, type JsonObject } from '@vmgen/crd/internal/json';
import { coerceObjectMeta, ObjectMetaTypeError, EmbeddedResourceError } from '@vmgen/crd/internal';
import { badRequest } from '../errors/status-error.js';
import { heapBytes } from '../json/heap-bytes.js';
import { assertStorable } from './object-size.js';
import type { RequestContext } from './request-context.js';

const MAY_BE_EMPTY = ['name', 'generateName', 'namespace', 'uid', 'resourceVersion', 'selfLink'];

/**
 * What is done with an object takes time in proportion to the values in it, and so does the memory
 * that they take: 125,000 empty objects or 500,000 numbers use up the budget of a request.
 */
const HEAP_BYTES_PER_STEP = 1.6;

/** What is smaller cannot outgrow the limit of storage by its defaults. */
const LARGE_BYTES = 100_000;

/**
 * Brings an object that a client sent into the shape in which it is handled, in place: metadata as
 * ObjectMeta holds it, unknown fields pruned, defaults filled in.
 *
 * @returns `unknown field "PATH"` for each field that was dropped
 * @throws ApiError 400 where a field cannot be read
 * @throws TooLargeError
 * @throws WorkLimitError where the object holds too many values
 */
export function prepareObject({ endpoint, work }: RequestContext, object: JsonObject): string[] {
  const { kind, version } = endpoint.resource;
  try {
    const metadata = object['metadata'] ?? {};
    const unknownMetadata = coerceObjectMeta(metadata, 'metadata');
    object['metadata'] = metadata;
    if (isJsonObject(metadata)) dropEmpty(metadata);
    const unknown = endpoint.schema.prune(object);
    // Checked before defaulting and validation, which take long for a large object.
    const heap = heapBytes(object);
    assertStorable(object, heap);
    work.spend(heap / HEAP_BYTES_PER_STEP);
    endpoint.schema.default(object);
    // Each of tens of thousands of containers gets a dozen fields.
    if (heap > LARGE_BYTES) assertStorable(object);
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
