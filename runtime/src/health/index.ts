export {
  startHealthServer,
  type HealthCheck,
  type HealthServer,
  type HealthServerOptions,
} from './health-server.js';
