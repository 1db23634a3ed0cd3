import { DIAGNOSTICS } from '../diagnostics/registry.js';
import { spanOf } from '../diagnostics/span-of.js';
import type { Edit } from '../diagnostics/diagnostic.js';
import type { LocatedDiagnostic, LocatedPlace } from '../diagnostics/located-diagnostic.js';
import { jsonLines } from '../diagnostics/visible-text.js';
import type { Outcome } from './outcome.js';
import type { Report } from './report.js';

/**
 * Prints one JSON document on stdout:
 *
 *     {
 *       "diagnostics": [{
 *         "severity": "error" | "warning" | "info", "code": "VMGENnnnn", "name", "message",
 *         "remedy",
 *         "file", "line", "column", "endColumn", "source",  // if the diagnostic has a position
 *         "related": [{ "label", "file", "line", "column", "endColumn", "source" }],
 *         "edits": [{ "file", "line", "column", "endLine", "endColumn", "replacement" }]
 *       }],
 *       "outdated": [{ "file", "state": "missing" | "out of date" | "other line ends" |
 *         "no longer generated" }],
 *       "written": [file], "removed": [file],
 *       "summary": { "exitCode", "errors", "warnings", "outdated", "written", "removed", "unchanged" }
 *     }
 *
 * Control characters are escaped. Lines and columns start at 1, columns are counted in UTF-16 units;
 * `endColumn` is exclusive.
 */
export function reportJson(outcome: Outcome): Report {
  const { diagnostics, outdated, written, removed, exitCode, unchangedCount } = outcome;
  const count = (severity: string): number =>
    diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
  const document = {
    diagnostics: diagnostics.map(jsonOf),
    outdated,
    written,
    removed,
    summary: {
      exitCode,
      errors: count('error'),
      warnings: count('warning'),
      outdated: outdated.length,
      written: written.length,
      removed: removed.length,
      unchanged: unchangedCount ?? 0,
    },
  };
  return { stdout: jsonLines(document), stderr: [] };
}

function jsonOf(diagnostic: LocatedDiagnostic): object {
  const { severity, code, message, remedy, related, edits } = diagnostic;
  return {
    severity,
    code,
    name: DIAGNOSTICS.get(code)?.name,
    message,
    remedy,
    ...placeOf(diagnostic),
    related: related?.map((each) => ({ label: each.label, ...placeOf(each) })),
    edits: edits?.map(editOf),
  };
}

function placeOf(place: LocatedPlace): object {
  const { position, sourceLine } = place;
  const span = spanOf(place);
  return {
    file: position?.file,
    line: position?.line,
    column: position?.column,
    endColumn: span && span.end + 1,
    source: sourceLine,
  };
}

function editOf({ position: { file, line, column }, end, text }: Edit): object {
  return { file, line, column, endLine: end.line, endColumn: end.column, replacement: text };
}
