export { ApiServer } from './api-server.js';
export type { ApiServerOptions } from './api-server.js';
export type { ServedResource, ServedSubresource } from './registry/served-resource.js';
export * from './http/index.js';
