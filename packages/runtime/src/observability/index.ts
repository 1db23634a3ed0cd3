/** `@vmgen/runtime/observability`: logs, and the interfaces for metrics and traces. */
export { createLogger, type LoggerOptions } from '../logging/create-logger.js';
export { errorText } from '../logging/error-text.js';
export { printable } from '../logging/printable.js';
export { silentLogger, type LogFields, type Logger } from '../logging/logger.js';
export * from '../metrics/index.js';
export * from '../tracing/index.js';
