export type { CachedReader } from './cached-reader.js';
export {
  createCache,
  readerOf,
  type Cache,
  type CachedKinds,
  type ScopedKind,
} from './create-cache.js';
export type { Cached } from './cached.js';
export { MassDeletionError } from './deletion-guard.js';
export type { DeletionGuardOptions } from './deletion-guard.js';
export { createInformerFactory } from './informer-factory.js';
export type {
  InformerFactory,
  InformerFactoryOptions,
  InformerScope,
  ResolvedScope,
} from './informer-factory.js';
export type {
  DeletionInfo,
  HandlerOptions,
  HandlerRegistration,
  InformerHandler,
} from './informer-handler.js';
export { NAMESPACE_INDEX, namespaceIndex } from './index-set.js';
export type { IndexErrorHandler, Indexers, IndexFunction } from './index-set.js';
export type { LabelQuery, Lister, NamespacedLister } from './lister.js';
export type { PendingWrite } from './own-writes.js';
export { createSharedInformer } from './shared-informer.js';
export type { SharedInformer } from './shared-informer.js';
export type {
  ObjectTransform,
  InformerErrorHandler,
  SharedInformerOptions,
} from './shared-informer-options.js';
export type { Store } from './store.js';
export type { SyncOptions } from './sync-limit.js';
export { waitFor, type WaitCondition, type WaitSource } from './wait-for.js';
