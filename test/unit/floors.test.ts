import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { ESLint, type Rule } from 'eslint';
import tseslint from 'typescript-eslint';
import { inRepository } from '../support/repository.js';

const { floors }: { floors: Rule.RuleModule } = await import(inRepository('hack/lint/floors.mjs'));

/** What the linter says of a package with these files, whose folders are `low` below `high`. */
async function lint(context: TestContext, files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'vmgen-floors-')));
  context.after(() => {
    rmSync(root, { recursive: true });
  });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  const eslint = new ESLint({
    cwd: root,
    overrideConfigFile: true,
    overrideConfig: {
      files: ['**/*.ts'],
      languageOptions: { parser: tseslint.parser },
      plugins: { house: { rules: { floors } } },
      rules: { 'house/floors': ['error', { root, order: ['low', 'high'] }] },
    },
  });
  const results = await eslint.lintFiles('.');
  return results.flatMap(({ messages }) => messages.map(({ message }) => message));
}

test('a folder may import from those below it and from itself', async (context) => {
  const files = {
    'index.ts': "export * from './high/a.js';",
    'high/a.ts': "export { b } from '../low/b.js';",
    'low/b.ts': "export { c as b } from './c.js';",
    'low/c.ts': 'export const c = 1;',
  };
  assert.deepEqual(await lint(context, files), []);
});

for (const [how, text] of [
  ['import', "import { a } from '../high/a.js'; export const b = a;"],
  ['import type', "import type { A } from '../high/a.js'; export type B = A;"],
  ['export', "export * from '../high/a.js';"],
  ['import()', "export const b = () => import('../high/a.js');"],
  ['a type of import()', "export type B = import('../high/a.js').A;"],
] as const) {
  test(`what leads to a floor above is refused: ${how}`, async (context) => {
    const files = { 'high/a.ts': 'export const a = 1; export type A = 1;', 'low/b.ts': text };
    const [message = '', ...others] = await lint(context, files);
    assert.match(message, /^low stands below high and may not import it/);
    assert.deepEqual(others, []);
  });
}

test('a circle is refused at each of its files, be it of types alone', async (context) => {
  const files = {
    'low/a.ts': "import type { B } from './b.js'; export type A = B[];",
    'low/b.ts': "import type { C } from './c.js'; export type B = C[];",
    'low/c.ts': "import type { A } from './a.js'; export type C = A | 1;",
  };
  assert.deepEqual(await lint(context, files), [
    'this import leads back to this file: low/a.ts -> low/b.ts -> low/c.ts -> low/a.ts',
    'this import leads back to this file: low/b.ts -> low/c.ts -> low/a.ts -> low/b.ts',
    'this import leads back to this file: low/c.ts -> low/a.ts -> low/b.ts -> low/c.ts',
  ]);
});

test('a folder without a place among the floors is told', async (context) => {
  assert.deepEqual(await lint(context, { 'new/a.ts': 'export const a = 1;' }), [
    'the folder new has no place among the floors in eslint.config.js',
  ]);
});
