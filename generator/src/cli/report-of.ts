import type { Outcome } from './outcome.js';
import type { Report, ReportSettings } from './report.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { visibleText } from '../diagnostics/visible-text.js';
import { summaryOf } from './summary-of.js';

/** Formats an outcome; loads only the code of the requested format. */
export async function reportOf(whole: Outcome, settings: ReportSettings): Promise<Report> {
  const diagnostics = whole.diagnostics.filter(
    ({ severity }) => settings.verbose || severity !== 'info',
  );
  const outcome = { ...whole, diagnostics };
  switch (settings.format) {
    case 'json':
      return (await import('./report-json.js')).reportJson(outcome);
    case 'github':
      return (await import('./report-github.js')).reportGithub(outcome, settings.quiet);
    case 'text':
      return reportText(outcome, settings);
  }
}

/** Prints diagnostics with their source lines on stderr, and changes on stdout. */
async function reportText(
  outcome: Outcome,
  { quiet, isTerminal, hasColours }: ReportSettings,
): Promise<Report> {
  const { exitCode, outdated, written, removed } = outcome;
  const diagnostics = await diagnosticTexts(outcome.diagnostics, hasColours);
  const summary = summaryOf(outcome);
  if (exitCode !== 0) {
    const files = outdated.map(({ file, state }) => `${file}: ${state}`);
    return {
      stderr: [...diagnostics, ...files.map(visibleText), ...summary.split('\n')],
      stdout: [],
    };
  }
  const done = [
    ...written.map((file) => visibleText(`wrote ${file}`)),
    ...removed.map((file) => visibleText(`removed ${file}`)),
    summary,
  ];
  return { stderr: diagnostics, stdout: quiet ? [] : isTerminal ? [summary] : done };
}

async function diagnosticTexts(
  diagnostics: readonly LocatedDiagnostic[],
  hasColours: boolean,
): Promise<string[]> {
  if (diagnostics.length === 0) return [];
  const { COLOURS, formatDiagnostic, PLAIN } = await import('../diagnostics/format-diagnostic.js');
  return diagnostics.flatMap((diagnostic) =>
    formatDiagnostic(diagnostic, hasColours ? COLOURS : PLAIN).split('\n'),
  );
}
