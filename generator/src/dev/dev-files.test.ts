import assert from 'node:assert/strict';
import { symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { codeIn, crdsIn, manifestsIn } from './dev-files.js';
import type { DevTarget } from './dev-target.js';
import { readDevProject } from './dev-project.js';
import { folderWith } from '../testing/folder-with.js';

const folderOf = (t: TestContext, ...files: string[]): string =>
  folderWith(t, Object.fromEntries(files.map((file) => [file, `content of ${file}`])));

test('reads the other files if one cannot be read, and names that one', (t) => {
  const folder = folderOf(t, 'b.yaml', 'a.json', 'c.txt', 'd.yaml/e.yaml');
  const loop = path.join(folder, 'loop.yaml');
  symlinkSync('loop.yaml', loop);
  const { files, problems } = manifestsIn(folder);
  assert.deepEqual(
    files.map(({ text }) => text),
    ['content of a.json', 'content of b.yaml'],
  );
  assert.deepEqual(problems, [`${loop} cannot be read: its symbolic links form a loop`]);
  assert.deepEqual(manifestsIn(loop), { files: [], problems });
  assert.deepEqual(manifestsIn(path.join(folder, 'missing')), { files: [], problems: [] });
});

test('installs the CRDs of other projects only on the server of the session', (t) => {
  const [own, other] = ['example.com_sites.yaml', 'cert.example.com_issuers.yaml'];
  // Windows does not allow the name without the prefix.
  const device = 'crd-con.example.com_ports.yaml';
  const out = folderOf(t, `crds/${own}`, `crds/${other}`, `crds/${device}`);
  const context: DevTarget = {
    ...{ kind: 'context', context: 'remote', server: 'https://cluster.example.com' },
    ...{ namespace: 'a-system', externalGroups: ['cert.example.com', 'con.example.com', 'com'] },
  };
  const embedded: DevTarget = {
    ...{ kind: 'embedded', script: 'a.js', kubeconfig: 'kubeconfig', webhooks: undefined },
  };
  const names = (target: DevTarget): string[] =>
    crdsIn(out, target).files.map((file) => path.basename(file.path));
  assert.deepEqual(names(embedded), [other, device, own]);
  assert.deepEqual(names(context), [own]);
});

test('reads the code without tests, packages and hidden folders', (t) => {
  const folder = folderOf(
    t,
    'main.js',
    'src/controller.mjs',
    'src/controller.test.js',
    'testing/fake.js',
    'node_modules/dependency/index.js',
    '.cache/old.js',
    'main.js.map',
  );
  assert.deepEqual(
    codeIn(folder).files.map((file) => path.relative(folder, file.path)),
    ['main.js', path.join('src', 'controller.mjs')],
  );
});

test('the code of an operator is in the first folder of its file, or in the project', (t) => {
  const folder = folderOf(t, 'node_modules/typescript/tsc.js');
  writeFileSync(
    path.join(folder, 'node_modules/typescript/package.json'),
    JSON.stringify({ name: 'typescript', version: '6.0.3', bin: { tsc: 'tsc.js' } }),
  );
  const distOf = (start: string): string => {
    writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts: { start } }));
    return readDevProject(folder).dist;
  };
  assert.equal(distOf('node --enable-source-maps ./dist/src/main.js'), 'dist');
  assert.equal(distOf('node main.js'), '.');
  assert.equal(distOf('node .'), '.');
  for (const start of ['node /srv/main.js', 'node dist/../../main.js', 'node --watch']) {
    assert.throws(() => distOf(start), /which must be "node FILE" with a file of this project/);
  }
  writeFileSync(path.join(folder, 'package.json'), '{');
  assert.throws(() => readDevProject(folder), /the script start of package\.json/);
});
