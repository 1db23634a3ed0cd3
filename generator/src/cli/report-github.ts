import { labelOf } from '../diagnostics/format-diagnostic.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { spanOf } from '../diagnostics/span-of.js';
import { visibleText } from '../diagnostics/visible-text.js';
import type { Outcome } from './outcome.js';
import type { Report } from './report.js';
import { summaryOf } from './summary-of.js';
import { workflowCommand } from './workflow-command.js';

/** Prints workflow commands of GitHub Actions on stdout, which become annotations of the changed lines. */
export function reportGithub(outcome: Outcome, quiet: boolean): Report {
  const { exitCode, diagnostics, outdated } = outcome;
  const summary = summaryOf(outcome);
  return {
    stdout: [
      ...diagnostics.map(annotationOf),
      ...outdated.map(({ file, state }) =>
        workflowCommand('error', { file, title: 'vmgen' }, state),
      ),
      ...(exitCode === 0 && !quiet ? [summary] : []),
    ],
    stderr: exitCode === 0 ? [] : summary.split('\n'),
  };
}

function annotationOf(diagnostic: LocatedDiagnostic): string {
  const { severity, code, message, remedy, position, related = [] } = diagnostic;
  const span = spanOf(diagnostic);
  const properties = {
    file: position?.file,
    line: position?.line,
    col: position?.column,
    endColumn: span && span.end,
    title: `vmgen ${labelOf(code)}`,
  };
  const places = related.map(({ label, position: at }) =>
    at ? `${at.file}:${at.line}:${at.column}: ${label}` : label,
  );
  const lines = [message, ...places.map(visibleText), ...(remedy === undefined ? [] : [remedy])];
  const text = lines.join('\n').split('\n').map(visibleText).join('\n');
  const level = severity === 'info' ? 'notice' : severity;
  return workflowCommand(level, properties, text);
}
