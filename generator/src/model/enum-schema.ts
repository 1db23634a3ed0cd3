import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { Literal } from '../types/type.js';
import { invalidSchema, type Schema } from '../schema/schema.js';

const PLURALS = [
  ['string', 'strings'],
  ['number', 'numbers'],
  ['boolean', 'booleans'],
] as const;

/** The schema of literals, which must have the same type. */
export function enumSchema(
  values: readonly Literal[],
  position: SourcePosition,
  diagnostics: DiagnosticList,
): Schema {
  const base = { position, keywords: { enum: [...values] }, origins: {} };
  const types = PLURALS.filter(([type]) => values.some((value) => typeof value === type));
  if (types.length > 1) {
    diagnostics.error(
      'VMGEN4303',
      position,
      `the union mixes ${types.map(([, plural]) => plural).join(' and ')}`,
      'use literals of one type, or IntOrString',
    );
    return invalidSchema(position);
  }
  const [type] = types[0] ?? [];
  if (type === 'string' || type === 'boolean') return { ...base, kind: type };
  return values.every((value) => Number.isInteger(value))
    ? { ...base, kind: 'integer' }
    : { ...base, kind: 'number', isOpen: false };
}
