import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';

const loader = new URL('./load-common-js.js', import.meta.url).href;

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'vmgen-code-'));
  writeModule('const answer = () => 42 + "é";');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function writeModule(declaration: string): void {
  const text = `'use strict';\n${declaration}\nexports.answers = () => [answer(), __filename, typeof require('node:fs').statSync];\n`;
  writeFileSync(join(root, 'module.cjs'), text);
}

/** Loads the module in a process of its own, as the code is kept when that ends. */
function load(caches = join(root, 'cache'), last = '', ahead = 10_000): string {
  const path = JSON.stringify(join(root, 'module.cjs'));
  // The module was written a moment ago, and of a file that may still change nothing is kept.
  const script = `const now = Date.now;
    Date.now = () => now() + ${ahead};
    Object.defineProperty(performance, 'timeOrigin', { value: performance.timeOrigin + ${ahead} });
    const { loadCommonJs } = await import(${JSON.stringify(loader)});
    console.log(JSON.stringify(loadCommonJs(${path}).answers()));${last}`;
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { XDG_CACHE_HOME: caches },
  });
  assert.equal(run.stderr, '');
  return run.stdout;
}

const expected = (): string => `${JSON.stringify(['42é', join(root, 'module.cjs'), 'function'])}\n`;
const codeFolder = (): string => join(root, 'cache/vmgen/code');
const codeFiles = (): string[] => readdirSync(codeFolder()).map((name) => join(codeFolder(), name));

test('caches the compiled code for the next process', () => {
  assert.equal(load(), expected());
  const [first = ''] = codeFiles();
  const code = readFileSync(first);
  assert.equal(load(), expected());
  assert.deepEqual(codeFiles(), [first]);
  for (const path of [first, codeFolder(), join(codeFolder(), '..')]) {
    assert.equal(statSync(path).mode & 0o077, 0, path);
  }
  assert.deepEqual(readFileSync(first), code);
});

test('removes the oldest compiled code from the cache', () => {
  mkdirSync(codeFolder(), { recursive: true, mode: 0o700 });
  const old = Array.from({ length: 20 }, (_, index) =>
    join(codeFolder(), `old${index}`.padEnd(43, '_')),
  );
  for (const [index, path] of old.entries()) {
    writeFileSync(path, '');
    utimesSync(path, index, index);
  }
  writeFileSync(join(codeFolder(), 'notes.md'), 'mine');
  assert.equal(load(), expected());
  rmSync(join(codeFolder(), 'notes.md'));
  const kept = codeFiles();
  assert.equal(kept.length, 12);
  assert.deepEqual(kept.filter((path) => old.includes(path)).sort(), old.slice(9).sort());
});

test('does not cache compiled code in a failed run', () => {
  assert.equal(load(undefined, 'process.exitCode = 1;'), expected());
  assert.equal(existsSync(codeFolder()), false);
});

test('does not cache the code of a module that changed a moment ago', () => {
  assert.equal(load(undefined, '', 0), expected());
  assert.equal(existsSync(codeFolder()), false);
});

test('compiles the module again if its text changes', () => {
  load();
  writeModule('const answer = () => 43 + "é";');
  assert.equal(load(), expected().replace('42', '43'));
  assert.equal(codeFiles().length, 2);
});

const DAMAGE: Record<string, (path: string, code: Buffer) => void> = {
  truncated: (path, code) => truncateSync(path, code.length - 10),
  empty: (path) => truncateSync(path, 0),
  'changed in the middle': (path, code) => {
    code.fill(0xff, code.length >> 1, (code.length >> 1) + 64);
    writeFileSync(path, code);
  },
};
for (const [what, damage] of Object.entries(DAMAGE)) {
  test(`detects and replaces cached code that is ${what}`, () => {
    load();
    const [first = ''] = codeFiles();
    const code = readFileSync(first);
    damage(first, Buffer.from(code));
    assert.equal(load(), expected());
    assert.equal(readFileSync(first).length, code.length);
  });
}

test('loads the module if the cache folder is not writable', () => {
  writeFileSync(join(root, 'file'), '');
  assert.equal(load(join(root, 'file')), expected());
});
