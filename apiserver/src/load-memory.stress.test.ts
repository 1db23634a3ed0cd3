import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('testing/small-heap.js', import.meta.url));

/** Runs a scenario with a heap of the given size. Rejects if the process fails. */
async function inSmallHeap(megabytes: number, scenario: string): Promise<string> {
  const args = [`--max-old-space-size=${megabytes}`, script, scenario];
  return (await run(process.execPath, args)).stdout.trim();
}

test('objects that are read in many versions do not fill the heap', async () => {
  assert.equal(await inSmallHeap(300, 'readAllVersions'), 'all versions were read');
});

test('lists of many objects in all forms at once do not fill the heap', async () => {
  assert.equal(await inSmallHeap(300, 'listMany'), 'all lists were read');
});

test('creates beyond the memory of the process are refused, and deletions are not', async () => {
  assert.equal(
    await inSmallHeap(300, 'fill'),
    'etcdserver: mvcc: database space exceeded, then 200',
  );
});
