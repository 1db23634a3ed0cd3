import type { CustomResourceColumnDefinition } from '../definition/custom-resource-definition.js';
import type { FieldReport } from '../field/field-report.js';

const TYPES = ['boolean', 'date', 'integer', 'number', 'string'];
const FORMATS = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];

/** Validates an additional printer column. */
export function validateColumn(
  column: Partial<CustomResourceColumnDefinition>,
  at: FieldReport,
): void {
  const { name = '', type = '', format = '', jsonPath = '' } = column;
  if (name === '') at.at('name').required();
  const typeText = `must be one of ${TYPES.join(',')}`;
  if (type === '') at.at('type').required(typeText);
  else if (!TYPES.includes(type)) at.at('type').invalid(typeText, type);
  if (format !== '' && !FORMATS.includes(format)) {
    at.at('format').invalid(`must be one of ${FORMATS.join(',')}`, format);
  }
  if (jsonPath === '') at.at('JSONPath').required();
  else validateSimpleJsonPath(jsonPath, at.at('JSONPath'));
}

/**
 * Validates a JSON path. The API server only requires the leading dot.
 *
 * @returns whether it is valid
 */
export function validateSimpleJsonPath(jsonPath: string, at: FieldReport): boolean {
  if (jsonPath.startsWith('.')) return true;
  at.invalid('must be a simple json path starting with .', jsonPath);
  return false;
}
