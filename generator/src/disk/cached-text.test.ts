import assert from 'node:assert/strict';
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
import { afterEach, beforeEach, describe, test } from 'node:test';
import { cacheFolder, readCached, writeCached } from './cached-text.js';
import { digestOf } from './digest.js';

const KEY = 'what was asked';
const OTHER = 'another question';

describe('the cache of texts', () => {
  let root = '';
  const environment = process.env['XDG_CACHE_HOME'];
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'vmgen-cached-'));
    process.env['XDG_CACHE_HOME'] = join(root, 'cache');
    writeCached(KEY, 'the answer', 10);
    writeCached(OTHER, 'another answer', 10);
  });
  afterEach(() => {
    if (environment === undefined) delete process.env['XDG_CACHE_HOME'];
    else process.env['XDG_CACHE_HOME'] = environment;
    rmSync(root, { recursive: true });
  });

  const pathOf = (key: string): string => join(root, 'cache/vmgen/runs', digestOf(key));

  test('reads a cached text, which only the user can access', () => {
    assert.equal(readCached(KEY), 'the answer');
    for (const path of [pathOf(KEY), join(root, 'cache/vmgen/runs'), join(root, 'cache/vmgen')]) {
      assert.equal(statSync(path).mode & 0o077, 0, path);
    }
  });

  const isRoot = process.getuid?.() === 0;

  /** What becomes of a cached text, and whether the next one can be cached in its place. */
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
    ['replaced by that of another key', (path) => copyFileSync(pathOf(OTHER), path), true],
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
      'in a cache that its group can write to',
      () => chmodSync(join(root, 'cache/vmgen'), 0o770),
      false,
    ],
    [
      'in a cache that is a link',
      () => {
        renameSync(join(root, 'cache/vmgen'), join(root, 'moved'));
        symlinkSync(join(root, 'moved'), join(root, 'cache/vmgen'));
      },
      false,
    ],
    ...(isRoot
      ? ([
          [
            "in another user's cache",
            () => chownSync(join(root, 'cache/vmgen'), 65_534, 65_534),
            false,
          ],
        ] satisfies [string, (path: string) => void, boolean][])
      : []),
  ];
  for (const [what, damage, isRepaired] of DAMAGE) {
    test(`ignores a cached text that is ${what}`, () => {
      damage(pathOf(KEY));
      assert.equal(readCached(KEY), undefined);
      writeCached(KEY, 'the next answer', 10);
      assert.equal(readCached(KEY), isRepaired ? 'the next answer' : undefined);
    });
  }

  test('never removes foreign files from the cache folder', () => {
    const foreign = join(root, 'cache/vmgen/runs/mine.txt');
    writeFileSync(foreign, '');
    writeCached(KEY, 'the answer', 1);
    assert.equal(existsSync(foreign), true);
    assert.equal(existsSync(pathOf(OTHER)), false);
  });

  test('removes partly written files of killed runs with the oldest files', () => {
    writeFileSync(`${pathOf(OTHER)}.x.tmp`, '');
    writeCached(KEY, 'the answer', 2);
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
});
