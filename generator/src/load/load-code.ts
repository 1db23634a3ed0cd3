import { basename, join, resolve, pathFrom } from '../text/paths.js';
import type { SourceReader } from '../disk/source-disk.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { withUsablePath } from '../disk/unusable-path.js';
import type { SourceFile, SourceSet } from '../syntax/source.js';

/** Handwritten code: no declarations, no tests. */
const CODE = /^(?!.*\.(?:d|test|spec)\.[cm]?tsx?$).*\.[cm]?tsx?$/;

/** Folders in which code is not searched, besides those that start with a dot. */
const PASSED_OVER: readonly string[] = ['node_modules', 'dist'];

const REMEDY = 'name a folder or a TypeScript file';

/**
 * Reads the files of `--paths`; folders are read recursively, in sorted order. The folders of the APIs and of
 * the output are excluded: `--groups` selects what is read from them. A folder may be empty, but a file
 * without code was listed by mistake.
 *
 * @param paths also in Go syntax: `./src/...`
 */
export function loadCode(
  paths: readonly string[],
  { root, files }: SourceSet,
  out: string,
  diagnostics: DiagnosticList,
  disk: SourceReader,
): SourceFile[] {
  const known = new Set(files.map(({ path }) => path));
  const passedOver = new Set([root, out].map((folder) => resolve(folder)));
  const code = new Map<string, SourceFile>();
  for (const path of paths.map(withoutDots)) {
    const found = withUsablePath('--paths', path, REMEDY, () => filesOf(path, passedOver, disk));
    if (!found)
      diagnostics.error('VMGEN1003', undefined, `--paths: ${path} does not exist`, REMEDY);
    else if (found.length === 0 && !isFolder(path, disk)) {
      diagnostics.error(
        'VMGEN1004',
        undefined,
        `--paths: ${path} is not a TypeScript source`,
        REMEDY,
      );
    }
    for (const file of found ?? []) {
      const name = pathFrom(resolve(root), resolve(file));
      if (known.has(name) || code.has(name)) continue;
      const text = disk.readText(file);
      if (text !== undefined) code.set(name, { path: name, text });
    }
  }
  return [...code.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** The Go syntax of a folder and its subfolders, `./src/...`, is accepted for that folder. */
export const withoutDots = (path: string): string => path.replace(/\/\.\.\.$/, '');

/** Undefined if it does not exist. */
function filesOf(
  path: string,
  passedOver: ReadonlySet<string>,
  disk: SourceReader,
): string[] | undefined {
  if (isFolder(path, disk)) return filesBelow(path, passedOver, disk);
  if (disk.readText(path) === undefined) return undefined;
  return CODE.test(path) ? [path] : [];
}

function isFolder(path: string, disk: SourceReader): boolean {
  return disk.list(path) !== undefined;
}

/** Whether a file is one of `--paths`, or is in one of these folders, by its path alone. */
export function isCodePath(
  path: string,
  paths: readonly string[],
  excluded: readonly string[],
): boolean {
  const file = resolve(path);
  if (!CODE.test(basename(file))) return false;
  return paths.map(withoutDots).some((each) => {
    const name = pathFrom(resolve(each), file);
    if (name === '') return true;
    const folders = name.split('/').slice(0, -1);
    const isPassedOver = folders.some((it) => it.startsWith('.') || PASSED_OVER.includes(it));
    return !isPassedOver && excluded.every((it) => isOutside(pathFrom(resolve(it), file)));
  });
}

const isOutside = (name: string): boolean => name.startsWith('../');

function filesBelow(folder: string, passedOver: ReadonlySet<string>, disk: SourceReader): string[] {
  return (disk.list(folder) ?? []).flatMap(({ name, kind }) => {
    const path = join(folder, name);
    if (kind !== 'folder') return CODE.test(name) ? [path] : [];
    const isPassedOver = name.startsWith('.') || PASSED_OVER.includes(name);
    return isPassedOver || passedOver.has(resolve(path)) ? [] : filesBelow(path, passedOver, disk);
  });
}
