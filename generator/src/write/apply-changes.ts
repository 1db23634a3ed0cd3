import { renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from '../disk/file-error.js';
import { makeFolder } from '../disk/make-folder.js';
import { unwritablePath } from '../disk/unusable-path.js';

/** A file with its new text; one without a text is removed. */
export interface Change {
  readonly path: string;
  readonly text?: string;
}

/** The temporary file of the output; only the holder of the lock has one. */
export const TEMPORARY_FILE = '.vmgen-tmp';

const REMEDY =
  'every file is complete; fix this and run the command again, which writes the other files';

/**
 * Applies changes in their order. A file is written under a temporary name and then renamed, so that every
 * file is complete at any time, even if the process is killed.
 *
 * @throws an Error with the file that could not be written
 */
export function applyChanges(out: string, changes: readonly Change[]): void {
  const temporary = join(out, TEMPORARY_FILE);
  for (const { path, text } of changes) {
    try {
      if (text === undefined) remove(out, path);
      else write(join(out, path), text, temporary);
    } catch (error) {
      throw unwritablePath(join(out, path), REMEDY, error);
    }
  }
}

function write(path: string, text: string, temporary: string): void {
  makeFolder(dirname(path));
  // A killed run may have left one.
  rmSync(temporary, { force: true });
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, path);
  } catch (error) {
    removeTemporary(temporary);
    throw error;
  }
}

/** Removes the temporary file of a failed or killed run; the error of the run is the one to report. */
export function removeTemporary(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The next run removes it.
  }
}

/** Removes a file, and the folders that become empty. */
function remove(out: string, path: string): void {
  rmSync(join(out, path), { force: true });
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    try {
      rmdirSync(join(out, folder));
    } catch (error) {
      // It still contains something, or somebody has removed it.
      if (['ENOTEMPTY', 'EEXIST', 'EBUSY', 'ENOENT'].includes(codeOf(error) ?? '')) return;
      throw error;
    }
  }
}
