/** `@vmgen/manager/testing`: runs a manager in a test. */
export {
  startTestManager,
  type TestManager,
  type TestManagerOptions,
} from './start-test-manager.js';
