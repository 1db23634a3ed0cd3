import type { JsonObject } from '@vmgen/base/json';
import { unknownResource } from '../errors/status-error.js';
import { decoded, notHandled } from './decoded.js';
import { unknownField } from './prepare-object.js';
import { parseBodyValue, reportStrict } from './decode-body.js';
import type { FieldValidation } from './write-options.js';
import type { RequestContext } from './request-context.js';
import { groupVersionOf } from '../resource/served-resource.js';

/**
 * Decodes an object whose kind is not that of the resource, such as an Eviction, from a POST to a
 * subresource.
 *
 * @throws ApiError 400
 */
export function decodePosted(
  context: RequestContext,
  validation: FieldValidation = 'Ignore',
): JsonObject {
  const { endpoint, info, registry } = context;
  const served = endpoint.resource.subresources.find(({ name }) => name === info.subresource);
  if (served?.component === undefined) throw unknownResource();
  const object = parseBodyValue(context);
  const schema = registry.builtIn.types.schemaOf(served.component, {});
  object['metadata'] ??= {};
  const unknown = decoded(
    () => schema.prune(object),
    (reason) => notHandled(served, served.kind, reason),
  );
  reportStrict(context, validation, served, unknown.map(unknownField));
  schema.default(object);
  object['kind'] = served.kind;
  object['apiVersion'] = groupVersionOf(served);
  return object;
}
