import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { LineMap } from '../text/line-map.js';
import { movedOffset, type FileFix } from './plan-fixes.js';

/** A file with its text before and after its edits. */
interface TriedFix extends FileFix {
  readonly source: string;
  readonly fixed: string;
}

/**
 * Returns why fixes cannot be applied: a file does not parse after its edits, or a diagnostic is still
 * reported. Undefined if each fix removes its diagnostic.
 *
 * @param after the diagnostics of a run with the changed files
 */
export function findUnfixed(
  fixes: readonly TriedFix[],
  after: readonly LocatedDiagnostic[],
): string | undefined {
  for (const fix of fixes) {
    const lines = new LineMap(fix.fixed);
    const own = after.flatMap((diagnostic) =>
      diagnostic.position?.file === fix.file
        ? [{ diagnostic, offset: lines.offsetOf(diagnostic.position) }]
        : [],
    );
    const broken = own.find(({ diagnostic }) => diagnostic.code === 'VMGEN1001');
    if (broken) return `${fix.file} would not parse: ${broken.diagnostic.message}`;
    const places = placesOf(fix);
    const kept = own.find(({ diagnostic, offset }) => places.get(diagnostic.code)?.has(offset));
    if (kept) {
      const { code, message, position } = kept.diagnostic;
      return `${fix.file}:${position?.line}:${position?.column} would still be ${code}: ${message}`;
    }
  }
  return undefined;
}

/** Where the diagnostics of a file would be after its edits, by code. */
function placesOf({ file, source, edits, diagnostics }: TriedFix): Map<string, Set<number>> {
  const lines = new LineMap(source);
  const places = new Map<string, Set<number>>();
  for (const { code, position } of diagnostics) {
    if (position?.file !== file) continue;
    const offset = movedOffset(lines.offsetOf(position), edits);
    places.set(code, (places.get(code) ?? new Set()).add(offset));
  }
  return places;
}
