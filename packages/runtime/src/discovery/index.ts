export type {
  ApiGroup,
  ApiResource,
  ApiSubresource,
  ApiVersion,
  DiscoveredApi,
  DiscoveryFailure,
} from './api-resource.js';
export {
  createDiscoveryClient,
  type DiscoveryClient,
  type ServerVersion,
} from './discovery-client.js';
export {
  createDynamicClient,
  type DynamicClient,
  type DynamicClientOptions,
  type ForObjectOptions,
  type ObjectIdentity,
} from './dynamic-client.js';
export type { KindQuery } from './find-resource.js';
export { createRestMapper, type RestMapper, type RestMapperOptions } from './rest-mapper.js';
