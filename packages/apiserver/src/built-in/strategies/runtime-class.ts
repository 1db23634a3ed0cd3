import { isDns1123Label } from '@vmgen/base/text';
import type { BuiltInStrategy } from './built-in-strategy.js';

/** node/v1 RuntimeClass. Its handler is immutable. */
export const runtimeClassStrategy: BuiltInStrategy = {
  validate(object, live) {
    const handler = object.at('handler');
    handler.checkRequired(isDns1123Label);
    if (live !== undefined) handler.immutable(live['handler'], null);
  },
};
