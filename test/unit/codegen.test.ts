import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { inRepository } from '../support/repository.js';

// codegen-scripts.stress.test.ts compares all generated files.
test('the committed code of this API is up to date', () => {
  const args = ['--groups', 'cloudnative:v1alpha1', '--out', 'generated', '--check'];
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [inRepository('generator/bin/vmgen.cjs'), ...args],
    { cwd: inRepository('.'), encoding: 'utf8' },
  );
  assert.equal(status, 0, stdout + stderr);
});
