import { isDns1123Label } from '@vmgen/base/text';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { getString } from './fields.js';

/** node/v1 RuntimeClass. Its handler is immutable. */
export const runtimeClassStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const handler = getString(object, 'handler');
    if (errors.given('handler', handler)) {
      errors.problems('handler', handler, isDns1123Label(handler));
    }
    if (live !== undefined) {
      errors.immutable('handler', handler === getString(live, 'handler'), null);
    }
    return errors.errors;
  },
};
