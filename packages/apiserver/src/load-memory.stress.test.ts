import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const script = fileURLToPath(new URL('testing/small-heap.js', import.meta.url));

/** Runs a scenario with a heap of the given size. Rejects if the process fails. */
async function inSmallHeap(megabytes: number, scenario: string): Promise<string> {
  const args = ['--expose-gc', `--max-old-space-size=${megabytes}`, script, scenario];
  return (await run(process.execPath, args)).stdout.trim();
}

test('limits the memory of objects that are read in many versions', async () => {
  assert.equal(await inSmallHeap(300, 'readAllVersions'), 'all versions were read');
});

test('limits the memory of concurrent lists in all representations', async () => {
  assert.equal(await inSmallHeap(300, 'listMany'), 'all lists were read');
});

test('rejects creates, but not deletions, when memory is exhausted', async () => {
  assert.equal(
    await inSmallHeap(300, 'fill'),
    'etcdserver: mvcc: database space exceeded, then 200',
  );
});

test('stores objects with distinct field names in less than 3.5 times the estimated memory', async () => {
  const factor = Number(await inSmallHeap(300, 'distinctNames'));
  assert.ok(factor < 4, `${factor}`);
});
