import type { SourceReader } from '../disk/source-disk.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { isRuntimeModule } from '../syntax/runtime-types.js';
import { isApiFile } from '../syntax/imports.js';
import { DiskModuleReader } from './module-reader.js';
import type { SourceFile, SourceSet } from '../syntax/source.js';
import type { GroupVersionFolder } from '../settings/parse-groups.js';
import { join } from '../text/paths.js';

/**
 * Reads the files of the selected folders, and the files of the APIs that they import. Files of packages are
 * read lazily: some packages have thousands.
 *
 * @param modules what was read before is not read again; defaults to a reader that has read nothing
 */
export function load(
  apis: string,
  folders: readonly GroupVersionFolder[],
  diagnostics: DiagnosticList,
  disk: SourceReader,
  modules: DiskModuleReader = new DiskModuleReader(apis, disk),
): SourceSet {
  const files = new Map<string, SourceFile>();
  for (const { group, version } of folders) {
    const names = sourcesIn(join(apis, group, version), disk);
    if (names.length === 0) {
      const hint = missingHint(apis, group, disk);
      diagnostics.error(
        'VMGEN1002',
        undefined,
        `${join(apis, group, version)} has no TypeScript files`,
        hint,
      );
    }
    addAll(
      names.map((name) => `${group}/${version}/${name}`),
      files,
      modules,
    );
  }
  return { root: apis, folders, files: [...files.values()], modules };
}

/** Adds files, and the files of the APIs that they import; a missing file is reported where it is used. */
function addAll(
  paths: readonly string[],
  files: Map<string, SourceFile>,
  modules: DiskModuleReader,
): void {
  const wanted = new Set(paths);
  // Iterating a set includes the elements that are added meanwhile.
  for (const path of wanted) {
    const text = files.has(path) ? undefined : modules.read(path);
    if (text === undefined) continue;
    const isUnreadable = modules.isUnreadable(path);
    files.set(path, { path, text, isUnreadable });
    for (const specifier of modules.importsOf(path)) {
      if (isRuntimeModule(specifier) || specifier.startsWith('node:')) continue;
      const target = modules.resolve(specifier, path);
      if (target !== undefined && isApiFile(target)) wanted.add(target);
    }
  }
}

/**
 * The files of a folder that may contain types, sorted. A `.d.ts` is included if it belongs to a `.js` that
 * is not compiled from TypeScript.
 */
function sourcesIn(folder: string, disk: SourceReader): string[] {
  const names = (disk.list(folder) ?? [])
    .filter(({ kind }) => kind !== 'folder')
    .map(({ name }) => name);
  return names.filter((name) => {
    if (isTest(name)) return false;
    const [, base, module = ''] = /^(.*)\.d\.([cm]?)ts$/.exec(name) ?? [];
    if (base === undefined) return /\.[cm]?tsx?$/.test(name);
    const hasSource = names.some(
      (each) => each === `${base}.${module}ts` || each === `${base}.tsx`,
    );
    return !hasSource && names.includes(`${base}.${module}js`);
  });
}

const isTest = (name: string): boolean => /\.(?:test|spec)\.[cm]?tsx?$/.test(name);

/**
 * Whether a file may contain types of the selected folders, by its path alone.
 *
 * @param path relative to the folder of the APIs
 */
export function isTypesPath(path: string, folders: readonly GroupVersionFolder[]): boolean {
  if (!/\.[cm]?tsx?$/.test(path) || isTest(path)) return false;
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return folders.some(({ group, version }) => `${group}/${version}` === folder);
}

function namesIn(folder: string, disk: SourceReader): string[] {
  return (disk.list(folder) ?? []).map(({ name }) => name);
}

function missingHint(apis: string, group: string, disk: SourceReader): string {
  const versions = namesIn(join(apis, group), disk);
  if (versions.length > 0) return `${join(apis, group)} contains: ${versions.join(', ')}`;
  const groups = namesIn(apis, disk);
  if (groups.length > 0) return `${apis} contains: ${groups.join(', ')}`;
  return `${apis} does not exist or is empty; --apis sets the folder of the APIs`;
}
