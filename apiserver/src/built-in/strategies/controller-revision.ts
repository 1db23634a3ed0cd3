import type { BuiltInStrategy } from './built-in-strategy.js';
import { ErrorList } from './error-list.js';
import { sameJson } from './workload-rules.js';

/** apps/v1 ControllerRevision. Its data is immutable. */
export const controllerRevisionStrategy: BuiltInStrategy = {
  skipSchemaValidation: true,
  validate(object, live) {
    const errors = new ErrorList();
    const { data, revision } = object;
    if (data === undefined || data === null) errors.required('data', 'data is mandatory');
    errors.nonNegative('revision', revision);
    if (live !== undefined) errors.immutable('data', sameJson(data, live['data']), data);
    return errors.errors;
  },
};
