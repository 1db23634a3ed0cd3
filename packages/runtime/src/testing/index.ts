export { createFakeClock, type FakeClock, type FakeClockOptions } from './fake-clock.js';
export { createFakeRandom } from './fake-random.js';
