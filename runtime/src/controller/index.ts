export { enqueueObjects } from './enqueue-objects.js';
export { runWorkers } from './run-workers.js';
export type {
  ReconcileContext,
  Reconciler,
  ReconcileResult,
  RunWorkersOptions,
  WorkersQueue,
} from './run-workers.js';
export { TerminalError } from './terminal-error.js';
