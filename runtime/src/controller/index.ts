export { enqueueObjects } from './enqueue-objects.js';
export { runWorkers } from './run-workers.js';
export type { ReconcileContext, Reconciler, Result, RunWorkersOptions } from './run-workers.js';
export { TerminalError } from './terminal-error.js';
