export type { CustomResourceDefinition, PlainCustomResourceDefinition } from '@vmgen/crd';
export {
  createFakeTransport,
  type FakeTransport,
  type FakeTransportOptions,
  type RestrictedTransport,
  type RoleOptions,
} from './create-fake-transport.js';
export type {
  FakeAction,
  FakeReaction,
  FakeReactor,
  FakeWatchEvent,
  FakeWatchReactor,
} from './fake-action.js';
export type { RoleObject } from './role-rules.js';
export type { RoleRule } from '../authorization/role-rule.js';
export type { RequestVerb } from '../request/request-info.js';
export type { FakeActionFilter } from './reactor-chain.js';
