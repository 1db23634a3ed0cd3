import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type ts from 'typescript';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';
import { strictProblems } from '../testing/strict-problems.js';
import { typescript } from '../testing/typescript.js';

const KEYWORDS = Object.values(typescript.SyntaxKind)
  .filter((kind): kind is ts.SyntaxKind => typeof kind === 'number')
  .filter(
    (kind) =>
      kind >= typescript.SyntaxKind.FirstKeyword && kind <= typescript.SyntaxKind.LastKeyword,
  )
  .map((kind) => typescript.tokenToString(kind) ?? '');

const DECLARATIONS: Readonly<Record<string, (name: string) => string>> = {
  interface: (name) => `export interface ${name} { a: string }\n`,
  type: (name) => `export type ${name} = { a: string };\n`,
};

test('rejects exactly the type names that TypeScript rejects', () => {
  const sources = new Map<string, string>();
  const ours = new Map<string, boolean>();
  const root = fileURLToPath(new URL('../../testdata/reserved/', import.meta.url));
  for (const name of KEYWORDS) {
    for (const [form, declare] of Object.entries(DECLARATIONS)) {
      const text = kindWith(`  a: ${name};`, declare(name));
      const path = `${root}${form}-${name}.ts`;
      // What the parser itself refuses is a diagnostic of its own.
      const { diagnostics } = compileText({
        'x/v1/types.ts': kindWith('  a: string;', declare(name)),
      });
      ours.set(path, diagnostics.length > 0);
      sources.set(path, text);
    }
  }
  const problems = strictProblems(sources);
  const refusedByTypeScript = new Set(problems.map((problem) => problem.split(': ')[0]));
  for (const [path, isRefused] of ours) {
    // Where a name is a type already, its use means that type, and its declaration is refused.
    assert.equal(isRefused, refusedByTypeScript.has(path), path);
  }
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
