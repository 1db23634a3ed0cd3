export { childAbort, type ChildAbort } from './child-abort.js';
export {
  pause,
  sleep,
  systemClock,
  type Clock,
  type ClockTimer,
  type SleepOptions,
} from './clock.js';
export { onAbort } from './on-abort.js';
export { poll, within, type PollOptions, type TimeLimit } from './poll.js';
export { randomHex, randomUuid, type Random } from './random.js';
export { TokenBucket, type TokenBucketOptions } from './token-bucket.js';
export type { WaitOptions } from './wait-options.js';
