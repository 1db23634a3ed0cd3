import { join } from 'node:path';
import { isOutputPath } from '../settings/output-path.js';
import { applyChanges, removeTemporary, TEMPORARY_FILE } from './apply-changes.js';
import { OutputFolder, type OutputDiagnostic } from './output-folder.js';
import { withLock } from './output-lock.js';
import type { OutputFile } from './plan-write.js';

/** How files are put. */
interface PutFilesOptions {
  /** Whether to overwrite existing files with other content. */
  readonly overwrites: boolean;
  /** Changes nothing, and returns what would be changed. */
  readonly isDryRun: boolean;
}

/** The result of writing files; paths are relative to the folder. */
export interface PutFiles {
  readonly created: readonly string[];
  readonly changed: readonly string[];
  readonly unchangedCount: number;
  /** Files of the user with other content: if there are any, nothing is written. */
  readonly kept: readonly string[];
  /** Paths that cannot be written: if there are any, nothing is written. */
  readonly diagnostics: readonly OutputDiagnostic[];
}

interface Plan extends Omit<PutFiles, 'created' | 'changed'> {
  readonly created: readonly OutputFile[];
  readonly changed: readonly OutputFile[];
}

/**
 * Writes files that the user owns afterwards into a folder, like the output: no link below the folder is
 * followed, and every file is complete at any time. If a file of the user has other content, nothing is written.
 *
 * @throws an Error with the file that could not be written
 */
export function putFiles(
  files: readonly OutputFile[],
  out: string,
  { overwrites, isDryRun }: PutFilesOptions,
): PutFiles {
  const first = planFiles(files, out, overwrites);
  if (isDryRun || !isWriting(first)) return pathsOf(first);
  return withLock(out, () => {
    removeTemporary(join(out, TEMPORARY_FILE));
    // Somebody may have created a file since.
    const plan = planFiles(files, out, overwrites);
    if (isWriting(plan)) applyChanges(out, [...plan.created, ...plan.changed]);
    return pathsOf(plan);
  });
}

function planFiles(files: readonly OutputFile[], out: string, overwrites: boolean): Plan {
  const folder = new OutputFolder(out);
  const created: OutputFile[] = [];
  const changed: OutputFile[] = [];
  const kept: string[] = [];
  const diagnostics = new Map<string, OutputDiagnostic>();
  let unchangedCount = 0;
  for (const file of files) {
    if (!isOutputPath(file.path))
      throw new Error(`refusing to write outside of --out: ${file.path}`);
    const current = folder.look(file.path);
    if (current === undefined) created.push(file);
    else if (typeof current !== 'string') diagnostics.set(current.path, current);
    else if (withoutCarriageReturns(current) === withoutCarriageReturns(file.text))
      unchangedCount++;
    else if (overwrites) changed.push(file);
    else kept.push(file.path);
  }
  return { created, changed, kept, unchangedCount, diagnostics: [...diagnostics.values()] };
}

/** A checkout of git on Windows may change line ends. */
const withoutCarriageReturns = (text: string): string => text.replaceAll('\r\n', '\n');

const isWriting = ({ created, changed, kept, diagnostics }: Plan): boolean =>
  kept.length + diagnostics.length === 0 && created.length + changed.length > 0;

function pathsOf({ created, changed, ...rest }: Plan): PutFiles {
  const paths = (files: readonly OutputFile[]) => files.map(({ path }) => path);
  return { ...rest, created: paths(created), changed: paths(changed) };
}
