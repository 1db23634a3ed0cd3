import type { Clock } from '@vmgen/runtime';
import type { JsonObject } from '@vmgen/base/json';
import { isPathSegment } from '@vmgen/base/text';
import { forbidden, internalError, notFound } from '../errors/status-error.js';
import { commit, removeObject, timestamp } from './commit.js';
import type { Endpoint } from '../resource/endpoint.js';
import {
  finalizersOf,
  generationOf,
  isDeleting,
  metadataOf,
  metaString,
} from '../resource/object-meta.js';
import type { Registry } from './registry.js';

const namespaces = { group: '', plural: 'namespaces' };

/**
 * Rejects the creation of an object in a namespace that does not exist or is being deleted.
 *
 * @throws ApiError 404 or 403, and 500 if its name cannot be a segment of a path
 */
export function checkNamespaceOpen(
  registry: Registry,
  { resource }: Endpoint,
  object: JsonObject,
): void {
  if (!resource.namespaced) return;
  const name = metaString(object, 'namespace');
  const namespace = registry.namespaces.store.get(name);
  if (namespace === undefined) {
    const problems = isPathSegment(name).join(', ');
    if (problems === '') throw notFound(namespaces, name);
    throw internalError(`invalid resource name ${JSON.stringify(name)}: [${problems}]`);
  }
  if (!isDeleting(namespace.object)) return;
  const why = `unable to create new content in namespace ${name} because it is being terminated`;
  const own = metaString(object, 'name') || metaString(object, 'generateName') || 'Unknown';
  throw forbidden(resource, own, why, [
    {
      reason: 'NamespaceTerminating',
      message: `namespace ${name} is being terminated`,
      field: 'metadata.namespace',
    },
  ]);
}

/**
 * Deletes an object, or marks it as deleted if finalizers delay the removal.
 *
 * @returns whether it was removed
 */
export function deleteContent(endpoint: Endpoint, object: JsonObject, clock: Clock): boolean {
  if (finalizersOf(object).length === 0) {
    removeObject(endpoint, object);
    return true;
  }
  if (isDeleting(object)) return false;
  const metadata: JsonObject = {
    ...metadataOf(object),
    deletionTimestamp: timestamp(clock),
    deletionGracePeriodSeconds: 0,
  };
  if (generationOf(object) > 0) metadata['generation'] = generationOf(object) + 1;
  commit(endpoint, { ...object, metadata });
  return false;
}
