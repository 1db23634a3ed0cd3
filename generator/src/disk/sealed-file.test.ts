import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { cacheFolder, digestOf, keepSealed, readSealed, type SealedName } from './sealed-file.js';

const NAME: SealedName = { folder: 'runs', key: 'what was asked' };
const OTHER: SealedName = { folder: 'runs', key: 'another question' };

let root = '';
const environment = process.env['XDG_CACHE_HOME'];
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vmgen-sealed-'));
  process.env['XDG_CACHE_HOME'] = join(root, 'cache');
  keepSealed(NAME, 'the answer', 10);
  keepSealed(OTHER, 'another answer', 10);
});
afterEach(() => {
  if (environment === undefined) delete process.env['XDG_CACHE_HOME'];
  else process.env['XDG_CACHE_HOME'] = environment;
  rmSync(root, { recursive: true });
});

const pathOf = ({ folder, key }: SealedName): string =>
  join(root, 'cache/vmgen', folder, digestOf(key));

test('reads a cached file, which only the user can access', () => {
  assert.equal(readSealed(NAME)?.toString(), 'the answer');
  for (const path of [pathOf(NAME), join(root, 'cache/vmgen/runs'), join(root, 'cache/vmgen')]) {
    assert.equal(statSync(path).mode & 0o077, 0, path);
  }
});

const isRoot = process.getuid?.() === 0;

/** What becomes of a file of the cache, and whether the next one can be kept in its place. */
const DAMAGE: readonly [what: string, damage: (path: string) => void, isRepaired: boolean][] = [
  ['truncated', (path) => truncateSync(path, 50), true],
  ['empty', (path) => truncateSync(path, 0), true],
  [
    'changed in one bit',
    (path) => {
      const bytes = readFileSync(path);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      writeFileSync(path, bytes);
    },
    true,
  ],
  ['replaced by another cached file', (path) => copyFileSync(pathOf(OTHER), path), true],
  [
    'signed without the key',
    (path) => writeFileSync(path, `${digestOf('evil')}\nevil`, { mode: 0o600 }),
    true,
  ],
  ['missing', (path) => rmSync(path), true],
  [
    'a folder',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    false,
  ],
  [
    'a link to a valid one',
    (path) => {
      renameSync(path, join(root, 'moved'));
      symlinkSync(join(root, 'moved'), path);
    },
    true,
  ],
  [
    'a pipe',
    (path) => {
      rmSync(path);
      execFileSync('mkfifo', [path]);
    },
    true,
  ],
  ['larger than the maximum', (path) => truncateSync(path, 2 ** 31), true],
  ['writable by others', (path) => chmodSync(path, 0o602), true],
  [
    'in a folder that others can write to',
    () => chmodSync(join(root, 'cache/vmgen/runs'), 0o777),
    false,
  ],
  [
    'in a cache that its group can write to',
    () => chmodSync(join(root, 'cache/vmgen'), 0o770),
    false,
  ],
  [
    'in a folder that is a link',
    () => {
      renameSync(join(root, 'cache/vmgen/runs'), join(root, 'moved'));
      symlinkSync(join(root, 'moved'), join(root, 'cache/vmgen/runs'));
    },
    false,
  ],
  ...(isRoot
    ? ([
        ["another user's", (path) => chownSync(path, 65_534, 65_534), true],
        [
          "in another user's folder",
          () => chownSync(join(root, 'cache/vmgen/runs'), 65_534, 65_534),
          false,
        ],
      ] satisfies [string, (path: string) => void, boolean][])
    : []),
];
for (const [what, damage, isRepaired] of DAMAGE) {
  test(`ignores a cached file that is ${what}`, { timeout: 20_000 }, () => {
    damage(pathOf(NAME));
    assert.equal(readSealed(NAME), undefined);
    keepSealed(NAME, 'the next answer', 10);
    assert.equal(readSealed(NAME)?.toString(), isRepaired ? 'the next answer' : undefined);
  });
}

test('never removes foreign files from the cache folder', () => {
  writeFileSync(join(root, 'cache/vmgen/runs/notes.md'), 'mine');
  mkdirSync(join(root, 'cache/vmgen/runs', digestOf('folder')));
  for (let index = 0; index < 5; index++) keepSealed({ ...NAME, key: `${index}` }, '', 1);
  assert.ok(existsSync(join(root, 'cache/vmgen/runs/notes.md')));
  assert.ok(existsSync(join(root, 'cache/vmgen/runs', digestOf('folder'))));
  assert.ok(readdirSync(join(root, 'cache/vmgen/runs')).length <= 4);
});

test('removes partly written files of killed runs with the oldest files', () => {
  for (let index = 0; index < 5; index++) {
    writeFileSync(`${pathOf(NAME)}.${index}.tmp`, '', { mode: 0o600 });
  }
  keepSealed(NAME, 'the answer', 2);
  assert.equal(readdirSync(join(root, 'cache/vmgen/runs')).length, 2);
});

const HOMES: readonly [env: NodeJS.ProcessEnv, home: string, folder: string | undefined][] = [
  [{ XDG_CACHE_HOME: '/x' }, '/home/me', '/x/vmgen'],
  [{ XDG_CACHE_HOME: 'x' }, '/home/me', '/home/me/.cache/vmgen'],
  [{ XDG_CACHE_HOME: './x' }, '', undefined],
  [{ XDG_CACHE_HOME: '' }, '/home/me', '/home/me/.cache/vmgen'],
  [{}, '/home/me', '/home/me/.cache/vmgen'],
  [{}, 'home/me', undefined],
  [{}, '', undefined],
];
for (const [env, home, folder] of HOMES) {
  const isSkipped = process.platform !== 'linux' && 'other systems keep caches elsewhere';
  test(
    `uses the cache folder ${folder ?? '(none)'} for ${JSON.stringify({ ...env, HOME: home })}`,
    { skip: isSkipped },
    () => {
      const before = process.env['HOME'];
      process.env['HOME'] = home;
      try {
        assert.equal(cacheFolder(env), folder);
      } finally {
        process.env['HOME'] = before;
      }
    },
  );
}
