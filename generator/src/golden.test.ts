import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { checkConfig } from './config/check-config.js';
import { compile, type Compilation } from './compile.js';
import { generate } from './generate.js';
import { ObservedDisk } from './disk/observed-disk.js';
import { DiagnosticList } from './diagnostics/diagnostic-list.js';
import { load } from './load/load.js';
import { GENERATORS } from './settings/generated-file.js';
import { parseGroups } from './settings/parse-groups.js';
import type { SourceSet } from './syntax/source.js';
import { DEFAULT_SETTINGS } from './testing/compile-text.js';
import { listFiles } from './testing/hostile-names.js';
import { readRecord, RECORD_FILE } from './write/output-record.js';

// hack/update-goldens.sh writes them again. golden.stress.test.ts compiles them.
const testdata = fileURLToPath(new URL('../testdata/', import.meta.url));
const golden = join(testdata, 'golden');

function loadTestdata(): SourceSet {
  const groups = parseGroups([
    'shop:v1,v1beta1 fleet:v1',
    'edge-cases:v1',
    'shapes:v1',
    'sites:v1,v1alpha1',
  ]);
  return load(join(testdata, 'apis'), groups, new DiagnosticList(), new ObservedDisk());
}

async function compileTestdata(): Promise<Compilation> {
  return compile(loadTestdata(), { ...DEFAULT_SETTINGS, generators: GENERATORS, strict: true });
}

const compiled = compileTestdata();

test('generates the golden files from the example APIs', async () => {
  const { files, diagnostics } = await compiled;
  assert.deepEqual(diagnostics, []);
  const { files: owned } = readRecord(golden) ?? assert.fail();
  assert.deepEqual([...owned.keys(), RECORD_FILE].sort(), listFiles(golden));
  assert.deepEqual(files.map(({ path }) => path).sort(), [...owned.keys()]);
  for (const { path, text } of files) {
    assert.equal(text, await readFile(join(golden, path), 'utf8'), path);
  }
});

test('generates the golden deployment of an operator with all settings', async () => {
  const folder = join(testdata, 'operator');
  const text = await readFile(join(folder, 'vmgen.config.json'), 'utf8');
  const { groups = [], generators = [], operator } = checkConfig(JSON.parse(text));
  const { plan, diagnostics } = await generate({
    ...DEFAULT_SETTINGS,
    groups: parseGroups([groups].flat()),
    generators,
    operator,
    check: true,
    apis: join(folder, 'apis'),
    out: join(folder, 'golden'),
    paths: [],
    headerFile: undefined,
  });
  assert.deepEqual(diagnostics, []);
  const { changed, created, stale } = plan ?? assert.fail();
  assert.deepEqual({ changed, created, stale }, { changed: [], created: [], stale: [] });
});

test('generates identical output from identical sources', async () => {
  assert.deepEqual(await compileTestdata(), await compiled);
});
