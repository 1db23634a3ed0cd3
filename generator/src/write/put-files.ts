import { join } from 'node:path';
import { kindOf } from '../disk/entry.js';
import { isOutputPath } from '../settings/output-path.js';
import { OutputFolder, type OutputDiagnostic } from './output-folder.js';
import type { OutputFile } from './plan-write.js';
import type { IsOurs } from './roll-back.js';
import { STAGE_FOLDER } from './stage-folder.js';
import { swapIn } from './swap-in.js';
import { withStage } from './roll-back.js';

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
 * Writes files that the user owns afterwards into a folder, all or none, like the output: no link below the
 * folder is followed, and the next run reverts an interrupted one.
 *
 * @throws an Error with the file that could not be written
 */
export async function putFiles(
  files: readonly OutputFile[],
  out: string,
  { overwrites, isDryRun }: PutFilesOptions,
): Promise<PutFiles> {
  const look = (): Plan => planFiles(files, out, overwrites);
  const first = look();
  const isUnfinished = kindOf(join(out, STAGE_FOLDER)) !== undefined;
  if (isDryRun || (!isUnfinished && !isWriting(first))) return pathsOf(first);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  // The files have no header. Files of an interrupted run can be reverted if this run would write them again.
  const isOurs: IsOurs = (path, text) => texts.get(path) === text;
  const put = (stage: string): PutFiles => {
    const plan = look();
    if (isWriting(plan)) swapIn(out, stage, { ...plan, stale: [] }, isOurs);
    return pathsOf(plan);
  };
  return withStage(out, put, isOurs);
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
