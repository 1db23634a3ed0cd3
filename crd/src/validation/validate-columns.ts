import { appendAll } from '@vmgen/base/json';
import type { CustomResourceColumnDefinition } from '../definition/custom-resource-definition.js';
import type { FieldError } from '../field/field-error.js';
import { invalid, required } from '../field/field-errors.js';
import { child, index } from '../field/field-path.js';

const TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Validates the additional printer columns. */
export function validateColumns(
  columns: readonly CustomResourceColumnDefinition[] | undefined,
  path: string,
): FieldError[] {
  return (columns ?? []).flatMap((column, i) => validateColumn(column, index(path, i)));
}

function validateColumn(
  column: Partial<CustomResourceColumnDefinition>,
  path: string,
): FieldError[] {
  const { name = '', type = '', format = '', jsonPath = '' } = column;
  const errors: FieldError[] = [];
  if (name === '') errors.push(required(child(path, 'name')));
  const typeText = `must be one of ${TYPES.join(',')}`;
  if (type === '') errors.push(required(child(path, 'type'), typeText));
  else if (!TYPES.includes(type)) errors.push(invalid(child(path, 'type'), type, typeText));
  if (format !== '' && !FORMATS.includes(format)) {
    const text = `must be one of ${FORMATS.join(',')}`;
    errors.push(invalid(child(path, 'format'), format, text));
  }
  const jsonPathPath = child(path, 'JSONPath');
  if (jsonPath === '') errors.push(required(jsonPathPath));
  else appendAll(errors, validateSimpleJsonPath(jsonPath, jsonPathPath));
  return errors;
}

/** Validates a JSON path. The API server only requires the leading dot. */
export function validateSimpleJsonPath(jsonPath: string, path: string): FieldError[] {
  if (jsonPath.startsWith('.')) return [];
  return [invalid(path, jsonPath, 'must be a simple json path starting with .')];
}
