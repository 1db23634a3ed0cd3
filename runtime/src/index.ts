/** `@vmgen/runtime`: what the code that vmgen generates stands on. */
export * from './api/index.js';
export * from './cache/index.js';
export * from './client/index.js';
export {
  sleep,
  systemClock,
  type Clock,
  type ClockTimer,
  type SleepOptions,
} from './async/clock.js';
export { poll, type PollOptions, type TimeLimit } from './async/poll.js';
export type { WaitOptions } from './async/wait-options.js';
export * from './controller/index.js';
export { createLogger, type LoggerOptions } from './logging/create-logger.js';
export * from './events/index.js';
export * from './leaderelection/index.js';
export { silentLogger, type LogFields, type Logger } from './logging/logger.js';
export * from './meta/index.js';
export * from './metrics/index.js';
export * from './process/index.js';
export * from './tracing/index.js';
export * from './transport/index.js';
export { version } from './transport/version.js';
export * from './workqueue/index.js';
