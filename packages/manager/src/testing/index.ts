/** `@vmgen/manager/testing`: runs a manager in a test, and checks conversions with random objects. */
export {
  checkConversion,
  type CheckConversionOptions,
  type VersionSchemas,
} from './check-conversion.js';
export {
  createTestManager,
  type TestManager,
  type TestManagerOptions,
} from './create-test-manager.js';
export type { ReconcileFailure } from '../reconcile/controller-options.js';
export type { FieldValues, ObjectSchema, RandomSource } from './random-object.js';
