/**
 * `@vmgen/apiserver/browser`: the server for pages and workers. It needs nothing of Node.
 */
export {
  createApiServer,
  type BrowserApiServerOptions,
  type BuiltInData,
} from './create-api-server.js';
export type { ApiServer, ObjectChange } from '../server/api-server.js';
export type { ServerSnapshot } from '../registry/server-snapshot.js';
export type { ServerAddress } from '../request/server-address.js';
export type { Impersonation } from '../request/impersonation.js';
export type { RequestUser } from '../request/request-user.js';
export type { ServedResource, ServedSubresource } from '../resource/served-resource.js';
export type { WebhookHandler } from '../admission/webhook-client.js';
export type { RuntimeConfig } from '../built-in/built-in-resources.js';
export type { CustomResourceDefinition, PlainCustomResourceDefinition } from '@vmgen/crd';
