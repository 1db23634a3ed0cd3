import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject, getString } from './fields.js';

/** resource.k8s.io ResourceSlice. */
export const resourceSliceStrategy: BuiltInStrategy = {
  warningsOf(object) {
    const driver = getString(getObject(object, 'spec'), 'driver');
    if (driver === driver.toLowerCase()) return [];
    const problem = `${JSON.stringify(driver)} contains uppercase characters`;
    return [`spec.driver: driver names should be lowercase; ${problem}`];
  },
};
