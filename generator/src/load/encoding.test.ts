import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { generate } from '../generate.js';
import { kindWith } from '../testing/compile-text.js';
import { DEFAULT_SETTINGS } from '../testing/compile-text.js';
import { parseGroups } from '../settings/parse-groups.js';

const GOOD = kindWith('  a: string;');

/** What is found of an API with these bytes as types.ts and a second file that has a mistake. */
const found = (bytes: Buffer): Promise<string[]> => foundIn((path) => writeFile(path, bytes));

/** @param make creates types.ts */
async function foundIn(make: (path: string) => Promise<void>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'vmgen-encoding-'));
  try {
    const folder = join(root, 'apis/example/v1');
    await mkdir(folder, { recursive: true });
    await make(join(folder, 'types.ts'));
    const other =
      "import type { Spec } from './types.js';\nexport interface Other { a: Spec }\n// +genclient:nothing\n";
    await writeFile(join(folder, 'other.ts'), other);
    const { diagnostics } = await generate({
      ...DEFAULT_SETTINGS,
      groups: parseGroups(['example:v1']),
      apis: join(root, 'apis'),
      paths: [],
      out: join(root, 'out'),
      generators: ['crd'],
      headerFile: undefined,
      check: true,
    });
    return diagnostics.map(({ position, message }) => {
      const { file, line, column } = position ?? {};
      return `${file}:${line}:${column}: ${message}`;
    });
  } finally {
    await rm(root, { recursive: true });
  }
}

const OTHER = 'example/v1/other.ts:3:4: unknown marker +genclient:nothing';
const cut = Buffer.from(GOOD).indexOf('a: string') + 2;

const BROKEN: Readonly<Record<string, readonly [bytes: Buffer, says: string]>> = {
  'a byte of Latin-1': [
    Buffer.concat([
      Buffer.from(GOOD).subarray(0, cut),
      Buffer.from([0xe9]),
      Buffer.from(GOOD).subarray(cut),
    ]),
    `11:5: the file cannot be read: byte ${cut} (0xe9) is not UTF-8`,
  ],
  'a truncated character': [
    Buffer.from([0x2f, 0x2f, 0xe2, 0x82]),
    '1:3: the file cannot be read: byte 2 (0xe2) is not UTF-8',
  ],
  'a NUL byte': [
    Buffer.from(`// \u0000\n${GOOD}`),
    '1:4: the file cannot be read: byte 3 (0x00) is not text',
  ],
  'UTF-16, little-endian': [
    Buffer.from(`\ufeff${GOOD}`, 'utf16le'),
    '1:1: the file cannot be read: it is UTF-16 (it starts with the bytes ff fe)',
  ],
  'UTF-16, big-endian': [
    Buffer.from(`\ufeff${GOOD}`, 'utf16le').swap16(),
    '1:1: the file cannot be read: it is UTF-16 (it starts with the bytes fe ff)',
  ],
};

for (const [title, [bytes, says]] of Object.entries(BROKEN)) {
  test(`rejects a source that is not UTF-8 and reads the others: ${title}`, async () => {
    assert.deepEqual(await found(bytes), [OTHER, `example/v1/types.ts:${says}`]);
  });
}

test('rejects a source that the system cannot read, and reads the others', async () => {
  assert.deepEqual(await foundIn((path) => symlink('types.ts', path)), [
    OTHER,
    'example/v1/types.ts:1:1: the file cannot be read: its symbolic links form a loop',
  ]);
});

test('skips a UTF-8 byte order mark', async () => {
  const mistake = `\ufeff/** A. */ export type A = Missing;\n${GOOD}`.replace('string', 'A');
  assert.deepEqual(await found(Buffer.from(mistake)), [
    OTHER,
    'example/v1/types.ts:1:27: unknown type Missing',
  ]);
});
