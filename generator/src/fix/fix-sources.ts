import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { ObservedDisk } from '../disk/observed-disk.js';
import type { Emitter } from '../emit/emitter.js';
import { locateFindings } from '../sources/locate-findings.js';
import { generateObserved } from '../pipeline/generate.js';
import type { GenerateOptions } from '../settings/generate-options.js';
import { isApiFile } from '../sources/imports.js';
import { withoutDots } from '../load/load-code.js';
import type { SourceSet } from '../sources/source.js';
import { isGenerated } from '../settings/is-generated.js';
import { isBelow } from '../write/source-guard.js';
import { applyEdits, planFixes, type FileFix } from './plan-fixes.js';
import { showFix } from './show-fix.js';

/** What `--fix` asks of the terminal. */
export interface FixDialog {
  /** Shows the changes, line by line. */
  readonly show: (lines: readonly string[]) => Promise<void>;
  readonly confirm: (question: string) => Promise<boolean>;
}

/** A file of the APIs or of --paths, as it was read. */
interface Fixable extends FileFix {
  readonly source: string;
}

/** Shows what findings of a run can be mended by, and where that is confirmed changes the sources. */
export async function fixSources(
  options: GenerateOptions,
  dialog: FixDialog,
  emitters: readonly Emitter[] = [],
): Promise<void> {
  const disk = new ObservedDisk();
  const { findings, sources } = await generateObserved({ ...options, check: true }, emitters, disk);
  const fixes = planFixes(locateFindings(findings, sources)).flatMap((fix) => {
    const source = sourceOf(fix.file, sources, options);
    return source === undefined ? [] : [{ ...fix, source }];
  });
  if (fixes.length === 0) return;
  await dialog.show(fixes.flatMap((fix) => showFix(fix.source, fix)));
  const count = fixes.reduce((sum, { edits }) => sum + edits.length, 0);
  const question = `vmgen: make ${count} ${count === 1 ? 'change' : 'changes'}?`;
  if (await dialog.confirm(question)) for (const fix of fixes) writeFix(fix);
}

/** The text of a file that is the user's own to change: no package's, none that vmgen made. */
function sourceOf(
  file: string,
  { root, files, code = [] }: SourceSet,
  { apis, paths }: GenerateOptions,
): string | undefined {
  const own = [...files.filter(({ path }) => isApiFile(path)), ...code];
  const source = own.find(({ path }) => join(root, path) === file)?.text;
  if (source === undefined || isGenerated(source)) return undefined;
  const real = realpathSync(file);
  // What --paths names may not be there, which the run itself tells.
  const roots = [apis, ...paths.map(withoutDots)]
    .filter(existsSync)
    .map((path) => realpathSync(path));
  const isOwn = roots.some((root) => real === root || isBelow(real, root));
  return isOwn && !real.split(sep).includes('node_modules') ? source : undefined;
}

/** Changes one file as a whole, if it still is what the findings are about. */
function writeFix({ file, source, edits }: Fixable): void {
  const target = realpathSync(file);
  if (readFileSync(target, 'utf8') !== source) {
    throw new Error(`--fix: ${file} was changed since it was read; run the command again`);
  }
  const temporary = `${target}.vmgen-${process.pid}.tmp`;
  try {
    writeFileSync(temporary, applyEdits(source, edits), { flag: 'wx' });
    chmodSync(temporary, statSync(target).mode & 0o777);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new Error(`--fix: ${file} cannot be changed; it is as it was`, { cause: error });
  }
}
