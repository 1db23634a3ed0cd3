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

/** Whether a file is what a run of vmgen wrote, by more than the word of a journal. */
export type IsOurs = (path: string, text: string) => boolean;

/** Of the output of a generating run, which carries a header. */
export const isOurOutput: IsOurs = (path, text) => path === RECORD_FILE || isGenerated(text);

/**
 * Undoes what the journal of a stage says that was begun; nothing where there is no journal. Only what
 * still is as vmgen left it is touched, so it can be cut off and begun again.
 *
 * @throws an Error that names the file that could not be put back
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
  // What has not left the stage has changed nothing.
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
    // Something else stands in it by now, or it was not made.
  }
}

/** Runs with the stage of an output in hand, after what a killed run left half done is undone. */
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
