import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';
import { diagnosticFiles } from '../testing/diagnostic-source.js';
import { DIAGNOSTICS } from './registry.js';

for (const [code, { name, example }] of DIAGNOSTICS) {
  const { place, wrong, right } = example;
  if (place === 'shell') continue;
  test(`reports ${code} (${name}) for its example, and nothing for the fixed example`, () => {
    const result = compileText(diagnosticFiles(wrong, place));
    const codes = result.diagnostics.map((diagnostic) => diagnostic.code);
    assert.deepEqual([...new Set<string>(codes)], [code], diagnosticTexts(result).join('\n'));
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
      ...['VMGEN1009', 'VMGEN1010', 'VMGEN1103', 'VMGEN1108'],
      'VMGEN3010',
      // Never alone: suppressions.test.ts.
      'VMGEN3402',
      // oversized-inputs.stress.test.ts.
      'VMGEN4105',
      ...['VMGEN6101', 'VMGEN6102', 'VMGEN6103'],
      // emitters.test.ts.
      ...['VMGEN9001', 'VMGEN9002', 'VMGEN9003', 'VMGEN9004', 'VMGEN9005'],
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
