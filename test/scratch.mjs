// @ts-check
// The folder for the temporary files of tests.
import {
  accessSync,
  chmodSync,
  constants,
  mkdtempSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A file system in memory. In containers, it often is small, or runs no programs. */
const IN_MEMORY = '/dev/shm';
/** Less could be too little for all tests that run at a time. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/**
 * Creates a folder, which is removed when this process ends. In memory if possible: tests create and remove thousands of
 * files, which takes several times as long on a disk, also in processor time.
 * Its path is short, because the path of a socket in it has at most 107 bytes.
 * @param {string} [inMemory] the folder that is preferred to that of the system
 */
export function createScratch(inMemory = IN_MEMORY) {
  const folder = mkdtempSync(path.join(isUsable(inMemory) ? inMemory : tmpdir(), 'vmgen-'));
  // Tests of permissions run as another user, who must reach their files.
  chmodSync(folder, 0o755);
  // A process of a test may write until it notices the end of its test.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  // An interrupted run, too, leaves nothing in memory.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
  return folder;
}

/** @param {string} folder */
function isUsable(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < ENOUGH_BYTES) return false;
    const program = path.join(mkdtempSync(path.join(folder, 'vmgen-')), 'program');
    try {
      writeFileSync(program, '', { mode: 0o700 });
      accessSync(program, constants.X_OK);
      return true;
    } finally {
      rmSync(path.dirname(program), { recursive: true });
    }
  } catch {
    return false;
  }
}
