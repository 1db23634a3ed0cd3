export type {
  ClusterConfig,
  Credentials,
  Impersonation,
  RequestCredentials,
} from './cluster-config.js';
export { TransportTimeoutError } from '../errors/transport-timeout-error.js';
export {
  createHttpTransport,
  type HttpTransport,
  type HttpTransportOptions,
  type TransportStats,
} from './http-transport.js';
export { interceptTransport, type Interceptor } from './intercept-transport.js';
export { loadKubeConfig, type LoadKubeConfigOptions } from './load-kube-config.js';
export { staticTextSource, fileTextSource, type TextSource } from './text-source.js';
export { bearerTokenCredentials } from './credentials.js';
export type {
  Transport,
  TransportRequest,
  TransportResponse,
  UpgradeResponse,
} from './transport.js';
