import type { JsonObject } from '@vmgen/base/json';
import { forbidden } from '../errors/status-error.js';
import type { Endpoint } from '../resource/endpoint.js';
import { isDeleting, metaString } from '../resource/object-meta.js';
import type { Registry } from './registry.js';

/**
 * Rejects the creation of an object whose CustomResourceDefinition is being deleted.
 *
 * @throws ApiError 403
 */
export function checkDefinitionOpen(
  registry: Registry,
  { resource }: Endpoint,
  object: JsonObject,
): void {
  if (!resource.isCustom) return;
  const definitions = registry.lookup('apiextensions.k8s.io', 'v1', 'customresourcedefinitions');
  const definition = definitions?.store.get(`${resource.plural}.${resource.group}`);
  if (definition === undefined || !isDeleting(definition.object)) return;
  const why = 'create not allowed while custom resource definition is terminating';
  throw forbidden(resource, metaString(object, 'name'), why);
}
