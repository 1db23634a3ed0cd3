import { documentationOf } from '../../markers/documentation.js';
import { DiagnosticList } from '../../diagnostics/diagnostic-list.js';
import { reportSuspiciousLine } from '../../markers/suspicious-line.js';
import { splitComment } from '../../markers/language/marker-text.js';
import type { MarkerRegistry } from '../../markers/registry.js';
import { isPrintable } from './marker-line.js';

const POSITION = { file: '', line: 1, column: 1 };

/** Follows the documentation in the same comment. */
const MARKER = '+optional';

/**
 * Whether JSDoc preserves a text: none of its lines is dropped, parsed as a marker or tag, or reported as
 * suspicious, and it leaves no code fence open, which would make the markers below it code.
 */
export function isDocText(text: string, registry: MarkerRegistry): boolean {
  const lines = text.split('\n');
  const isPlain = lines.every(
    (line) => line === line.trimEnd() && isPrintable(line.replaceAll('\t', ' ')),
  );
  if (!isPlain || text.includes('*/')) return false;
  const comment = [...lines, MARKER].map((line) => ({
    text: line,
    position: POSITION,
    isDoc: true,
  }));
  const { markers, prose, others } = splitComment({ lines: comment, isAdjacent: true });
  if (markers.length !== 1 || documentationOf(prose) !== text) return false;
  const diagnostics = new DiagnosticList();
  for (const line of others) reportSuspiciousLine(line, registry, diagnostics);
  return diagnostics.sorted().length === 0;
}
