import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compile, type Compilation } from './pipeline/compile.js';
import { DiagnosticList } from './diagnostics/diagnostic-list.js';
import { load } from './load/load.js';
import { parseGroups } from './settings/parse-groups.js';
import type { SourceSet } from './sources/source.js';
import { DEFAULT_SETTINGS } from './testing/compile-text.js';
import { listFiles } from './testing/hostile-names.js';
import { readRecord, RECORD_FILE } from './write/output-record.js';
import { typescript } from './testing/typescript.js';

// hack/update-goldens.sh writes them again.
const testdata = fileURLToPath(new URL('../testdata/', import.meta.url));
const golden = join(testdata, 'golden');

function loadTestdata(): SourceSet {
  const groups = parseGroups(['shop:v1,v1beta1 fleet:v1', 'edge-cases:v1', 'shapes:v1']);
  return load(join(testdata, 'apis'), groups, new DiagnosticList());
}

async function compileTestdata(): Promise<Compilation> {
  return compile(loadTestdata(), { ...DEFAULT_SETTINGS, strict: true });
}

test('generates the golden files from the example APIs', async () => {
  const { files, diagnostics } = await compileTestdata();
  assert.deepEqual(diagnostics, []);
  const { files: owned } = readRecord(golden) ?? assert.fail();
  assert.deepEqual([...owned.keys(), RECORD_FILE].sort(), listFiles(golden));
  assert.deepEqual(files.map(({ path }) => path).sort(), [...owned.keys()]);
  for (const { path, text } of files) {
    assert.equal(text, await readFile(join(golden, path), 'utf8'), path);
  }
});

test('generates identical output from identical sources', async () => {
  assert.deepEqual(await compileTestdata(), await compileTestdata());
});

test('generates golden files that compile with the strictest flags', async () => {
  const paths = listFiles(golden).filter((path) => path.endsWith('.ts'));
  const program = typescript.createProgram(
    paths.map((path) => join(golden, path)),
    {
      strict: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      noUnusedLocals: true,
      noUnusedParameters: true,
      module: typescript.ModuleKind.NodeNext,
      target: typescript.ScriptTarget.ES2023,
      lib: ['lib.es2023.d.ts'],
      types: ['node'],
      // Each build checks TypeScript's own; those of our packages are checked here.
      skipDefaultLibCheck: true,
      noEmit: true,
    },
  );
  const problems = typescript
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, start, messageText }) =>
        `${file?.fileName}:${start}: ${typescript.flattenDiagnosticMessageText(messageText, ' ')}`,
    );
  assert.deepEqual(problems, []);
});
