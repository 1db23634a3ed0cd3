import { isJsonObject } from '@vmgen/base/json';
import { selectorIn } from '../../resource/label-selector.js';
import type { BuiltInStrategy } from './built-in-strategy.js';

/** Kinds whose scale subresource shows `spec.replicas` and `spec.selector`. */
export const SCALED: BuiltInStrategy = {
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    selectorOf: ({ spec }) =>
      selectorIn(isJsonObject(spec) ? spec['selector'] : undefined)?.toString() ?? '',
  },
};
