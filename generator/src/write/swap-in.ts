import { errorMessage } from '@vmgen/base/text';
import { renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf, kindOf } from '../disk/entry.js';
import { digestOf } from '../disk/sealed-file.js';
import { foldersOf } from './output-folder.js';
import { removeJournal, writeJournal } from './journal.js';
import { makeFolder } from '../disk/make-folder.js';
import type { OutputFile } from './plan-write.js';
import { isOurOutput, rollBack, type IsOurs } from './roll-back.js';
import { linkOrCopy, STAGE_FOLDER } from './stage-folder.js';
import { unwritablePath } from '../disk/unusable-path.js';

/** The changes of an output. */
interface Changes {
  readonly created: readonly OutputFile[];
  /** Existing files with their new content. */
  readonly changed: readonly OutputFile[];
  /** Paths of files that go. */
  readonly stale: readonly string[];
}

/**
 * Applies all changes or none: prepares all files in the stage, writes the journal, then renames each file
 * into place, so that no reader sees a partial file. Errors are reverted here, and interrupted runs by the
 * next run.
 *
 * @param isOurs reports whether a file may be reverted
 * @throws an Error with the file that could not be written
 */
export function swapIn(
  out: string,
  stage: string,
  changes: Changes,
  isOurs: IsOurs = isOurOutput,
): void {
  const step = { path: STAGE_FOLDER };
  try {
    prepare(out, stage, changes, step);
    carryOut(out, stage, changes, step);
    step.path = STAGE_FOLDER;
    removeJournal(stage);
  } catch (error) {
    const state = undo(out, stage, isOurs) ?? 'nothing was changed';
    throw unwritablePath(join(out, step.path), state, error);
  }
}

/** Which file the step that is being done is about. */
interface Step {
  path: string;
}

function prepare(out: string, stage: string, changes: Changes, step: Step): void {
  const written = [...changes.created, ...changes.changed];
  const folders = foldersOf(written).filter((path) => kindOf(join(out, path)) === undefined);
  for (const [index, { path, text }] of written.entries()) {
    step.path = path;
    writeFileSync(join(stage, `new.${index}`), text, { flag: 'wx' });
  }
  step.path = STAGE_FOLDER;
  const texts = written.map(({ path, text }) => ({ path, digest: digestOf(text) }));
  const removals = changes.stale.map((path) => ({ path }));
  writeJournal(stage, { folders, steps: [...texts, ...removals] });
}

function carryOut(out: string, stage: string, changes: Changes, step: Step): void {
  const { created, changed, stale } = changes;
  for (const path of foldersOf(created)) {
    step.path = path;
    makeFolder(join(out, path));
  }
  for (const [index, { path }] of [...created, ...changed].entries()) {
    step.path = path;
    if (index >= created.length) linkOrCopy(join(out, path), join(stage, `old.${index}`));
    renameSync(join(stage, `new.${index}`), join(out, path));
  }
  for (const [index, path] of stale.entries()) {
    step.path = path;
    const number = created.length + changed.length + index;
    renameSync(join(out, path), join(stage, `old.${number}`));
    removeEmptyFolders(out, path);
  }
}

/** The remaining steps if the reversal fails too. */
function undo(out: string, stage: string, isOurs: IsOurs): string | undefined {
  try {
    rollBack(out, stage, isOurs);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

function removeEmptyFolders(out: string, path: string): void {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(out, folder));
    } catch (error) {
      // It still contains something.
      if (['ENOTEMPTY', 'EEXIST', 'EBUSY'].includes(codeOf(error) ?? '')) return;
      throw error;
    }
  }
}
