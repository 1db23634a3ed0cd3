export { sleep, systemClock, type Clock, type ClockTimer, type SleepOptions } from './clock.js';
export { poll, type PollOptions, type TimeLimit } from './poll.js';
export type { WaitOptions } from './wait-options.js';
