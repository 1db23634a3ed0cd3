import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { orMissing } from '../disk/file-error.js';

/** A file and its text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** The manifests of a folder, in the order of their names; none if it does not exist. */
export function manifestsIn(folder: string): TextFile[] {
  const names = orMissing(() => readdirSync(folder)) ?? [];
  return names
    .filter((name) => /\.(?:ya?ml|json)$/.test(name))
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      const text = orMissing(() => readFileSync(path, 'utf8'));
      return text === undefined ? [] : { path, text };
    });
}

/** Identifies the content of files. */
export function digestOf(files: readonly TextFile[]): string {
  const hash = createHash('sha256');
  for (const { path, text } of files) hash.update(JSON.stringify([path, text]));
  return hash.digest('hex');
}

/** Identifies the compiled code that an operator may load: all but tests. Empty without any. */
export function digestOfCode(dist: string): string {
  const names = orMissing(() => readdirSync(dist, { recursive: true, encoding: 'utf8' })) ?? [];
  const files = names
    .filter((name) => /\.[cm]?js$/.test(name) && !/\.test\.[cm]?js$|[\\/]testing[\\/]/.test(name))
    .sort()
    .flatMap((name) => {
      const text = orMissing(() => readFileSync(join(dist, name), 'utf8'));
      return text === undefined ? [] : { path: name, text };
    });
  return files.length === 0 ? '' : digestOf(files);
}
