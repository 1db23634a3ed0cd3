export { bucketRateLimiter } from './bucket-rate-limiter.js';
export { defaultRateLimiter } from './default-rate-limiter.js';
export { exponentialRateLimiter } from './exponential-rate-limiter.js';
export { maxOfRateLimiter } from './max-of-rate-limiter.js';
export type { RateLimiter } from './rate-limiter.js';
export { createWorkQueue } from './work-queue.js';
export type { AddOptions, WorkQueue, WorkQueueOptions } from './work-queue.js';
export type { WorkQueueMetrics } from './work-queue-metrics.js';
