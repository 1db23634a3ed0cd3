export { createApiServer } from './server/api-server.js';
export type { ApiServer } from './server/api-server.js';
export type { ApiServerOptions } from './server/api-server-options.js';
export type { ServerAddress } from './request/server-address.js';
export type { RequestUser } from './request/request-user.js';
export type { ServedResource, ServedSubresource } from './resource/served-resource.js';
export * from './http/index.js';
export type { WebhookHandler, WebhookOptions } from './admission/webhook-client.js';
export type { RuntimeConfig } from './built-in/built-in-resources.js';
