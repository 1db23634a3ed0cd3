/** `@vmgen/runtime/prometheus`: metrics of the runtime in a registry of prom-client. */
export {
  createPrometheusMetrics,
  createPrometheusRegistry,
  type PrometheusClientRegistry,
  type PrometheusRegistry,
  type PrometheusRegistryOptions,
} from './create-prometheus-metrics.js';
