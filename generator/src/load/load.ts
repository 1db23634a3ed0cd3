import { join, relative, resolve, sep } from 'node:path';
import { ObservedDisk } from '../cache/observed-disk.js';
import type { FindingList } from '../findings/finding-list.js';
import { RUNTIME_MODULE } from '../model/runtime-types.js';
import { importsOf, isApiFile, linkKey } from './imports.js';
import { resolveSpecifier } from './resolve-specifier.js';
import type { GroupVersionFolder, SourceFile, SourceSet } from './source.js';

/** Reads the files of the wanted folders and, through their imports, what else they need. */
export async function load(
  apis: string,
  folders: readonly GroupVersionFolder[],
  findings: FindingList,
  disk = new ObservedDisk(),
): Promise<SourceSet> {
  const reading: Reading = { apis, files: new Map(), links: new Map(), disk };
  for (const { group, version } of folders) {
    const folder = `${group}/${version}`;
    const names = sourcesIn(join(apis, group, version), disk);
    if (names.length === 0) {
      const hint = missingHint(apis, group, disk);
      findings.error(
        'VMGEN1002',
        undefined,
        `${join(apis, group, version)} has no TypeScript files`,
        hint,
      );
    }
    for (const name of names) await add(`${folder}/${name}`, reading);
  }
  return { root: apis, folders, files: [...reading.files.values()], links: reading.links };
}

interface Reading {
  readonly apis: string;
  readonly files: Map<string, SourceFile>;
  readonly links: Map<string, string>;
  readonly disk: ObservedDisk;
}

/** Adds a file and those that it imports; a missing one is told where it is used. */
async function add(path: string, reading: Reading): Promise<void> {
  const { apis, files, links, disk } = reading;
  if (files.has(path)) return;
  const text = disk.readText(join(apis, path));
  if (text === undefined) return;
  files.set(path, { path, text });
  for (const specifier of importsOf(text)) {
    if (specifier === RUNTIME_MODULE || specifier.startsWith('node:')) continue;
    if (specifier.startsWith('.') && isApiFile(path)) {
      const target = resolveSpecifier(specifier, path);
      if (isApiFile(target)) await add(target, reading);
      continue;
    }
    const target = await packageFile(specifier, path, reading);
    if (target === undefined) continue;
    links.set(linkKey(path, specifier), target);
    await add(target, reading);
  }
}

/** A file of an installed package; only those who import from one pay for the search. */
async function packageFile(
  specifier: string,
  from: string,
  { apis, disk }: Reading,
): Promise<string | undefined> {
  const { resolveImport } = await import('../frontend/resolve-import.js');
  const root = disk.realPath(resolve(apis));
  const file = resolveImport(specifier, join(root, from), disk);
  return file && relative(root, file).split(sep).join('/');
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
