import type { JsonObject } from '@vmgen/base/json';
import { fraction } from './fraction-warnings.js';
import { getObject } from './fields.js';

/** Returns the warnings for the spec of a PersistentVolumeClaim: amounts with fractions of a byte. */
export function claimWarnings(path: string, spec: JsonObject): string[] {
  return ['requests', 'limits'].flatMap((list) =>
    fraction(`${path}.resources.${list}`, getObject(spec, 'resources', list), 'storage'),
  );
}

const BETA_CLASS = 'volume.beta.kubernetes.io/storage-class';

/** Returns the warning for the annotation of a claim or volume that names a storage class. */
export function storageClassWarnings(object: JsonObject): string[] {
  const isSet = Object.hasOwn(getObject(object, 'metadata', 'annotations'), BETA_CLASS);
  const text = 'deprecated since v1.8; use "storageClassName" attribute instead';
  return isSet ? [`metadata.annotations[${BETA_CLASS}]: ${text}`] : [];
}
