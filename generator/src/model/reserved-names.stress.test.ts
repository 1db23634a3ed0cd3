import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type ts from 'typescript';
import { compileText, kindWith } from '../testing/compile-text.js';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';
import { typescript } from '@vmgen/fixtures/generator/typescript';

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
