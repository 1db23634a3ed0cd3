export {
  startHealthServer,
  type HealthCheck,
  type HealthServer,
  type HealthServerOptions,
  type HealthServerPage,
} from './health-server.js';
