export {
  createFakeTransport,
  type FakeTransport,
  type FakeTransportOptions,
} from './create-fake-transport.js';
export type { Action, FakeWatchEvent, Reaction, Reactor, WatchReactor } from './action.js';
