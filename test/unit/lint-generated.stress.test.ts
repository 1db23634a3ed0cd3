import assert from 'node:assert/strict';
import { test } from 'node:test';
import { problemsOf, sourcesIn } from '../support/lint.js';
import { inRepository } from '../support/repository.js';

test('generated code passes the recommended rules of typescript-eslint', async () => {
  const folders = [
    'generated',
    'generator/testdata/golden',
    'examples/backup/generated',
    'examples/network/generated',
    'packages/kubernetes/generated/authorization',
  ];
  const files = folders.flatMap((folder) => sourcesIn(inRepository(folder)));
  assert.ok(files.length > 50);
  assert.deepEqual(await problemsOf(files), []);
});
