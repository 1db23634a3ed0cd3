import { isDns1123Label } from '@vmgen/base/text';
import type { BuiltInStrategy } from './built-in-strategy.js';
import { getObject } from './fields.js';
import { DEPRECATED_LABELS } from './node-label-warnings.js';

/** node/v1 RuntimeClass. Its handler is immutable. */
export const runtimeClassStrategy: BuiltInStrategy = {
  validate(object, live) {
    const handler = object.at('handler');
    handler.checkRequired(isDns1123Label);
    if (live !== undefined) handler.immutable(live['handler'], null);
  },
  warningsOf: (object) =>
    Object.keys(getObject(object, 'scheduling', 'nodeSelector')).flatMap((key) => {
      const text = DEPRECATED_LABELS.get(key);
      return text === undefined ? [] : [`scheduling.nodeSelector: ${text}`];
    }),
};
