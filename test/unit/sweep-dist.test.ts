import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../support/child.js';
import { inRepository } from '../support/repository.js';

const SETTINGS = { compilerOptions: { rootDir: 'src', outDir: 'dist' } };

test('only the output of deleted sources is removed', async (context) => {
  const root = mkdtempSync(path.join(tmpdir(), 'vmgen-sweep-'));
  context.after(() => rmSync(root, { recursive: true }));
  for (const folder of ['hack', 'part/src/inner', 'part/dist/inner'])
    mkdirSync(path.join(root, folder), { recursive: true });
  const write = (name: string, text = '') => writeFileSync(path.join(root, name), text);
  cpSync(inRepository('hack/sweep-dist.mjs'), path.join(root, 'hack/sweep-dist.mjs'));
  write('package.json', '{ "type": "module" }');
  write('tsconfig.json', JSON.stringify({ references: [{ path: 'part' }] }));
  write('part/tsconfig.json', `{\n  // as people write it\n${JSON.stringify(SETTINGS).slice(1)}`);
  write('part/src/inner/kept.test.ts');
  for (const module of ['inner/kept.test', 'inner/moved.test', 'gone'])
    for (const ending of ['.js', '.d.ts', '.js.map']) write(`part/dist/${module}${ending}`);
  write('part/dist/script.cjs');
  write('part/dist/inner/templates.js');

  await run(process.execPath, [path.join(root, 'hack/sweep-dist.mjs')]);

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
