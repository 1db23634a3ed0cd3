import type { Edit } from '../diagnostics/diagnostic.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { importStatement } from '../syntax/source-editor.js';

/** The edits of one file sorted by offset, without overlaps. */
export interface FileFix {
  readonly file: string;
  readonly edits: readonly Edit[];
  /** The diagnostics that they remove. */
  readonly diagnostics: readonly LocatedDiagnostic[];
}

/**
 * Collects the edits of diagnostics by file, without duplicates; of overlapping edits only the first is used,
 * the others need another run.
 */
export function planFixes(diagnostics: readonly LocatedDiagnostic[]): FileFix[] {
  const byFile = new Map<string, { edits: Edit[]; diagnostics: LocatedDiagnostic[] }>();
  for (const diagnostic of diagnostics) {
    const { edits = [] } = diagnostic;
    const file = edits[0]?.position.file;
    if (file === undefined) continue;
    const plan = byFile.get(file) ?? { edits: [], diagnostics: [] };
    const fresh = edits.filter((edit) => !plan.edits.some((other) => isSame(edit, other)));
    if (fresh.some((edit) => plan.edits.some((other) => overlap(edit, other)))) continue;
    plan.edits.push(...fresh);
    plan.diagnostics.push(diagnostic);
    byFile.set(file, plan);
  }
  return [...byFile].map(([file, plan]) => ({
    file,
    // Insertions precede a replacement at the same offset, in the order of their diagnostics.
    edits: joinImports(plan.edits.sort((a, b) => a.offset - b.offset || a.length - b.length)),
    diagnostics: plan.diagnostics,
  }));
}

const isSame = (a: Edit, b: Edit): boolean =>
  a.offset === b.offset && a.length === b.length && a.text === b.text;

/** Joins insertions at the same offset. */
function overlap(a: Edit, b: Edit): boolean {
  const [first, second] = a.offset <= b.offset ? [a, b] : [b, a];
  if (first.offset === second.offset) return first.length > 0 && second.length > 0;
  return first.offset + first.length > second.offset;
}

/** The import statements of one offset become one. */
function joinImports(edits: readonly Edit[]): Edit[] {
  const joined: Edit[] = [];
  for (const edit of edits) {
    const index = joined.findIndex(({ offset, imports }) => imports && offset === edit.offset);
    const known = joined[index];
    if (!edit.imports || !known?.imports) {
      joined.push(edit);
      continue;
    }
    const imports = [...new Set([...known.imports, ...edit.imports])];
    const text = known.text.replace(importStatement(known.imports), importStatement(imports));
    joined[index] = { ...known, imports, text };
  }
  return joined;
}

/** The text of a file after its edits. */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  let at = 0;
  const parts = edits.map(({ offset, length, text }) => {
    const part = source.slice(at, offset) + text;
    at = offset + length;
    return part;
  });
  return parts.join('') + source.slice(at);
}

/** Where edits move an offset of the text before them. */
export function movedOffset(offset: number, edits: readonly Edit[]): number {
  let shift = 0;
  for (const edit of edits) {
    if (edit.offset > offset) break;
    const end = edit.offset + edit.length;
    if (edit.length > 0 && end > offset) return edit.offset + shift;
    shift += edit.text.length - edit.length;
  }
  return offset + shift;
}
