import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { ESLint, type Rule } from 'eslint';
import tseslint from 'typescript-eslint';
import { inRepository } from '../support/repository.js';

const { layers }: { layers: Rule.RuleModule } = await import(inRepository('hack/lint/layers.mjs'));

/** Returns the linter's messages for a package with these files, whose folders are `low` below `high`. */
async function lint(context: TestContext, files: Readonly<Record<string, string>>) {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'vmgen-layers-')));
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
      plugins: { vmgen: { rules: { layers } } },
      rules: { 'vmgen/layers': ['error', { root, order: ['low', 'high'] }] },
    },
  });
  const results = await eslint.lintFiles('.');
  return results.flatMap(({ messages }) => messages.map(({ message }) => message));
}

test('allows imports from lower layers and from the same folder', async (context) => {
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
  test(`rejects imports from a higher layer: ${how}`, async (context) => {
    const files = { 'high/a.ts': 'export const a = 1; export type A = 1;', 'low/b.ts': text };
    const [message = '', ...others] = await lint(context, files);
    assert.match(message, /^low is a layer below high and may not import it/);
    assert.deepEqual(others, []);
  });
}

test('rejects a circular import at each of its files, type imports included', async (context) => {
  const files = {
    'low/a.ts': "import type { B } from './b.js'; export type A = B[];",
    'low/b.ts': "import type { C } from './c.js'; export type B = C[];",
    'low/c.ts': "import type { A } from './a.js'; export type C = A | 1;",
  };
  assert.deepEqual(await lint(context, files), [
    'circular import: low/a.ts -> low/b.ts -> low/c.ts -> low/a.ts',
    'circular import: low/b.ts -> low/c.ts -> low/a.ts -> low/b.ts',
    'circular import: low/c.ts -> low/a.ts -> low/b.ts -> low/c.ts',
  ]);
});

test('rejects a folder that the layers do not contain', async (context) => {
  assert.deepEqual(await lint(context, { 'new/a.ts': 'export const a = 1;' }), [
    'the folder new is missing from the layers in eslint.config.js',
  ]);
});
