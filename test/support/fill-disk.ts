import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';

/** Writes a file until its file system is full. */
export async function fillDisk(file: string): Promise<void> {
  const block = Buffer.alloc(1 << 20);
  for (const size of [block.length, 4_096]) {
    await assert.rejects(
      async () => {
        for (;;) await writeFile(file, block.subarray(0, size), { flag: 'a' });
      },
      { code: 'ENOSPC' },
    );
  }
}
