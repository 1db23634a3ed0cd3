import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formOf } from '../markers/language/marker-form.js';
import { MARKERS } from '../markers/registry.js';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';
import { diagnosticFiles } from '../testing/diagnostic-source.js';
import type { Diagnostic } from './diagnostic.js';
import { DIAGNOSTICS } from './registry.js';

/** Names of internal stages, classes and data, and the text of a missing value in JavaScript. */
const OWN =
  /\boracle\b|\bfrontend\b|evaluator|SyntaxKind|[Ss]yntax(?:Node|Tree)|\bopaque\b|placeholder|\bemitter\b|TypeBuilder|SchemaBuilder|ModuleSet|DiagnosticList|MarkerUse|\bresolver\b|\[object |\bNaN\b|\bfunction \w+\(/;

/** What the kinds of a marker's values are called here, where people want to know what to write. */
const FORM = /<(?:raw|choice|any|words|list|boolean)>/;

/** A message contains no internal names or missing values. */
function assertPlain({ message, remedy = '' }: Diagnostic, source: string): void {
  const text = `${message}\n${remedy}`;
  assert.doesNotMatch(text, OWN);
  assert.doesNotMatch(text, FORM);
  // Only who writes the type hears of it.
  if (!source.includes('undefined') && !source.includes('?')) {
    assert.doesNotMatch(text, /\bundefined\b/);
  }
  assert.doesNotMatch(text, /undefined\b.*\bundefined|`undefined`/);
}

test('describes the syntax of markers without internal type names', () => {
  for (const definition of MARKERS) assert.doesNotMatch(formOf(definition), FORM);
});

for (const [code, { example }] of DIAGNOSTICS) {
  const { place, wrong, right } = example;
  if (place === 'shell') continue;
  test(`reports ${code} plainly for its example, and nothing for the fixed example`, () => {
    const result = compileText(diagnosticFiles(wrong, place));
    const codes = result.diagnostics.map((diagnostic) => diagnostic.code);
    assert.deepEqual([...new Set<string>(codes)], [code], diagnosticTexts(result).join('\n'));
    for (const each of result.diagnostics) assertPlain(each, wrong);
    assert.deepEqual(diagnosticTexts(compileText(diagnosticFiles(right, place))), []);
  });
}

test('has other tests for every diagnostic without an example in one file', () => {
  const shell = [...DIAGNOSTICS].filter(([, { example }]) => example.place === 'shell');
  assert.deepEqual(
    shell.map(([code]) => code),
    [
      // main.test.ts, out-folder.test.ts, paths.test.ts, load.test.ts, encoding.test.ts and modules.test.ts have
      // folders for these.
      ...['VMGEN1002', 'VMGEN1003', 'VMGEN1004', 'VMGEN1005', 'VMGEN1006', 'VMGEN1007'],
      ...['VMGEN1009', 'VMGEN1010'],
      // deployment.test.ts.
      'VMGEN1011',
      ...['VMGEN1103', 'VMGEN1108'],
      // Never alone: suppressions.test.ts.
      'VMGEN3402',
      // oversized-inputs.stress.test.ts.
      'VMGEN4105',
      ...['VMGEN6101', 'VMGEN6102', 'VMGEN6103'],
      // emitters.test.ts.
      ...['VMGEN9001', 'VMGEN9002'],
    ],
  );
  const codesOf = (field: string): string[] => {
    const fields = Array.from({ length: 300 }, (_, index) => field.replace('NAME', `f${index}`));
    const source = kindWith(fields.join('\n'));
    return compileText({ 'example/v1/types.ts': source }).diagnostics.map(({ code }) => code);
  };
  const text = 'x'.repeat(1000);
  assert.deepEqual(codesOf(`/** ${text} */\nNAME: string;`), ['VMGEN6101']);
  assert.deepEqual(codesOf(`// +kubebuilder:title="${text}"\nNAME: string;`), ['VMGEN6102']);
  const long = 'x'.repeat(6000);
  assert.deepEqual(codesOf(`// +kubebuilder:title="${long}"\nNAME: string;`), ['VMGEN6103']);
});
