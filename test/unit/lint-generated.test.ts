import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import { defineConfig } from 'eslint/config';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** The TypeScript files of a folder, with all below it. */
const sourcesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(ROOT, folder, name));

/** What typescript-eslint's recommended rules, with types, report of files. */
async function problemsOf(files: readonly string[]): Promise<string[]> {
  const program = ts.createProgram([...files], {
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    verbatimModuleSyntax: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2023,
    lib: ['lib.es2023.d.ts'],
    types: ['node'],
    noEmit: true,
  });
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfigFile: true,
    overrideConfig: defineConfig({
      files: ['**/*.ts'],
      extends: [tseslint.configs.recommendedTypeChecked],
      languageOptions: { parserOptions: { programs: [program] } },
    }),
  });
  const results = await eslint.lintFiles([...files]);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, ruleId, message }) => `${filePath}:${line} ${ruleId}: ${message}`),
  );
}

test('generated code passes the recommended rules of typescript-eslint', async () => {
  const folders = [
    'generated',
    'generator/testdata/golden',
    'examples/backup/generated',
    'examples/network/generated',
    'kubernetes/generated/authorization',
  ];
  const files = folders.flatMap(sourcesIn);
  assert.ok(files.length > 50);
  assert.deepEqual(await problemsOf(files), []);
});

test('the code of a kind without a client and of a type without fields passes too', async (context) => {
  const folder = mkdtempSync(join(ROOT, 'test/dist/lint-'));
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
  const vmgen = join(ROOT, 'generator/bin/vmgen.cjs');
  const args = [vmgen, '--groups', 'bare:v1', '--out', 'out'];
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const names = readdirSync(join(folder, 'out'), { recursive: true, encoding: 'utf8' });
  const files = names
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, 'out', name));
  assert.deepEqual(await problemsOf(files), []);
});
