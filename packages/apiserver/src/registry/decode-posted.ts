import type { JsonObject } from '@vmgen/base/json';
import { unknownResource } from '../errors/status-error.js';
import { setNamespace } from './create-object.js';
import { decoded, notHandled, otherKind } from './decoded.js';
import { namedKindOf, namedTypeOr, parseBodyValue, reportStrict } from './decode-body.js';
import { unknownField } from './prepare-object.js';
import type { RequestContext } from './request-context.js';
import { groupVersionOf } from '../resource/served-resource.js';
import { parseWriteOptions } from './write-options.js';

/** A version that is accepted although it is not served. */
const OLD_EVICTION = 'policy/v1beta1';

/**
 * Decodes an object whose kind is not that of the resource, such as an Eviction, from a POST to a
 * subresource.
 *
 * @throws ApiError 400
 */
export function decodePosted(context: RequestContext): JsonObject {
  const { endpoint, info, registry } = context;
  const served = endpoint.resource.subresources.find(({ name }) => name === info.subresource);
  if (served?.component === undefined) throw unknownResource();
  const { fieldValidation } = parseWriteOptions(context, 'CreateOptions');
  const object = parseBodyValue(context);
  const own = { kind: served.kind, apiVersion: groupVersionOf(served) };
  const named = namedTypeOr(own, object);
  const isOwn = named.apiVersion === own.apiVersion || named.apiVersion === OLD_EVICTION;
  if (!isOwn || named.kind !== own.kind) {
    throw notHandled(namedKindOf(named), own.kind, otherKind(named, own));
  }
  const schema = registry.builtIn.types.schemaOf(served.component, {});
  object['metadata'] ??= {};
  const unknown = decoded(
    () => schema.prune(object),
    (reason) => notHandled(served, served.kind, reason),
  );
  reportStrict(context, fieldValidation, served, unknown.map(unknownField));
  schema.default(object);
  setNamespace(context, object);
  return Object.assign(object, own);
}
