import path from 'node:path';

/** The repository's root, five folders above this file once compiled. */
const repositoryRoot = path.join(import.meta.dirname, '..', '..', '..', '..');

/** A path inside the repository. */
export function inRepository(...parts: string[]): string {
  return path.join(repositoryRoot, ...parts);
}
