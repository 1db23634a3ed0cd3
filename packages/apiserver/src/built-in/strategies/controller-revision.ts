import type { BuiltInStrategy } from './built-in-strategy.js';

/** apps/v1 ControllerRevision. Its data is immutable. */
export const controllerRevisionStrategy: BuiltInStrategy = {
  validate(object, live) {
    const data = object.at('data');
    if (data.value === undefined || data.value === null) data.required('data is mandatory');
    else if (!data.isObject) data.required('data must be a valid JSON object');
    object.at('revision').nonNegative();
    if (live !== undefined) data.immutable(live['data']);
  },
};
