export { createFakeClock, type FakeClock, type FakeClockOptions } from './fake-clock.js';
