import { renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { kindOf } from '../disk/entry.js';
import { digestOf } from '../disk/sealed-file.js';
import { isGenerated } from '../settings/is-generated.js';
import { readJournal, removeJournal, type JournalStep } from './journal.js';
import { makeFolder } from '../disk/make-folder.js';
import { OutputFolder } from './output-folder.js';
import { RECORD_FILE } from './output-record.js';
import { reasonOf } from '../disk/unusable-path.js';
import { clearStage, takeStage } from './stage-folder.js';

/** Whether vmgen wrote a file, by more evidence than the journal. */
export type IsOurs = (path: string, text: string) => boolean;

/** Of the output of a generating run, which carries a header. */
export const isOurOutput: IsOurs = (path, text) => path === RECORD_FILE || isGenerated(text);

/**
 * Reverts the changes in the journal of a stage; does nothing without a journal. Only files that vmgen wrote
 * and nobody changed are touched, so it can be interrupted and repeated.
 *
 * @throws an Error with the file that could not be restored
 */
export function rollBack(out: string, stage: string, isOurs: IsOurs): void {
  const journal = readJournal(stage);
  if (!journal) return;
  const output = new OutputFolder(out);
  for (const [index, step] of [...journal.steps.entries()].reverse()) {
    try {
      undo(step, index, output, { stage, isOurs });
    } catch (error) {
      const reason = reasonOf(error) ?? String(error);
      throw new Error(
        `${join(out, step.path)} cannot be put back as it was: ${reason}; the next run tries it again`,
        { cause: error },
      );
    }
  }
  for (const path of [...journal.folders].reverse()) removeEmptyFolder(path, output);
  removeJournal(stage);
}

interface Undoing {
  readonly stage: string;
  readonly isOurs: IsOurs;
}

function undo(
  { path, digest }: JournalStep,
  index: number,
  output: OutputFolder,
  { stage, isOurs }: Undoing,
): void {
  // Files that are still in the stage have changed nothing.
  if (kindOf(join(stage, `new.${index}`)) !== undefined) return;
  const current = output.look(path);
  if (digest === undefined) {
    if (current !== undefined) return;
  } else if (
    typeof current !== 'string' ||
    digestOf(current) !== digest ||
    !isOurs(path, current)
  ) {
    return;
  }
  const [target, old] = [join(output.path, path), join(stage, `old.${index}`)];
  if (kindOf(old) === 'file') {
    makeFolder(dirname(target));
    renameSync(old, target);
  } else if (digest !== undefined) {
    rmSync(target);
  }
}

function removeEmptyFolder(path: string, output: OutputFolder): void {
  if (output.diagnosticAt(path)) return;
  try {
    rmdirSync(join(output.path, path));
  } catch {
    // Another file is there now, or it was not created.
  }
}

/** Runs a function that holds the stage of an output, after reverting an interrupted run. */
export async function withStage<T>(
  out: string,
  run: (stage: string) => T,
  isOurs: IsOurs = isOurOutput,
): Promise<T> {
  const stage = await takeStage(out);
  try {
    rollBack(out, stage.path, isOurs);
    clearStage(stage.path);
    return run(stage.path);
  } finally {
    stage.release();
  }
}
