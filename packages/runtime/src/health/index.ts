export {
  startHealthServer,
  type HealthCheck,
  type HealthServer,
  type HealthServerCertificate,
  type HealthServerContent,
  type HealthServerOptions,
  type HealthServerPage,
} from './health-server.js';
