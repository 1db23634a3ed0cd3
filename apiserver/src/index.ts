export { ApiServer } from './server/api-server.js';
export type { ApiServerOptions } from './server/api-server.js';
export type { ServedResource, ServedSubresource } from './resource/served-resource.js';
export * from './http/index.js';
