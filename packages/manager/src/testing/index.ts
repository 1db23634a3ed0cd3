/** `@vmgen/manager/testing`: runs a manager in a test. */
export {
  createTestManager,
  type TestManager,
  type TestManagerOptions,
} from './create-test-manager.js';
export type { ReconcileFailure } from '../reconcile/controller-options.js';
