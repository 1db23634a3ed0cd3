import { join, resolve } from 'node:path';
import type { ObservedDisk } from '../disk/observed-disk.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { withUsablePath } from '../disk/unusable-path.js';
import { pathFrom } from '../disk/path-from.js';
import type { SourceFile, SourceSet } from '../sources/source.js';

/** Code that people write: no declarations, no tests. */
const CODE = /^(?!.*\.(?:d|test|spec)\.[cm]?tsx?$).*\.[cm]?tsx?$/;

/** What no one looks for code in, beside the folders that start with a dot. */
const PASSED_OVER: readonly string[] = ['node_modules', 'dist'];

const REMEDY = 'name a folder or a file of TypeScript';

/**
 * Reads the files of `--paths`, those of folders with all below them, sorted. The APIs and the output are
 * passed over: what is to be read of them is read by `--groups`. A folder may hold no code yet; a file that
 * holds none was named by mistake.
 *
 * @param paths in Go's form as well: `./src/...`
 */
export function loadCode(
  paths: readonly string[],
  { root, files }: SourceSet,
  out: string,
  diagnostics: DiagnosticList,
  disk: ObservedDisk,
): SourceFile[] {
  const known = new Set(files.map(({ path }) => path));
  const passedOver = new Set([root, out].map((folder) => resolve(folder)));
  const code = new Map<string, SourceFile>();
  for (const path of paths.map(withoutDots)) {
    const found = withUsablePath('--paths', path, REMEDY, () => filesOf(path, passedOver, disk));
    if (!found) diagnostics.error('VMGEN1003', undefined, `--paths: there is no ${path}`, REMEDY);
    else if (found.length === 0 && !isFolder(path, disk)) {
      diagnostics.error('VMGEN1004', undefined, `--paths: ${path} holds no TypeScript`, REMEDY);
    }
    for (const file of found ?? []) {
      const name = pathFrom(resolve(root), resolve(file));
      if (known.has(name) || code.has(name)) continue;
      const text = withUsablePath('--paths', file, REMEDY, () => disk.readText(file));
      if (text !== undefined) code.set(name, { path: name, text });
    }
  }
  return [...code.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Go's form of a folder with all below it, `./src/...`, is that folder here. */
export const withoutDots = (path: string): string => path.replace(/\/\.\.\.$/, '');

/** Undefined where nothing is. */
function filesOf(
  path: string,
  passedOver: ReadonlySet<string>,
  disk: ObservedDisk,
): string[] | undefined {
  if (isFolder(path, disk)) return filesBelow(path, passedOver, disk);
  if (disk.readText(path) === undefined) return undefined;
  return CODE.test(path) ? [path] : [];
}

function isFolder(path: string, disk: ObservedDisk): boolean {
  return disk.list(path) !== undefined;
}

function filesBelow(folder: string, passedOver: ReadonlySet<string>, disk: ObservedDisk): string[] {
  return (disk.list(folder) ?? []).flatMap(({ name, kind }) => {
    const path = join(folder, name);
    if (kind !== 'folder') return CODE.test(name) ? [path] : [];
    const isPassedOver = name.startsWith('.') || PASSED_OVER.includes(name);
    return isPassedOver || passedOver.has(resolve(path)) ? [] : filesBelow(path, passedOver, disk);
  });
}
