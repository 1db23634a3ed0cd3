import type { CheckResult, Finding } from '../doctor/check.js';
import { jsonLines, visibleText } from '../diagnostics/visible-text.js';
import { plural } from '../text/plural.js';
import type { DoctorCommand } from './doctor-options.js';
import type { CommandReport } from './report.js';

/**
 * Prints the problems, each with its fix, then why checks were not made, and a summary; or one JSON document:
 *
 *     {
 *       "checks": [{
 *         "name", "status": "ok" | "problem" | "not checked",
 *         "findings": [{ "message", "fix" }],  // of a problem
 *         "reason"                             // why it was not checked
 *       }],
 *       "summary": { "exitCode", "problems", "ok", "notChecked" }
 *     }
 */
export function reportDoctor(
  results: readonly CheckResult[],
  { format, verbose }: Pick<DoctorCommand, 'format' | 'verbose'>,
): CommandReport {
  const problems = results.filter((each) => each.status === 'problem');
  const unchecked = results.filter((each) => each.status === 'not checked');
  const names = results.filter(({ status }) => status === 'ok').map(({ name }) => name);
  const exitCode = problems.length === 0 ? 0 : 1;
  if (format === 'json') {
    const counts = { problems: problems.length, ok: names.length, notChecked: unchecked.length };
    const document = { checks: results, summary: { exitCode, ...counts } };
    const stdout = jsonLines(document);
    return { exitCode, stdout, stderr: [] };
  }
  const byReason = new Map<string, string[]>();
  for (const { name, reason } of unchecked) {
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  }
  return {
    exitCode,
    stdout: [
      ...problems.flatMap(({ name, findings }) => findings.flatMap((each) => textOf(name, each))),
      ...(verbose && names.length > 0 ? [`ok: ${names.join(', ')}`] : []),
      ...[...byReason].map(([reason, checks]) =>
        visibleText(`not checked: ${checks.join(', ')}: ${reason}`),
      ),
      `${plural(problems.length, 'problem')}, ${names.length} ok, ${unchecked.length} not checked`,
    ],
    stderr: [],
  };
}

const textOf = (name: string, { message, fix }: Finding): string[] => [
  visibleText(`problem: ${name}: ${message}`),
  visibleText(`  fix: ${fix}`),
];
