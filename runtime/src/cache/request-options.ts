import type { KubernetesObject } from '../meta/types.js';
import type { ReflectorOptions } from './reflector-options.js';
import type { SharedInformerOptions } from './shared-informer-options.js';

/** What every list and watch of an informer asks for. */
export function requestOptions<T extends KubernetesObject, N extends boolean>(
  options: SharedInformerOptions<T, N>,
): ReflectorOptions<T, N>['request'] {
  const { labelSelector, fieldSelector, keepManagedFields = false, parse } = options;
  return {
    omitManagedFields: !keepManagedFields,
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
    ...(parse === undefined ? {} : { parse }),
  };
}
