export {
  startHttpsServer,
  type HttpsServerOptions,
  type RunningServer,
} from './start-https-server.js';
export type { RequestHandler } from './request-listener.js';
