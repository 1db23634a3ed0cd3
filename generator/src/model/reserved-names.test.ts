import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';

// reserved-names.stress.test.ts compares all keywords with TypeScript.
test('accepts a keyword that can be the name of a type', () => {
  const source = kindWith('  a: async;', 'export interface async { a: string }');
  assert.deepEqual(diagnosticTexts(compileText({ 'x/v1/types.ts': source })), []);
});

test('reports a reserved name at its position', () => {
  const source = kindWith('  a: string;', 'export interface any { a: string }');
  const [found = ''] = diagnosticTexts(compileText({ 'x/v1/types.ts': source }));
  assert.match(
    found,
    /^x\/v1\/types\.ts:13:18: error: any is reserved in TypeScript and cannot be the name of a type\n/,
  );
});

const DEVICES: readonly (readonly [path: string, place: string])[] = [
  ['con/v1/types.ts', 'con: Windows keeps the name con for a device'],
  ['AUX.example.com/v1/types.ts', 'AUX.example.com: Windows keeps the name AUX.example.com for a'],
  ['x/nul/types.ts', 'x/nul: Windows keeps the name nul for a device'],
  ['x/v1/com1.ts', 'x/v1/com1.ts: Windows keeps the name com1.ts for a device'],
  ['x/v1/LPT9.types.ts', 'x/v1/LPT9.types.ts: Windows keeps the name LPT9.types.ts for a device'],
  ['x./v1/types.ts', 'x.: Windows drops a dot or blank at the end of a name'],
];
for (const [path, place] of DEVICES) {
  test(`rejects a folder or file name that Windows does not allow: ${path}`, () => {
    const texts = diagnosticTexts(compileText({ [path]: kindWith('  a: string;') }));
    assert.ok(
      texts.some((text) => text.startsWith(`${path}:1:1: error: ${place}`)),
      texts.join(),
    );
  });
}

test('accepts names that only start like device names', () => {
  const source = kindWith('  a: string;');
  assert.deepEqual(diagnosticTexts(compileText({ 'console/v1/com10.ts': source })), []);
});
