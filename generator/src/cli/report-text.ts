import type { LocatedFinding } from '../findings/located-finding.js';
import { visibleText } from '../findings/visible-text.js';
import type { Outcome } from './outcome.js';
import type { Report, ReportSettings } from './report.js';
import { summaryOf } from './summary-of.js';

/** Findings for people, with their source lines, on stderr; what was done on stdout. */
export async function reportText(
  outcome: Outcome,
  { quiet, isTerminal, hasColours }: ReportSettings,
): Promise<Report> {
  const { exitCode, outdated, written, removed } = outcome;
  const findings = await findingTexts(outcome.findings, hasColours);
  const summary = summaryOf(outcome);
  if (exitCode !== 0) {
    const files = outdated.map(({ file, state }) => `${file}: ${state}`);
    return { stderr: [...findings, ...files.map(visibleText), ...summary.split('\n')], stdout: [] };
  }
  const done = [
    ...written.map((file) => visibleText(`wrote ${file}`)),
    ...removed.map((file) => visibleText(`removed ${file}`)),
    summary,
  ];
  return { stderr: findings, stdout: quiet ? [] : isTerminal ? [summary] : done };
}

async function findingTexts(
  findings: readonly LocatedFinding[],
  hasColours: boolean,
): Promise<string[]> {
  if (findings.length === 0) return [];
  const { COLOURS, formatFinding, PLAIN } = await import('../findings/format-finding.js');
  return findings.flatMap((finding) =>
    formatFinding(finding, hasColours ? COLOURS : PLAIN).split('\n'),
  );
}
