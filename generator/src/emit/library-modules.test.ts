import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';
import { LIBRARY_EXPORTS, libraryModule } from './import-set.js';

test('lists only names that the entry points of packages export', () => {
  const probe = fileURLToPath(new URL('../../testdata/probe.ts', import.meta.url));
  const lines = Object.entries(LIBRARY_EXPORTS).map(
    ([module, names]) => `export type { ${names.join(', ')} } from '${module}';\n`,
  );
  assert.deepEqual(strictProblems(new Map([[probe, lines.join('')]])), []);
});

test('throws for a name that no package is known to export', () => {
  assert.throws(() => libraryModule('Patch'), /no package is known to export Patch/);
});
