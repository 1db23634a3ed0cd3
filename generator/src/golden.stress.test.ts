import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { listFiles } from './testing/hostile-names.js';
import { strictProgram } from '@vmgen/fixtures/generator/strict-problems';
import { typescript } from '@vmgen/fixtures/generator/typescript';
import type ts from 'typescript';

const golden = fileURLToPath(new URL('../testdata/golden/', import.meta.url));

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
