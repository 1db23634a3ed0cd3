import { randomUuid } from '@vmgen/runtime/async';
import { clusterView } from './cluster-view.js';
import { commit, timestamp } from './commit.js';
import { validateNew } from './create-object.js';
import { decoded, notHandled } from './decoded.js';
import { metadataOf } from '../resource/object-meta.js';
import { prepareObject } from './prepare-object.js';
import type { JsonObject } from '@vmgen/base/json';
import type { RequestContext } from './request-context.js';

/**
 * Stores an object as a cluster may contain it, including its status and deletion timestamp. Sets
 * defaults and validates as for a new object.
 *
 * @throws ApiError 400, 422
 */
export function seedObject(context: RequestContext, object: JsonObject): void {
  const { endpoint, clock, registry } = context;
  const { resource, strategy } = endpoint;
  decoded(
    () => prepareObject(context, object),
    (reason) => notHandled(resource, resource.kind, reason),
  );
  const metadata = metadataOf(object);
  delete metadata['resourceVersion'];
  if (resource.namespaced) metadata['namespace'] ??= 'default';
  metadata['uid'] ??= randomUuid(registry.random);
  metadata['creationTimestamp'] ??= timestamp(clock);
  if (strategy.tracksGeneration) metadata['generation'] ??= 1;
  const { status } = object;
  strategy.prepareForCreate?.(object, clusterView(context), () => undefined);
  if (status !== undefined) object['status'] = status;
  validateNew(context, object);
  // A conversion is not called: the object is stored in its own version.
  commit(endpoint.conversion?.unconverted(object) ?? endpoint, object);
}
