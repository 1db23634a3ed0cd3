export { createResourceClient, type ResourceClientOptions } from './create-resource-client.js';
export {
  createOrPatch,
  patchStatus,
  type CreateOrPatchOptions,
  type Mutate,
  type WriteResult,
} from './create-or-patch.js';
export { ensureFinalizer, releaseFinalizer, type FinalizerClient } from './write-finalizer.js';
export type { JsonPatchOperation, JsonPointer } from './json-patch.js';
export {
  createMetadataClient,
  type MetadataClient,
  type MetadataResource,
  type PartialObjectMetadata,
} from './create-metadata-client.js';
export * from './errors.js';
export { extractApplyConfiguration, type ExtractOptions } from './extract-apply-configuration.js';
export type { ListWatchClient } from './list-watch-client.js';
export * from './options.js';
export { apiVersionOf, type AnyResourceDefinition, type ResourceDefinition } from './resource.js';
export * from './resource-client.js';
export { retryOnConflict, type RetryOptions } from './retry-on-conflict.js';
