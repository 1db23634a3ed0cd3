import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

const DEFAULT = '// +kubebuilder:default=1';

const found = (field: string): string[] =>
  diagnosticTexts(compileText({ 'example/v1/types.ts': kindWith(field) })).map((text) =>
    text.replace('example/v1/types.ts:', '').replace('\n  ', ' | '),
  );

const says = (member: string): string =>
  `warning: the default of radius does not apply to ${member} only: the API server sets it in every member of the union | remove it, or give every member the field`;

test('warns about a default in one member of a union, because the server adds it to all', () => {
  assert.deepEqual(
    found(`  a: { kind: 'circle';\n  ${DEFAULT}\n  radius?: Int32 } | { kind: 'point' };`),
    [`12:6: ${says("{ kind: 'circle'; radius?: Int32 }")}`],
  );
  assert.deepEqual(found(`  a: {\n  ${DEFAULT}\n  radius: Int32 } | { side: Int32 };`), [
    `12:6: ${says('{ radius: Int32 }')}`,
  ]);
});

test('accepts a default that all members have, or that is nested', () => {
  const member = (kind: string): string => `{ kind: '${kind}';\n  ${DEFAULT}\n  radius?: Int32 }`;
  assert.deepEqual(found(`  a: ${member('circle')} | ${member('ring')};`), []);
  const deep = `{ kind: 'circle'; size?: {\n  ${DEFAULT}\n  radius?: Int32 } }`;
  assert.deepEqual(found(`  a: ${deep} | { kind: 'point' };`), []);
});
