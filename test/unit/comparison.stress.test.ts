import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { inRepository } from '../support/repository.js';

test("the comparison's programs on vmgen compile", async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-comparison-'));
  t.after(() => rm(folder, { recursive: true }));
  for (const part of ['apis', 'src', 'tsconfig.json']) {
    const source = inRepository('examples/comparison/vmgen', part);
    await cp(source, path.join(folder, part), { recursive: true });
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(inRepository('node_modules'), path.join(folder, 'node_modules'));
  const node = (script: string, ...args: string[]): void => {
    const command = [inRepository(script), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(status, 0, `${stdout}${stderr}`);
  };
  const groups = ['--groups', 'web:v1 comparison:v1', '--out', 'generated'];
  node('generator/bin/vmgen.cjs', 'generate', ...groups);
  node('node_modules/typescript/bin/tsc', '--noEmit');
});
