import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, sep } from 'node:path';
import { orMissing } from '../disk/file-error.js';
import { ObservedDisk, REAL_DISK } from '../disk/observed-disk.js';
import type { RawDisk } from '../disk/source-disk.js';
import type { Emitter } from '../emit/emitter.js';
import { generateObserved } from '../generate.js';
import type { GenerateOptions } from '../settings/generate-options.js';
import { isApiFile } from '../syntax/imports.js';
import { withoutDots } from '../load/load-code.js';
import type { SourceSet } from '../syntax/source.js';
import { isGenerated } from '../settings/is-generated.js';
import { isBelow } from '../write/source-guard.js';
import { locateDiagnostics } from '../syntax/locate-diagnostics.js';
import { applyEdits, type FileFix, movedOffset, planFixes } from './plan-fixes.js';
import type { Edit } from '../diagnostics/diagnostic.js';
import { LineMap } from '../text/line-map.js';
import { errorMessage } from '@vmgen/base/text';
import { decodeText } from '../disk/decode-text.js';
import { reasonOf } from '../disk/unusable-path.js';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';

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
    const { diagnostics, sources } = generateObserved({ ...options, check: true }, emitters, disk);
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

/** Lines that change, from the first to the last. */
interface Hunk {
  readonly first: number;
  readonly last: number;
  readonly edits: readonly Edit[];
}

/** A fix as a diff of the lines that it changes. */
function showFix(source: string, { file, edits }: Pick<FileFix, 'file' | 'edits'>): string[] {
  const lines = new LineMap(source);
  const shown = hunksOf(edits, lines).flatMap((hunk) => {
    const start = lines.startOf(hunk.first);
    const before = source.slice(start, lines.startOf(hunk.last + 1));
    const own = hunk.edits.map((edit) => ({ ...edit, offset: edit.offset - start }));
    return [
      `@@ ${hunk.first} @@`,
      ...linesOf(before).map((line) => `-${line}`),
      ...linesOf(applyEdits(before, own)).map((line) => `+${line}`),
    ];
  });
  return [`--- ${file}`, `+++ ${file}`, ...shown];
}

function hunksOf(edits: readonly Edit[], lines: LineMap): Hunk[] {
  const hunks: Hunk[] = [];
  for (const edit of edits) {
    const first = lines.placeOf(edit.offset).line;
    const last = lines.placeOf(Math.max(edit.offset, edit.offset + edit.length - 1)).line;
    const previous = hunks.at(-1);
    if (previous && first <= previous.last) {
      const all = { ...previous, last: Math.max(last, previous.last) };
      hunks[hunks.length - 1] = { ...all, edits: [...previous.edits, edit] };
    } else hunks.push({ first, last, edits: [edit] });
  }
  return hunks;
}

/** The lines of a text that ends with a line. */
function linesOf(text: string): string[] {
  const lines = new LineMap(text);
  const texts: string[] = [];
  for (let line = 1; lines.startOf(line) < text.length; line++) {
    texts.push((lines.textOf(line) ?? '').trimEnd());
  }
  return texts;
}

/** A file with its text before and after a fix. */
interface FixedFile {
  readonly file: string;
  readonly source: string;
  readonly fixed: string;
}

interface Prepared {
  readonly file: string;
  readonly target: string;
  readonly temporary: string;
  readonly before: Buffer;
}

/**
 * Writes all files or none: each is written beside the old one, then all are renamed.
 *
 * @throws an Error with the file that cannot be changed; all files then have their old content
 */
function writeFixes(files: readonly FixedFile[]): void {
  const prepared: Prepared[] = [];
  const renamed: Prepared[] = [];
  try {
    for (const each of files) prepared.push(prepare(each));
    for (const each of prepared) {
      rename(each);
      renamed.push(each);
    }
  } catch (error) {
    for (const { target, before } of renamed) writeFileSync(target, before);
    throw error;
  } finally {
    for (const { temporary } of prepared) rmSync(temporary, { force: true });
  }
}

function prepare({ file, source, fixed }: FixedFile): Prepared {
  const target = realpathSync(file);
  const temporary = `${target}.vmgen-${process.pid}.tmp`;
  try {
    const before = readFileSync(target);
    if (decodeText(before) !== source) throw new Error('it was changed since it was read');
    const { mode } = statSync(target);
    // Root can write to any file: the mode shows the intention of the owner.
    if ((mode & 0o222) === 0) throw new Error('it is read-only');
    accessSync(target, constants.W_OK);
    writeFileSync(temporary, withMarkOf(before, fixed), { flag: 'wx' });
    chmodSync(temporary, mode & 0o777);
    return { file, target, temporary, before };
  } catch (error) {
    rmSync(temporary, { force: true });
    throw unchanged(file, error);
  }
}

function rename({ file, target, temporary }: Prepared): void {
  try {
    renameSync(temporary, target);
  } catch (error) {
    throw unchanged(file, error);
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Encodes a text as UTF-8, with the byte order mark that the file had. */
function withMarkOf(before: Buffer, text: string): Buffer {
  const bytes = Buffer.from(text);
  const hasMark = before.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? Buffer.concat([BYTE_ORDER_MARK, bytes]) : bytes;
}

function unchanged(file: string, cause: unknown): Error {
  const reason = reasonOf(cause) ?? errorMessage(cause);
  const message = `--fix: ${file} cannot be changed: ${reason}; every file is as it was`;
  return new Error(message, { cause });
}

/** A file with its text before and after its edits. */
interface TriedFix extends FileFix {
  readonly source: string;
  readonly fixed: string;
}

/**
 * Returns why fixes cannot be applied: a file does not parse after its edits, or a diagnostic is still
 * reported. Undefined if each fix removes its diagnostic.
 *
 * @param after the diagnostics of a run with the changed files
 */
export function findUnfixed(
  fixes: readonly TriedFix[],
  after: readonly LocatedDiagnostic[],
): string | undefined {
  for (const fix of fixes) {
    const lines = new LineMap(fix.fixed);
    const own = after.flatMap((diagnostic) =>
      diagnostic.position?.file === fix.file
        ? [{ diagnostic, offset: lines.offsetOf(diagnostic.position) }]
        : [],
    );
    const broken = own.find(({ diagnostic }) => diagnostic.code === 'VMGEN1001');
    if (broken) return `${fix.file} would not parse: ${broken.diagnostic.message}`;
    const places = placesOf(fix);
    const kept = own.find(({ diagnostic, offset }) => places.get(diagnostic.code)?.has(offset));
    if (kept) {
      const { code, message, position } = kept.diagnostic;
      return `${fix.file}:${position?.line}:${position?.column} would still be ${code}: ${message}`;
    }
  }
  return undefined;
}

/** Where the diagnostics of a file would be after its edits, by code. */
function placesOf({ file, source, edits, diagnostics }: TriedFix): Map<string, Set<number>> {
  const lines = new LineMap(source);
  const places = new Map<string, Set<number>>();
  for (const { code, position } of diagnostics) {
    if (position?.file !== file) continue;
    const offset = movedOffset(lines.offsetOf(position), edits);
    places.set(code, (places.get(code) ?? new Set()).add(offset));
  }
  return places;
}
