import { join } from 'node:path';
import { ObservedDisk } from '../cache/observed-disk.js';
import type { FindingList } from '../findings/finding-list.js';
import { resolveSpecifier } from './resolve-specifier.js';
import type { GroupVersionFolder, SourceFile, SourceSet } from './source.js';

/** Reads the files of the wanted folders and, through their imports, what else they need. */
export async function load(
  apis: string,
  folders: readonly GroupVersionFolder[],
  findings: FindingList,
  disk = new ObservedDisk(),
): Promise<SourceSet> {
  const files = new Map<string, SourceFile>();
  for (const { group, version } of folders) {
    const folder = `${group}/${version}`;
    const names = sourcesIn(join(apis, group, version), disk);
    if (names.length === 0) {
      const hint = missingHint(apis, group, disk);
      findings.error(undefined, `${join(apis, group, version)} has no TypeScript files`, hint);
    }
    for (const name of names) await add(apis, `${folder}/${name}`, files, disk);
  }
  return { root: apis, folders, files: [...files.values()] };
}

/** Adds a file and those that it imports by relative paths; a missing one is told where it is used. */
async function add(
  apis: string,
  path: string,
  files: Map<string, SourceFile>,
  disk: ObservedDisk,
): Promise<void> {
  if (files.has(path) || path.startsWith('../')) return;
  const text = disk.readText(join(apis, path));
  if (text === undefined) return;
  files.set(path, { path, text });
  // Reading more than the parser will ask for does no harm, so a simple look suffices.
  for (const [, specifier = ''] of text.matchAll(/\bfrom\s*['"](\.[^'"\n]+)['"]/g)) {
    await add(apis, resolveSpecifier(specifier, path), files, disk);
  }
}

/** The `.ts` files of a folder that can hold types, sorted. */
function sourcesIn(folder: string, disk: ObservedDisk): string[] {
  return namesIn(folder, disk).filter(
    (name) => /\.ts$/.test(name) && !/\.(?:d|test|spec)\.ts$/.test(name),
  );
}

function namesIn(folder: string, disk: ObservedDisk): string[] {
  return (disk.list(folder) ?? []).map(({ name }) => name);
}

function missingHint(apis: string, group: string, disk: ObservedDisk): string {
  const versions = namesIn(join(apis, group), disk);
  if (versions.length > 0) return `${join(apis, group)} holds: ${versions.join(', ')}`;
  const groups = namesIn(apis, disk);
  if (groups.length > 0) return `${apis} holds: ${groups.join(', ')}`;
  return `${apis} is not there or empty; --apis says where the APIs are`;
}
