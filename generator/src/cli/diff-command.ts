import type { SourceText } from '@vmgen/base/yaml';
import { compareSides, type LocatedChange } from '../diff/located-change.js';
import { openSide, sideOfTexts } from '../diff/sides/open-side.js';
import { incompleteSide, type Side, type SideSource } from '../diff/sides/side.js';
import { formatDiagnostic } from '../diagnostics/format-diagnostic.js';
import type { DiffCommand } from './diff-options.js';
import { reportDiff } from './report-diff.js';
import type { CommandReport } from './report.js';
import type { ReadProject } from './write-project.js';

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
