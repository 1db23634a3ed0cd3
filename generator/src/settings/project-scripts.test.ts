import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { PROJECT_SCRIPTS } from './project-scripts.js';

test('npm test runs the tests of the sources, and none of removed sources', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-scripts-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const each of ['src/inner', 'test', 'dist/src/inner', 'dist/test']) {
    mkdirSync(path.join(folder, each), { recursive: true });
  }
  const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
  for (const name of ['src/inner/kept', 'test/whole', 'src/removed']) {
    write(`dist/${name}.test.js`, `require('node:test')('${name}', () => {});`);
  }
  write('src/inner/kept.test.ts', '');
  write('src/inner/kept.ts', '');
  const run = () => {
    const env = { ...process.env };
    // Otherwise the inner run takes itself for a part of this one.
    delete env['NODE_TEST_CONTEXT'];
    const script = PROJECT_SCRIPTS['test'] ?? '';
    const { status, stdout } = spawnSync('sh', ['-c', script], { cwd: folder, env });
    const names = [...String(stdout).matchAll(/^(?:ok|not ok) \d+ - (\S+)/gm)];
    return { status, names: names.map(([, name]) => name).sort() };
  };
  assert.deepEqual(run(), { status: 0, names: ['src/inner/kept'] });
  write('test/whole.test.ts', '');
  assert.deepEqual(run(), { status: 0, names: ['src/inner/kept', 'test/whole'] });
  // A test that is not compiled yet fails.
  write('src/new.test.ts', '');
  assert.notEqual(run().status, 0);
});
