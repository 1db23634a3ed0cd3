import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
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
import { strictProgram } from './testing/strict-problems.js';
import { typescript } from './testing/typescript.js';
import type ts from 'typescript';

// hack/update-goldens.sh writes them again.
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
  assert.deepEqual(await compileTestdata(), await compileTestdata());
});

/** A caller of a generated conversion: missing and wrong functions are compile errors. */
const CONVERSION_CALLER = `
import { createSiteConversion, type SiteConversionFunctions } from './conversions.js';

type Functions = SiteConversionFunctions['v1alpha1'];
const fromHub: Functions['fromHub'] = {
  '.spec.host': ({ spec }) => spec.hosts?.[0],
  '.spec.tier': () => 'S',
};
const toHub: Functions['toHub'] = {
  '.spec.hosts': ({ spec }) => (spec.host === undefined ? undefined : [spec.host]),
  '.spec.tier': ({ spec }) => (spec.tier === 'L' ? 'large' : 'small'),
  '.spec.ports[].protocol': (_, { number }) => (number === 53 ? 'UDP' : 'TCP'),
};
export const conversion = createSiteConversion({ v1alpha1: { toHub, fromHub } });
// @ts-expect-error: .spec.tier is missing
export const missing: Functions['fromHub'] = { '.spec.host': () => undefined };
// @ts-expect-error: the tiers of v1 are not those of v1alpha1
export const wrong: Functions['fromHub'] = { ...fromHub, '.spec.tier': ({ spec }) => spec.tier };
`;

test('generates golden files that compile with the strictest flags', () => {
  const paths = listFiles(golden).filter((path) => path.endsWith('.ts'));
  const texts = paths.map((path) => [join(golden, path), readFileSync(join(golden, path), 'utf8')]);
  texts.push([join(golden, 'sites', 'caller.ts'), CONVERSION_CALLER]);
  const program = strictProgram(new Map(texts as [string, string][]), {
    noUnusedLocals: true,
    noUnusedParameters: true,
  });
  // Each build checks the declarations of TypeScript and of Node.
  const checked = program
    .getSourceFiles()
    .filter(({ fileName }) => !/\/node_modules\/(?!@vmgen)/.test(fileName));
  assert.deepEqual(program.getConfigFileParsingDiagnostics(), []);
  assert.deepEqual(program.getGlobalDiagnostics().map(describe), []);
  const problems = checked.flatMap((file) => [
    ...program.getSyntacticDiagnostics(file),
    ...program.getSemanticDiagnostics(file),
  ]);
  assert.deepEqual(problems.map(describe), []);
  assert.ok(checked.length > paths.length, 'the declarations of the packages are checked too');
});

function describe({ file, start, messageText }: ts.Diagnostic): string {
  return `${file?.fileName}:${start}: ${typescript.flattenDiagnosticMessageText(messageText, ' ')}`;
}
