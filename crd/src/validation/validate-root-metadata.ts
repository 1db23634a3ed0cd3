import type { FieldError } from '../field/field-error.js';
import { forbidden } from '../field/field-errors.js';
import type { JSONSchemaProps } from '@vmgen/base/schema';

const ALLOWED = ['type', 'default', 'properties'];
const RESTRICTABLE = ['name', 'generateName'];

/**
 * Validates the metadata of the root: it may constrain only name and generateName. The API
 * specifies everything else, including the description.
 */
export function validateRootMetadata(metadata: JSONSchemaProps, path: string): FieldError[] {
  const isBare = Object.entries(metadata).every(
    ([name, value]) => ALLOWED.includes(name) || isZero(value),
  );
  const onlyNames = Object.keys(metadata.properties ?? {}).every((name) =>
    RESTRICTABLE.includes(name),
  );
  if (isBare && onlyNames) return [];
  const text =
    'must not specify anything other than name and generateName, but metadata is implicitly specified';
  return [forbidden(path, text)];
}

/** Whether the field has Go's zero value. */
function isZero(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false;
}
