import type { LocatedFinding } from '../findings/located-finding.js';
import { spanOf } from '../findings/span-of.js';
import { visibleText } from '../findings/visible-text.js';
import type { Outcome } from './outcome.js';
import type { Report } from './report.js';
import { summaryOf } from './summary-of.js';

/** Workflow commands of GitHub Actions on stdout, which become annotations of the changed lines. */
export function reportGithub(outcome: Outcome, quiet: boolean): Report {
  const { exitCode, findings, outdated } = outcome;
  const summary = summaryOf(outcome);
  return {
    stdout: [
      ...findings.map(annotationOf),
      ...outdated.map(({ file, state }) => command('error', { file, title: 'vmgen' }, state)),
      ...(exitCode === 0 && !quiet ? [summary] : []),
    ],
    stderr: exitCode === 0 ? [] : [summary],
  };
}

function annotationOf(finding: LocatedFinding): string {
  const { severity, code, message, remedy, position, related = [] } = finding;
  const span = spanOf(finding);
  const properties = {
    file: position?.file,
    line: position?.line,
    col: position?.column,
    endColumn: span && span.end,
    title: `vmgen ${code}`,
  };
  const places = related.map(({ label, position: at }) =>
    at ? `${at.file}:${at.line}:${at.column}: ${label}` : label,
  );
  const lines = [message, ...places.map(visibleText), ...(remedy === undefined ? [] : [remedy])];
  const text = lines.join('\n').split('\n').map(visibleText).join('\n');
  const level = severity === 'remark' ? 'notice' : severity;
  return command(level, properties, text);
}

/** `::name key=value,…::text`, escaped as actions/toolkit does (packages/core/src/command.ts). */
function command(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  text: string,
): string {
  const pairs = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return visibleText(`::${name} ${pairs.join(',')}::${escapeData(text)}`);
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
