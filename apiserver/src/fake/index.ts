export {
  createFakeTransport,
  type FakeTransport,
  type FakeTransportOptions,
} from './create-fake-transport.js';
export type { Action, Reaction, Reactor, WatchReactor } from './action.js';
