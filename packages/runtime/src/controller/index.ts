export { enqueueObjects, type EnqueueOptions, type KeysOf } from './enqueue-objects.js';
export { filterHandler } from './filter-handler.js';
export type { ObjectEvent } from './object-event.js';
export { ownerKeys, type OwnerKeysOptions } from './owner-keys.js';
export { predicates } from './namespaces.js';
export type { MetaPredicate, Predicate } from './predicate.js';
export { runWorkers } from './run-workers.js';
export type {
  ReconcileContext,
  KeyReconciler,
  ReconcileResult,
  RunWorkersOptions,
  WorkersQueue,
} from './run-workers.js';
export { TerminalError } from './terminal-error.js';
