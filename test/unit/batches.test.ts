import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../support/repository.js';

interface Batches {
  readonly batchesOf: (
    files: readonly string[],
    options: {
      readonly read: (file: string) => string;
      readonly processes: number;
      readonly seconds: Readonly<Record<string, number>>;
    },
  ) => string[][];
}

const { batchesOf } = (await import(
  pathToFileURL(inRepository('test/batches.mjs')).href
)) as Batches;

const dealt = (
  files: Readonly<Record<string, string>>,
  { processes = 2, seconds = {} }: Partial<Parameters<Batches['batchesOf']>[1]> = {},
): string[][] =>
  batchesOf(Object.keys(files), { read: (file) => files[file] ?? '', processes, seconds });

const FILES = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`cel/${name}`, '']));

describe('test files', () => {
  test('are distributed to three processes for each that runs in parallel, each file once', () => {
    const batches = dealt(FILES, { processes: 1 });
    assert.equal(batches.length, 3);
    assert.deepEqual(batches.flat().sort(), Object.keys(FILES));
  });

  test('that load a compiler do not share a process with others', () => {
    const batches = dealt({ ...FILES, 'generator/a': '', 'generator/b': '' }, { processes: 1 });
    assert.deepEqual(
      batches.map((batch) => new Set(batch.map((file) => file.split('/')[0])).size),
      [1, 1, 1, 1],
    );
  });

  test('are distributed by the durations of the last run, longest first', () => {
    assert.deepEqual(dealt(FILES, { seconds: { 'cel/d': 9 } })[0], ['cel/d']);
  });

  test('that never ran are distributed by size', () => {
    assert.deepEqual(dealt({ ...FILES, 'cel/d': 'x'.repeat(50) })[0], ['cel/d']);
  });

  const ALONE: Readonly<Record<string, string>> = {
    'have a hook of their own': 'beforeEach(() => {});',
    'replace the clock': "import { mock, test } from 'node:test';",
    'let the disk fail': 'const undo = interceptDisk(() => {});',
    'change the environment': "process.env['HOME'] = '/nowhere';",
    'change the working folder': 'process.chdir(folder);',
    'replace a method of all': 'Module.prototype._compile = compile;',
    'measure memory': 'const before = process.memoryUsage().heapUsed;',
  };
  for (const [what, text] of Object.entries(ALONE)) {
    test(`have a process of their own if they ${what}`, () => {
      const odd = dealt({ ...FILES, 'cel/odd': text }).find((batch) => batch.includes('cel/odd'));
      assert.deepEqual(odd, ['cel/odd']);
    });
  }

  test('share a process if they restore what they change', () => {
    const restoring = ['generator/dist/cli/add-command', 'generator/dist/diff/sides/open-side'];
    const files = Object.fromEntries(
      restoring.map((name) => [`${name}.test.js`, 'process.chdir(folder);']),
    );
    const batches = dealt({ ...FILES, ...files });
    assert.ok(batches.some((batch) => batch.sort().join() === Object.keys(files).join()));
  });
});
