import type { Schema } from '../schema/schema.js';

/** What a printer column makes of values that it is not for. */
interface ColumnMismatch {
  /** What people see. */
  readonly shows: string;
  /** The type that shows the values. */
  readonly type: string;
}

const BLANK = 'kubectl shows nothing';

/** How a column of a type fails to show values of a schema; undefined where it shows them. */
export function columnMismatch(type: string, schema: Schema): ColumnMismatch | undefined {
  const right = columnType(schema);
  // A column of strings prints anything; the API server refuses a type that there is not.
  if (type === right || type === 'string' || !TYPES.includes(type)) return undefined;
  if (type === 'number' && right === 'integer') return undefined;
  if (type === 'integer' && right === 'number') {
    return { shows: 'kubectl cuts off what stands behind the point', type: right };
  }
  if (type === 'date' && schema.kind === 'string') {
    return { shows: 'kubectl shows <invalid> for what is no time', type: right };
  }
  return { shows: BLANK, type: right };
}

const TYPES: readonly string[] = ['integer', 'number', 'boolean', 'date'];

function columnType({ kind, keywords }: Schema): string {
  if (kind === 'integer' || kind === 'number' || kind === 'boolean') return kind;
  return kind === 'string' && keywords.format === 'date-time' ? 'date' : 'string';
}
