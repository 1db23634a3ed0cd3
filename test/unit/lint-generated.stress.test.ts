import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { problemsOf, sourcesIn } from '../support/lint.js';
import { inRepository } from '../support/repository.js';

test('generated code passes the recommended rules of typescript-eslint, also for a kind without a client and a type without fields', async (context) => {
  const folder = mkdtempSync(inRepository('test/dist/lint-'));
  context.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'apis/bare/v1'), { recursive: true });
  writeFileSync(
    join(folder, 'apis/bare/v1/types.ts'),
    `// +groupName=bare.example.com

import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';

export interface Bare extends TypeMeta {
  metadata: ObjectMeta;
  // +kubebuilder:pruning:PreserveUnknownFields
  spec: Nothing;
}

// eslint-disable-next-line @typescript-eslint/no-empty-object-type
export interface Nothing {}
`,
  );
  const vmgen = inRepository('generator/bin/vmgen.cjs');
  const args = [vmgen, '--groups', 'bare:v1', '--out', 'out'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const folders = [
    'generated',
    'generator/testdata/golden',
    'examples/backup/generated',
    'examples/network/generated',
    'packages/kubernetes/generated/authorization',
  ].map((each) => inRepository(each));
  const files = [join(folder, 'out'), ...folders].flatMap(sourcesIn);
  assert.ok(files.length > 50);
  assert.deepEqual(await problemsOf(files), []);
});
