import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { commandLine } from '../testing/cli.js';
import { folderWith } from '../testing/folder-with.js';

const { vmgenHere } = commandLine();

const packageOf = (name: string, bin: string): string =>
  JSON.stringify({ name, version: '1.0.0', bin: { [bin]: 'x.js' } });

test('a lock without the name of its process is reported with the way out', async (context) => {
  const lock = 'node_modules/.vmgen-dev/lock';
  const cwd = folderWith(context, {
    'package.json': '{ "scripts": { "start": "node dist/main.js" } }',
    'vmgen.config.json': '{ "groups": "web:v1", "out": "out", "operator": { "name": "a" } }',
    'node_modules/typescript/package.json': packageOf('typescript', 'tsc'),
    'node_modules/@vmgen/apiserver/package.json': packageOf('@vmgen/apiserver', 'vmgen-apiserver'),
    [lock]: '',
  });
  for (const text of ['', 'unknown']) {
    writeFileSync(join(cwd, lock), text);
    const { status, stderr } = await vmgenHere(cwd, 'dev');
    assert.equal(status, 2);
    assert.equal(
      stderr.split('\n')[0],
      `vmgen: vmgen dev already runs in this project: another process; end it first, or remove ${lock} if there is no such process`,
    );
  }
});
