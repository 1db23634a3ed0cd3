import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { inRepository } from '../support/repository.js';

const { sweepDist } = (await import(pathToFileURL(inRepository('hack/projects.mjs')).href)) as {
  readonly sweepDist: (root: string) => void;
};

const SETTINGS = { compilerOptions: { rootDir: 'src', outDir: 'dist' }, include: ['src'] };

test('only the output of deleted sources is removed', (context) => {
  const root = mkdtempSync(path.join(tmpdir(), 'vmgen-sweep-'));
  context.after(() => rmSync(root, { recursive: true }));
  for (const folder of ['part/src/inner', 'part/dist/inner'])
    mkdirSync(path.join(root, folder), { recursive: true });
  const write = (name: string, text = '') => writeFileSync(path.join(root, name), text);
  write('tsconfig.json', JSON.stringify({ references: [{ path: 'part' }] }));
  write('part/tsconfig.json', `{\n  // as people write it\n${JSON.stringify(SETTINGS).slice(1)}`);
  write('part/src/inner/kept.test.ts');
  for (const module of ['inner/kept.test', 'inner/moved.test', 'gone'])
    for (const ending of ['.js', '.d.ts', '.js.map']) write(`part/dist/${module}${ending}`);
  write('part/dist/script.cjs');
  write('part/dist/inner/templates.js');

  sweepDist(root);

  const left = readdirSync(path.join(root, 'part/dist'), { recursive: true, encoding: 'utf8' });
  assert.deepEqual(left.sort(), [
    'inner',
    'inner/kept.test.d.ts',
    'inner/kept.test.js',
    'inner/kept.test.js.map',
    'inner/templates.js',
    'script.cjs',
  ]);
});
