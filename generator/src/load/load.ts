import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FindingList } from '../findings/finding-list.js';
import { resolveSpecifier } from './resolve-specifier.js';
import type { GroupVersionFolder, SourceFile, SourceSet } from './source.js';

/** Reads the files of the wanted folders and, through their imports, what else they need. */
export async function load(
  apis: string,
  folders: readonly GroupVersionFolder[],
  findings: FindingList,
): Promise<SourceSet> {
  const files = new Map<string, SourceFile>();
  for (const { group, version } of folders) {
    const folder = `${group}/${version}`;
    const names = await sourcesIn(join(apis, group, version));
    if (names.length === 0) {
      const hint = await missingHint(apis, group);
      findings.error(undefined, `${join(apis, group, version)} has no TypeScript files`, hint);
    }
    for (const name of names) await add(apis, `${folder}/${name}`, files);
  }
  return { root: apis, folders, files: [...files.values()] };
}

/** Adds a file and those that it imports by relative paths; a missing one is told where it is used. */
async function add(apis: string, path: string, files: Map<string, SourceFile>): Promise<void> {
  if (files.has(path) || path.startsWith('../')) return;
  const text = await readSource(join(apis, path));
  if (text === undefined) return;
  files.set(path, { path, text });
  // Reading more than the parser will ask for does no harm, so a simple look suffices.
  for (const [, specifier = ''] of text.matchAll(/\bfrom\s*['"](\.[^'"\n]+)['"]/g)) {
    await add(apis, resolveSpecifier(specifier, path), files);
  }
}

async function readSource(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** The `.ts` files of a folder that can hold types, sorted. */
async function sourcesIn(folder: string): Promise<string[]> {
  const names = await namesIn(folder);
  return names.filter((name) => /\.ts$/.test(name) && !/\.(?:d|test|spec)\.ts$/.test(name));
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function missingHint(apis: string, group: string): Promise<string> {
  const versions = await namesIn(join(apis, group));
  if (versions.length > 0) return `${join(apis, group)} holds: ${versions.join(', ')}`;
  const groups = await namesIn(apis);
  if (groups.length > 0) return `${apis} holds: ${groups.join(', ')}`;
  return `${apis} is not there or empty; --apis says where the APIs are`;
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
