import { existsSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import { orMissing } from '../disk/entry.js';
import { ObservedDisk, REAL_DISK, type RawDisk } from '../disk/observed-disk.js';
import type { Emitter } from '../emit/emitter.js';
import { generateObserved } from '../pipeline/generate.js';
import type { GenerateOptions } from '../settings/generate-options.js';
import { isApiFile } from '../sources/imports.js';
import { withoutDots } from '../load/load-code.js';
import type { SourceSet } from '../sources/source.js';
import { isGenerated } from '../settings/is-generated.js';
import { isBelow } from '../write/source-guard.js';
import { findUnfixed } from './find-unfixed.js';
import { locateDiagnostics } from './locate-diagnostics.js';
import { applyEdits, planFixes, type FileFix } from './plan-fixes.js';
import { showFix } from './show-fix.js';
import { writeFixes, type FixedFile } from './write-fixes.js';

/** The interaction of `--fix` with the terminal. */
interface FixDialog {
  /** Shows the changes, line by line. */
  readonly show: (lines: readonly string[]) => Promise<void>;
  readonly confirm: (question: string) => Promise<boolean>;
}

/** A file of the APIs or of --paths, as it was read. */
interface Fixable extends FileFix, FixedFile {}

/**
 * Shows the changes that remove diagnostics of a run, and makes them in the sources once that is confirmed.
 *
 * @throws an Error where a change would not parse or not remove its diagnostic, or where a file cannot be
 *   written; then no file is changed
 */
export async function fixSources(
  options: GenerateOptions,
  dialog: FixDialog,
  emitters: readonly Emitter[] = [],
): Promise<void> {
  const run = async (disk: ObservedDisk) => {
    const { diagnostics, sources } = await generateObserved(
      { ...options, check: true },
      emitters,
      disk,
    );
    return { diagnostics: locateDiagnostics(diagnostics, sources), sources };
  };
  const { diagnostics, sources } = await run(new ObservedDisk());
  const fixes = planFixes(diagnostics).flatMap((fix): Fixable[] => {
    const source = sourceOf(fix.file, sources, options);
    return source === undefined ? [] : [{ ...fix, source, fixed: applyEdits(source, fix.edits) }];
  });
  if (fixes.length === 0) return;
  const after = await run(new ObservedDisk(withTexts(fixes)));
  const unfixed = findUnfixed(fixes, after.diagnostics);
  if (unfixed !== undefined) throw new Error(`--fix: no file was changed: ${unfixed}`);
  await dialog.show(fixes.flatMap((fix) => showFix(fix.source, fix)));
  const count = fixes.reduce((sum, { edits }) => sum + edits.length, 0);
  const question = `vmgen: make ${count} ${count === 1 ? 'change' : 'changes'}?`;
  if (await dialog.confirm(question)) writeFixes(fixes);
}

/** The disk as it would be after the fixes. */
function withTexts(fixes: readonly FixedFile[]): RawDisk {
  const texts = new Map(fixes.map(({ file, fixed }) => [realpathSync(file), Buffer.from(fixed)]));
  return {
    ...REAL_DISK,
    readBytes: (path) => {
      const real = orMissing(() => realpathSync(path));
      return (real === undefined ? undefined : texts.get(real)) ?? REAL_DISK.readBytes(path);
    },
  };
}

/** The text of a file that the user owns: not part of a package, and not generated. */
function sourceOf(
  file: string,
  { root, files, code = [] }: SourceSet,
  { apis, paths }: GenerateOptions,
): string | undefined {
  const own = [...files.filter(({ path }) => isApiFile(path)), ...code];
  const source = own.find(({ path }) => join(root, path) === file)?.text;
  if (source === undefined || isGenerated(source)) return undefined;
  const real = realpathSync(file);
  // A path of --paths that does not exist is reported by the run itself.
  const roots = [apis, ...paths.map(withoutDots)]
    .filter(existsSync)
    .map((path) => realpathSync(path));
  const isOwn = roots.some((root) => real === root || isBelow(real, root));
  return isOwn && !real.split(sep).includes('node_modules') ? source : undefined;
}
