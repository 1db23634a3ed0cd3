import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { parseModule } from '../frontend/parse-module.js';
import { lazyTypeOracle, type TypeQuestion } from '../frontend/type-oracle.js';
import { load } from '../load/load.js';
import { parseGroups } from '../settings/parse-groups.js';
import { kindWith } from '../testing/compile-text.js';
import { buildModel } from './build-model.js';

/** What the type checker is asked while a model is built; each question is answered. */
function questionsOf(files: readonly { path: string; text: string }[], groups: string[]): string[] {
  const asked: TypeQuestion[] = [];
  const answer = lazyTypeOracle();
  const diagnostics = new DiagnosticList();
  buildModel(
    files.map(({ path, text }) => parseModule(path, text)),
    [],
    { folders: parseGroups(groups) },
    (question) => {
      asked.push(question);
      return answer(question);
    },
    { wantsCrds: true, embeddedObjectMeta: true },
    diagnostics,
  );
  assert.deepEqual(diagnostics.sorted(), []);
  return asked.map(({ extended }) => extended);
}

test('does not start the type checker if the syntax is sufficient', async () => {
  const apis = join(fileURLToPath(new URL('../../', import.meta.url)), 'testdata', 'apis');
  const groups = ['shop:v1,v1beta1 fleet:v1 edge-cases:v1 shapes:v1'];
  const { files } = load(apis, parseGroups(groups), new DiagnosticList());
  assert.deepEqual(questionsOf(files, groups), []);
});

test('uses the type checker for a conditional type that infers from an object', () => {
  const text = kindWith(
    '  a: Inner<{ b: string }>;',
    'export type Inner<T> = T extends { b: infer B } ? B : never;',
  );
  assert.deepEqual(questionsOf([{ path: 'example/v1/types.ts', text }], ['example:v1']), [
    '{ "b": infer I0 }',
  ]);
});
