import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { errorMessage } from '@vmgen/base/text';
import { orMissing } from '../disk/file-error.js';
import { reasonOf } from '../disk/unusable-path.js';
import { crdFileOf } from '../emit/output-files.js';
import type { DevTarget } from './dev-target.js';

/** A file and its text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** What a folder contains. */
interface FolderContent {
  /** In the order of their paths. */
  readonly files: readonly TextFile[];
  /** A line for each file or folder that could not be read. */
  readonly problems: readonly string[];
}

/** The manifests of a folder; none if it does not exist. */
export const manifestsIn = (folder: string): FolderContent =>
  readFolder(
    folder,
    (name) => /\.(?:ya?ml|json)$/.test(name),
    () => false,
  );

/** The generated CRDs that a session installs: on the cluster of a user, not those that another project installs. */
export function crdsIn(out: string, target: DevTarget): FolderContent {
  const found = manifestsIn(join(out, 'crds'));
  if (target.kind === 'embedded') return found;
  const { externalGroups } = target;
  const isOwn = ({ path }: TextFile): boolean => {
    const name = basename(path);
    const [, plural = ''] = /_([^_]*)\.yaml$/.exec(name) ?? [];
    return !externalGroups.some((group) => basename(crdFileOf(group, plural)) === name);
  };
  return { ...found, files: found.files.filter(isOwn) };
}

/** The compiled code that an operator may load: all but tests and packages. */
export const codeIn = (dist: string): FolderContent =>
  readFolder(
    dist,
    (name) => /\.[cm]?js$/.test(name) && !/\.test\.[cm]?js$/.test(name),
    (name) => name !== 'testing' && name !== 'node_modules' && !name.startsWith('.'),
  );

/** Identifies the content of files. */
export function digestOf(files: readonly TextFile[]): string {
  const hash = createHash('sha256');
  for (const { path, text } of files) hash.update(JSON.stringify([path, text]));
  return hash.digest('hex');
}

function readFolder(
  folder: string,
  wants: (file: string) => boolean,
  enters: (folder: string) => boolean,
): FolderContent {
  const files: TextFile[] = [];
  const problems: string[] = [];
  const read = <T>(path: string, action: () => T): T | undefined => {
    try {
      return orMissing(action);
    } catch (error) {
      problems.push(`${path} cannot be read: ${reasonOf(error) ?? errorMessage(error)}`);
      return undefined;
    }
  };
  const visit = (path: string): void => {
    const entries = read(path, () => readdirSync(path, { withFileTypes: true })) ?? [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) {
        if (enters(entry.name)) visit(child);
      } else if (wants(entry.name)) {
        // A pipe would block this process.
        const text = read(child, () =>
          statSync(child).isFile() ? readFileSync(child, 'utf8') : undefined,
        );
        if (text !== undefined) files.push({ path: child, text });
      }
    }
  };
  visit(folder);
  return { files, problems };
}
