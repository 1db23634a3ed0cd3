import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { diskError, interceptDisk } from '../testing/failing-disk.js';
import { putFiles } from './put-files.js';
import { folderWith } from '../testing/folder-with.js';

const FILES = [
  { path: 'a/v1/types.ts', text: 'new' },
  { path: 'b/v1/types.ts', text: 'new' },
];
const FORCE = { overwrites: true, isDryRun: false };

/** A folder that already contains one of the files with other content. */
const userFolder = (context: TestContext): string =>
  folderWith(context, { 'a/v1/types.ts': 'mine' });

/** Every file and folder, with the texts of files. */
function contentsOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path.slice(folder.length + 1)} ${entry.isFile() ? readFileSync(path, 'utf8') : ''}`;
    })
    .sort();
}

test('writes no file if one has different content', (context) => {
  const out = userFolder(context);
  const before = contentsOf(out);
  const put = putFiles(FILES, out, { overwrites: false, isDryRun: false });
  assert.deepEqual(put.kept, ['a/v1/types.ts']);
  assert.deepEqual(contentsOf(out), before);
});

test('reports the changes of a dry run without writing', (context) => {
  const out = userFolder(context);
  const before = contentsOf(out);
  const { created, changed } = putFiles(FILES, out, { overwrites: true, isDryRun: true });
  assert.deepEqual([created, changed], [['b/v1/types.ts'], ['a/v1/types.ts']]);
  assert.deepEqual(contentsOf(out), before);
});

test('leaves every file complete if the disk is full at any step, and the next run writes the rest', (context) => {
  let failures = 0;
  for (let full = 0; ; full++) {
    const out = userFolder(context);
    let isReached = false;
    const restore = interceptDisk((step, change) => {
      if (step !== full) return change();
      isReached = true;
      throw diskError('ENOSPC');
    });
    const message = messageOf(() => putFiles(FILES, out, FORCE));
    restore();
    if (message !== undefined) {
      failures++;
      assert.match(message, /^--out: .* cannot be written: the disk is full; /);
    }
    for (const entry of contentsOf(out)) {
      assert.match(
        entry,
        /^(?:[ab] |[ab]\/v1 |a\/v1\/types\.ts (?:mine|new)|b\/v1\/types\.ts new|\.vmgen-lock .*\n)$/,
      );
    }
    putFiles(FILES, out, FORCE);
    const files = contentsOf(out).filter((entry) => entry.includes('types.ts'));
    assert.deepEqual(files, ['a/v1/types.ts new', 'b/v1/types.ts new']);
    if (!isReached) break;
  }
  assert.ok(failures >= 5);
});

function messageOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
