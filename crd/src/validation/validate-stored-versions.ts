import type { CustomResourceDefinitionVersion } from '../definition/custom-resource-definition.js';
import type { FieldError } from '../field/field-error.js';
import { asJson, invalid } from '../field/field-errors.js';
import { index } from '../field/field-path.js';

/**
 * Validates the versions in which objects may be stored: all must be in the spec, and the storage
 * version must be among them.
 */
export function validateStoredVersions(
  stored: readonly string[],
  versions: readonly CustomResourceDefinitionVersion[],
): FieldError[] {
  const path = 'status.storedVersions';
  const printed = asJson(stored.length === 0 ? null : [...stored]);
  if (stored.length === 0) return [invalid(path, printed, 'must have at least one stored version')];
  // Each name with its last position.
  const missing = new Map(stored.map((name, i) => [name, i]));
  const errors: FieldError[] = [];
  for (const { name, storage } of versions) {
    // As upstream: the second occurrence of a name finds its entry already removed.
    if (!missing.delete(name) && storage) {
      errors.push(invalid(path, printed, `must have the storage version ${name}`));
    }
  }
  for (const [name, place] of missing) {
    const text = `missing from spec.versions; ${name} was previously a storage version, and must remain in spec.versions until a storage migration ensures no data remains persisted in ${name} and removes ${name} from status.storedVersions`;
    errors.push(invalid(index(path, place), name, text));
  }
  return errors;
}
