import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LocatedDiagnostic } from '../diagnostics/located-diagnostic.js';
import { findUnfixed } from './fix-sources.js';
import { applyEdits, planFixes } from './plan-fixes.js';

const FILE = 'a.ts';
const source = 'a: Foo;\nb: Foo;\n';
const at = (line: number, column: number) => ({ file: FILE, line, column });
const diagnostic: LocatedDiagnostic = {
  severity: 'error',
  code: 'VMGEN1101',
  message: 'unknown type Foo',
  position: at(1, 4),
  edits: [
    { position: at(1, 1), end: at(1, 1), offset: 0, length: 0, text: '// A.\n' },
    { position: at(1, 4), end: at(1, 7), offset: 3, length: 3, text: 'Food' },
  ],
};
const fixes = planFixes([diagnostic]).map((fix) => {
  return { ...fix, source, fixed: applyEdits(source, fix.edits) };
});

test('reports a diagnostic that remains at its moved position as not fixed', () => {
  const kept = { ...diagnostic, message: 'unknown type Food', position: at(2, 4) };
  assert.equal(findUnfixed(fixes, [kept]), 'a.ts:2:4 would still be VMGEN1101: unknown type Food');
});

test('reports a file that no longer parses as not fixed', () => {
  const broken = {
    ...diagnostic,
    code: 'VMGEN1001',
    message: "';' expected",
    position: at(3, 1),
  } as const;
  assert.equal(findUnfixed(fixes, [broken]), "a.ts would not parse: ';' expected");
});

test('ignores diagnostics with other positions or codes', () => {
  const other = { ...diagnostic, position: at(3, 4) };
  const next = { ...diagnostic, code: 'VMGEN4204', position: at(2, 4) } as const;
  const elsewhere = { ...diagnostic, position: { ...at(2, 4), file: 'b.ts' } };
  assert.equal(findUnfixed(fixes, [other, next, elsewhere]), undefined);
});
