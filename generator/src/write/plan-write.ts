import { join, resolve, sep } from 'node:path';
import { ObservedDisk } from '../cache/observed-disk.js';
import type { GeneratedFile, GeneratorName } from '../emit/generated-file.js';
import { generatorOf } from '../emit/generator-of.js';
import { isGenerated } from './is-generated.js';
import { listFiles } from './list-files.js';

/** How the output folder differs from what was generated. */
export interface WritePlan {
  readonly out: string;
  readonly changed: readonly GeneratedFile[];
  readonly created: readonly GeneratedFile[];
  readonly unchangedCount: number;
  /** Paths of generated files that are made no longer. */
  readonly stale: readonly string[];
  /** Paths that a file of someone else's stands at. */
  readonly foreign: readonly string[];
}

/** Compares the output with the folder; changes nothing. */
export function planWrite(
  files: readonly GeneratedFile[],
  out: string,
  generators: readonly GeneratorName[],
  disk = new ObservedDisk(),
): WritePlan {
  const changed: GeneratedFile[] = [];
  const created: GeneratedFile[] = [];
  const foreign: string[] = [];
  for (const file of files) {
    refuseOutside(out, file.path);
    const current = disk.readText(join(out, file.path));
    if (current === undefined) created.push(file);
    else if (current === file.text) continue;
    else if (isGenerated(current)) changed.push(file);
    else foreign.push(file.path);
  }
  const wanted = new Set(files.map(({ path }) => path));
  const stale: string[] = [];
  for (const path of listFiles(out, disk)) {
    const generator = generatorOf(path);
    if (wanted.has(path) || !generator || !generators.includes(generator)) continue;
    if (isGenerated(disk.readText(join(out, path)) ?? '')) stale.push(path);
  }
  const unchangedCount = files.length - changed.length - created.length - foreign.length;
  return { out, changed, created, unchangedCount, stale, foreign };
}

/** The names in paths are checked before; this is the last door. */
function refuseOutside(out: string, path: string): void {
  const root = resolve(out);
  if (!resolve(root, path).startsWith(root + sep)) {
    throw new Error(`refusing to write outside of the output folder: ${path}`);
  }
}
