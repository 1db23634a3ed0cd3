import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

const FORMAT = '// +kubebuilder:validation:Format=machine-id';
const ignore = (code: string, reason = 'ours'): string =>
  `// +vmgen:ignore:code=${code},reason="${reason}"`;

/** What is found of a spec from line 11 on, and whether anything was made. */
function found(spec: string, strict = false): (string | boolean)[] {
  const compiled = compileText({ 'example/v1/types.ts': kindWith(spec) }, { strict });
  const texts = diagnosticTexts(compiled).map((text) => text.replace('example/v1/types.ts:', ''));
  return [compiled.files.length > 0, ...texts];
}

const SILENT: readonly (readonly [what: string, spec: string])[] = [
  ['above its marker', `${ignore('VMGEN5101')}\n${FORMAT}\na: string;`],
  ['by the name of the diagnostic', `${ignore('unknown-format')}\n${FORMAT}\na: string;`],
  ['below its marker', `${FORMAT}\n${ignore('VMGEN5101')}\na: string;`],
  [
    'in JSDoc',
    `/**\n * A.\n * ${ignore('VMGEN5101').slice(3)}\n * ${FORMAT.slice(3)}\n */\na: string;`,
  ],
  ['on the line of the field', `${ignore('VMGEN5001')}\n// +required\na?: string;`],
  [
    'with several codes',
    `${ignore('VMGEN5001')}\n${ignore('VMGEN5101')}\n// +required\n${FORMAT}\na?: string;`,
  ],
];
for (const [what, spec] of SILENT) {
  test(`suppresses a warning ${what}, also in a strict run`, () => {
    assert.deepEqual(found(spec), [true]);
    assert.deepEqual(found(spec, true), [true]);
  });
}

test('reports a warning of another field or code', () => {
  const spec = `${ignore('VMGEN5001')}\n${FORMAT}\na: string;\n${FORMAT}\nb: string;`;
  const warning = 'the API server ignores the unknown format "machine-id" for string';
  const [made, idle, ...rest] = found(spec);
  assert.deepEqual(
    [made, idle],
    [true, '11:4: warning: VMGEN5001 is not reported here\n  remove +vmgen:ignore'],
  );
  assert.deepEqual(
    rest.map((text) => String(text).split('\n')[0]),
    [`12:4: warning: ${warning}`, `14:4: warning: ${warning}`],
  );
});

test('errors cannot be suppressed', () => {
  assert.deepEqual(found(`${ignore('VMGEN4001')}\na: bigint;`), [
    false,
    '11:4: error: errors cannot be suppressed\n  fix it',
    '12:4: error: bigint has no JSON form\n  use Int64 of @vmgen/runtime',
  ]);
  const { diagnostics } = compileText({
    'example/v1/types.ts': kindWith(`${ignore('VMGEN4001')}\na: bigint;`),
  });
  assert.deepEqual(
    diagnostics.map(({ code }) => code),
    ['VMGEN3402', 'VMGEN4001'],
  );
});

test('requires a known code and a reason in a suppression', () => {
  assert.deepEqual(found(`${ignore('VMGEN510')}\na: string;`), [
    false,
    '11:4: error: unknown diagnostic "VMGEN510"\n  did you mean VMGEN5101?',
  ]);
  assert.deepEqual(found(`${ignore('VMGEN5101', ' ')}\n${FORMAT}\na: string;`).slice(0, 2), [
    false,
    '11:4: error: +vmgen:ignore needs a reason to suppress VMGEN5101\n  add reason="..."',
  ]);
  assert.deepEqual(found('// +vmgen:ignore:code=VMGEN5101\na: string;').slice(0, 2), [
    false,
    '11:18: error: +vmgen:ignore: the argument reason is missing\n  the syntax is +vmgen:ignore:code=<string>,reason=<string>',
  ]);
});
