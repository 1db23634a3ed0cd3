import type { LocatedFinding } from '../findings/located-finding.js';
import { LineMap } from '../text/line-map.js';
import { movedOffset, type FileFix } from './plan-fixes.js';

/** A file with its text before and after its edits. */
interface TriedFix extends FileFix {
  readonly source: string;
  readonly fixed: string;
}

/**
 * Why fixes cannot be made: a file does not parse after its edits, or a finding is still there.
 * Undefined where each fix removes its finding.
 *
 * @param after what a run finds with the files as they would be
 */
export function findUnfixed(
  fixes: readonly TriedFix[],
  after: readonly LocatedFinding[],
): string | undefined {
  for (const fix of fixes) {
    const lines = new LineMap(fix.fixed);
    const own = after.flatMap((finding) =>
      finding.position?.file === fix.file
        ? [{ finding, offset: lines.offsetOf(finding.position) }]
        : [],
    );
    const broken = own.find(({ finding }) => finding.code === 'VMGEN1001');
    if (broken) return `${fix.file} would not parse: ${broken.finding.message}`;
    const places = placesOf(fix);
    const kept = own.find(({ finding, offset }) => places.get(finding.code)?.has(offset));
    if (kept) {
      const { code, message, position } = kept.finding;
      return `${fix.file}:${position?.line}:${position?.column} would still be ${code}: ${message}`;
    }
  }
  return undefined;
}

/** Where the findings of a file would be after its edits, by code. */
function placesOf({ file, source, edits, findings }: TriedFix): Map<string, Set<number>> {
  const lines = new LineMap(source);
  const places = new Map<string, Set<number>>();
  for (const { code, position } of findings) {
    if (position?.file !== file) continue;
    const offset = movedOffset(lines.offsetOf(position), edits);
    places.set(code, (places.get(code) ?? new Set()).add(offset));
  }
  return places;
}
