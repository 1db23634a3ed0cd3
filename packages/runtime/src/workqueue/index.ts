export {
  createBucketRateLimiter,
  createDefaultRateLimiter,
  createExponentialRateLimiter,
  createMaxOfRateLimiter,
} from './rate-limiter.js';
export type {
  BucketRateLimiterOptions,
  DefaultRateLimiterOptions,
  ExponentialRateLimiterOptions,
  RateLimiter,
} from './rate-limiter.js';
export { createWorkQueue } from './work-queue.js';
export type { AddKeyOptions, WorkQueue, WorkQueueOptions } from './work-queue.js';
