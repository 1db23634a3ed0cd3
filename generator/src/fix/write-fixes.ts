import { errorMessage } from '@vmgen/base/text';
import {
  accessSync,
  chmodSync,
  constants,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { decodeText } from '../disk/decode-text.js';
import { reasonOf } from '../disk/unusable-path.js';

/** A file with its text before and after a fix. */
export interface FixedFile {
  readonly file: string;
  readonly source: string;
  readonly fixed: string;
}

interface Prepared {
  readonly file: string;
  readonly target: string;
  readonly temporary: string;
  readonly before: Buffer;
}

/**
 * Writes all files or none: each is written beside the old one, then all are renamed.
 *
 * @throws an Error with the file that cannot be changed; all files then have their old content
 */
export function writeFixes(files: readonly FixedFile[]): void {
  const prepared: Prepared[] = [];
  const renamed: Prepared[] = [];
  try {
    for (const each of files) prepared.push(prepare(each));
    for (const each of prepared) {
      rename(each);
      renamed.push(each);
    }
  } catch (error) {
    for (const { target, before } of renamed) writeFileSync(target, before);
    throw error;
  } finally {
    for (const { temporary } of prepared) rmSync(temporary, { force: true });
  }
}

function prepare({ file, source, fixed }: FixedFile): Prepared {
  const target = realpathSync(file);
  const temporary = `${target}.vmgen-${process.pid}.tmp`;
  try {
    const before = readFileSync(target);
    if (decodeText(before) !== source) throw new Error('it was changed since it was read');
    const { mode } = statSync(target);
    // Root can write to any file: the mode shows the intention of the owner.
    if ((mode & 0o222) === 0) throw new Error('it is read-only');
    accessSync(target, constants.W_OK);
    writeFileSync(temporary, withMarkOf(before, fixed), { flag: 'wx' });
    chmodSync(temporary, mode & 0o777);
    return { file, target, temporary, before };
  } catch (error) {
    rmSync(temporary, { force: true });
    throw unchanged(file, error);
  }
}

function rename({ file, target, temporary }: Prepared): void {
  try {
    renameSync(temporary, target);
  } catch (error) {
    throw unchanged(file, error);
  }
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Encodes a text as UTF-8, with the byte order mark that the file had. */
function withMarkOf(before: Buffer, text: string): Buffer {
  const bytes = Buffer.from(text);
  const hasMark = before.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
  return hasMark ? Buffer.concat([BYTE_ORDER_MARK, bytes]) : bytes;
}

function unchanged(file: string, cause: unknown): Error {
  const reason = reasonOf(cause) ?? errorMessage(cause);
  const message = `--fix: ${file} cannot be changed: ${reason}; every file is as it was`;
  return new Error(message, { cause });
}
