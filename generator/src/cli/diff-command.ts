import type { SourceText } from '@vmgen/base/yaml';
import { compareSides, type LocatedChange } from '../diff/located-change.js';
import { openSide, sideOfTexts } from '../diff/sides/open-side.js';
import { incompleteSide, type Side, type SideSource } from '../diff/sides/side.js';
import { formatDiagnostic } from '../diagnostics/format-diagnostic.js';
import type { DiffCommand } from './diff-options.js';
import type { CommandReport, Report } from './report.js';
import type { ReadProject } from './write-project.js';
import type { ChangeClass } from '../diff/definitions/definition.js';
import { jsonLines, visibleText } from '../diagnostics/visible-text.js';
import { plural } from '../text/plural.js';
import { workflowCommand } from './workflow-command.js';

/**
 * Compares, and returns the exit status: 1 for a breaking change or an unreadable input.
 *
 * @throws UsageError for a side without a path, if there is no config
 */
export async function runDiff(
  command: DiffCommand,
  stdin: AsyncIterable<Uint8Array | string>,
  readProject: ReadProject,
): Promise<CommandReport> {
  const { groups, onlyGroups } = command;
  const sides = [command.old, command.new];
  const project = sides.some(mayBeTypes) ? await readProject('.') : undefined;
  const incomplete = sides.find(({ path }) => path === undefined);
  if (incomplete !== undefined && project === undefined) throw incompleteSide(incomplete.name);
  const options = { groups, onlyGroups, stdin, config: project?.config };
  const old = await openSide(command.old, options);
  const next = await openSide(command.new, options);
  const problems = problemsOf(command, old, next);
  const changes = problems.length > 0 ? [] : compareSides(old, next);
  const isBroken = problems.length > 0 || changes.some((each) => each.class === 'breaking');
  return { exitCode: isBroken ? 1 : 0, ...reportDiff({ changes, problems }, command) };
}

/**
 * The differences between the CRDs in texts, the most severe first.
 *
 * @throws an Error with all reasons if texts cannot be read
 */
export function compareTexts(
  old: readonly SourceText[],
  next: readonly SourceText[],
): LocatedChange[] {
  const sides = [sideOfTexts(old), sideOfTexts(next)] as const;
  const problems = sides.flatMap((side) => side.problems);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return compareSides(...sides);
}

/** Whether a config is needed: its code is not run to compare files. */
const mayBeTypes = ({ path }: SideSource): boolean =>
  path === undefined || (path !== '-' && !/\.(?:ya?ml|json)$/.test(path));

function problemsOf(command: DiffCommand, old: Side, next: Side): string[] {
  const found = [old, next].flatMap(({ problems, diagnostics }, index) => {
    const { name } = index === 0 ? command.old : command.new;
    return [...problems, ...diagnostics.map((each) => `${name}: ${formatDiagnostic(each)}`)];
  });
  const nowhere = old.missing.filter((folder) => next.missing.includes(folder));
  const notCompared = nowhere.map(
    (folder) => `neither ${command.old.name} nor ${command.new.name} contains types in ${folder}`,
  );
  if (found.length > 0 || notCompared.length > 0) return [...found, ...notCompared];
  if (old.crds.length > 0 || next.crds.length > 0) return [];
  return [`neither ${command.old.name} nor ${command.new.name} contains CRDs`];
}

/** The result of a comparison of two sets, before it is formatted. */
interface DiffOutcome {
  readonly changes: readonly LocatedChange[];
  /** The reason why a set could not be read; there are no changes then. */
  readonly problems: readonly string[];
}

type Settings = Pick<DiffCommand, 'format' | 'verbose' | 'quiet'>;

/** Formats the differences: changes on stdout, problems on stderr. */
function reportDiff(outcome: DiffOutcome, settings: Settings): Report {
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
