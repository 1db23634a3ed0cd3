import type { ChangeClass } from '../diff/definitions/definition.js';
import type { LocatedChange } from '../diff/located-change.js';
import { jsonLines, visibleText } from '../diagnostics/visible-text.js';
import { plural } from '../text/plural.js';
import type { DiffCommand } from './diff-options.js';
import type { Report } from './report.js';
import { workflowCommand } from './workflow-command.js';

/** The result of a comparison of two sets, before it is formatted. */
interface DiffOutcome {
  readonly changes: readonly LocatedChange[];
  /** The reason why a set could not be read; there are no changes then. */
  readonly problems: readonly string[];
}

type Settings = Pick<DiffCommand, 'format' | 'verbose' | 'quiet'>;

/** Formats the differences: changes on stdout, problems on stderr. */
export function reportDiff(outcome: DiffOutcome, settings: Settings): Report {
  if (settings.format === 'json') return reportJson(outcome);
  const { changes, problems } = outcome;
  const shown = changes.filter((each) => settings.verbose || each.class !== 'safe');
  const isForWorkflow = settings.format === 'github';
  if (problems.length > 0) {
    const problemLines = problems.flatMap((each) => each.split('\n').map(visibleText));
    const annotations = problems.map((each) => workflowCommand('error', TITLE, each));
    return { stdout: isForWorkflow ? annotations : [], stderr: [...problemLines, UNCOMPARED] };
  }
  const lines = isForWorkflow ? shown.map(annotationOf) : shown.flatMap(textOf);
  return { stdout: [...lines, ...(settings.quiet ? [] : [sumOf(changes, settings)])], stderr: [] };
}

const TITLE = { title: 'vmgen diff' };
const UNCOMPARED = 'vmgen: nothing was compared';

function textOf(change: LocatedChange): string[] {
  const { position, code, reason } = change;
  const place = position ? `${position.file}:${position.line}:${position.column}: ` : '';
  return [visibleText(`${place}${change.class} ${code}: ${changeText(change)}`), `  ${reason}`];
}

/** The owner of the change, and what changed. */
function changeText({ crd, version, field, message }: LocatedChange): string {
  const where = [crd, version, field].filter((part) => part !== undefined).join(' ');
  return `${where}: ${message}`;
}

const LEVELS: Readonly<Record<ChangeClass, string>> = {
  breaking: 'error',
  risky: 'warning',
  safe: 'notice',
};

function annotationOf(change: LocatedChange): string {
  const { position, code, reason, side } = change;
  // Lines of the old set do not belong to the change under review.
  const at = side === 'new' ? position : undefined;
  const properties = {
    file: at?.file,
    line: at?.line,
    col: at?.column,
    title: `${change.class} ${code}`,
  };
  return workflowCommand(LEVELS[change.class], properties, `${changeText(change)}\n${reason}`);
}

function sumOf(changes: readonly LocatedChange[], { verbose }: Settings): string {
  if (changes.length === 0) return 'vmgen: no differences';
  const count = (each: ChangeClass): number =>
    changes.filter((change) => change.class === each).length;
  const safe = plural(count('safe'), 'safe change');
  const hint = verbose || count('safe') === 0 ? '' : '; -v lists the safe ones';
  return `vmgen: ${count('breaking')} breaking, ${count('risky')} risky and ${safe}${hint}`;
}

/**
 * One JSON document on stdout and nothing else:
 *
 *     {
 *       "changes": [{
 *         "class": "breaking" | "risky" | "safe", "code", "crd", "version", "field",
 *         "message", "reason", "side": "old" | "new", "file", "line", "column"
 *       }],
 *       "problems": [text],
 *       "summary": { "exitCode", "breaking", "risky", "safe" }
 *     }
 */
function reportJson({ changes, problems }: DiffOutcome): Report {
  const count = (each: ChangeClass): number =>
    changes.filter((change) => change.class === each).length;
  const breaking = count('breaking');
  const document = {
    changes: changes.map(({ position, ...change }) => ({
      class: change.class,
      code: change.code,
      crd: change.crd,
      version: change.version,
      field: change.field,
      message: change.message,
      reason: change.reason,
      side: change.side,
      file: position?.file,
      line: position?.line,
      column: position?.column,
    })),
    problems,
    summary: {
      exitCode: problems.length > 0 || breaking > 0 ? 1 : 0,
      breaking,
      risky: count('risky'),
      safe: count('safe'),
    },
  };
  return { stdout: jsonLines(document), stderr: [] };
}
