export { enqueueObjects, type EnqueueOptions, type KeysOf } from './enqueue-objects.js';
export { filtered } from './filtered.js';
export type { ObjectEvent } from './object-event.js';
export { ownerKeys, type OwnerKeysOptions } from './owner-keys.js';
export {
  and,
  annotationsChanged,
  finalizersChanged,
  generationChanged,
  labelsChanged,
  not,
  objectMatches,
  or,
  resourceVersionChanged,
  type MetaPredicate,
  type Predicate,
} from './predicates.js';
export { runWorkers } from './run-workers.js';
export type {
  ReconcileContext,
  Reconciler,
  ReconcileResult,
  RunWorkersOptions,
  WorkersQueue,
} from './run-workers.js';
export { TerminalError } from './terminal-error.js';
