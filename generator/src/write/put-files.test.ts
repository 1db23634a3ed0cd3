import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { diskError, interceptDisk } from '../testing/failing-disk.js';
import { putFiles } from './put-files.js';

const FILES = [
  { path: 'a/v1/types.ts', text: 'new' },
  { path: 'b/v1/types.ts', text: 'new' },
];
const FORCE = { overwrites: true, isDryRun: false };

/** A folder that already contains one of the files with other content. */
function userFolder(context: TestContext): string {
  const out = mkdtempSync(join(tmpdir(), 'vmgen-put-'));
  context.after(() => rmSync(out, { recursive: true }));
  mkdirSync(join(out, 'a/v1'), { recursive: true });
  writeFileSync(join(out, 'a/v1/types.ts'), 'mine');
  return out;
}

/** Every file and folder, with the texts of files. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path.slice(folder.length + 1)} ${entry.isFile() ? readFileSync(path, 'utf8') : ''}`;
    })
    .sort();
}

test('writes no file if one has different content', async (context) => {
  const out = userFolder(context);
  const before = contentsOf(out);
  const put = await putFiles(FILES, out, { overwrites: false, isDryRun: false });
  assert.deepEqual(put.kept, ['a/v1/types.ts']);
  assert.deepEqual(contentsOf(out), before);
});

test('reports the changes of a dry run without writing', async (context) => {
  const out = userFolder(context);
  const before = contentsOf(out);
  const { created, changed } = await putFiles(FILES, out, { overwrites: true, isDryRun: true });
  assert.deepEqual([created, changed], [['b/v1/types.ts'], ['a/v1/types.ts']]);
  assert.deepEqual(contentsOf(out), before);
});

test('restores all files if the disk is full at any step', async (context) => {
  const after = ['a ', 'a/v1 ', 'a/v1/types.ts new', 'b ', 'b/v1 ', 'b/v1/types.ts new'];
  let failures = 0;
  for (let full = 0; ; full++) {
    const out = userFolder(context);
    const before = contentsOf(out);
    let isReached = false;
    const restore = interceptDisk((step, change) => {
      if (step !== full) return change();
      isReached = true;
      throw diskError('ENOSPC');
    });
    const error = await putFiles(FILES, out, FORCE).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    restore();
    if (error instanceof Error) {
      failures++;
      assert.match(error.message, /the disk is full; nothing was changed$/);
      assert.deepEqual(contentsOf(out), before);
    } else {
      // What the stage may keep goes with the run of another process.
      const kept = contentsOf(out).filter((entry) => !entry.startsWith('.vmgen-stage'));
      assert.deepEqual(kept, after);
    }
    if (!isReached) break;
  }
  assert.ok(failures >= 5);
});
