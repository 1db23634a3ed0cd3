import { parseQuantity } from '@vmgen/runtime';
import type { JsonObject } from '@vmgen/crd/internal/json';
import { isDns1123Subdomain } from '@vmgen/crd/internal';
import type { ErrorList } from './error-list.js';
import { objectAt, textIn, textsIn } from './fields.js';
import { checkSelector } from './selector-rules.js';

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];

/** Judges what a claim of a volume asks for (ValidatePersistentVolumeClaimSpec). */
export function checkClaimSpec(errors: ErrorList, path: string, spec: JsonObject): void {
  const modes = textsIn(spec, 'accessModes');
  if (modes.length === 0) {
    errors.required(`${path}.accessModes`, 'at least 1 access mode is required');
  }
  checkSelector(errors, `${path}.selector`, objectAt(spec, 'selector'));
  checkAccessModes(errors, `${path}.accessModes`, modes);
  const storage = textIn(objectAt(spec, 'resources', 'requests'), 'storage');
  if (storage === '') {
    errors.required(`${path}.resources[storage]`);
  } else if (parseQuantity(storage).toNanos() <= 0n) {
    errors.invalid(`${path}.resources[storage]`, storage, 'must be greater than zero');
  }
  const storageClass = textIn(spec, 'storageClassName');
  if (storageClass !== '') {
    errors.problems(`${path}.storageClassName`, storageClass, isDns1123Subdomain(storageClass));
  }
  errors.oneOf(`${path}.volumeMode`, spec['volumeMode'], ['Block', 'Filesystem']);
}

/** Judges how a volume may be mounted. */
export function checkAccessModes(errors: ErrorList, path: string, modes: readonly string[]): void {
  for (const mode of modes) errors.oneOf(path, mode, ACCESS_MODES);
  if (modes.includes('ReadWriteOncePod') && modes.length > 1) {
    const detail = 'may not use ReadWriteOncePod with other access modes';
    errors.forbidden(path, detail);
  }
}
