import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { listFiles } from '../testing/hostile-names.js';
import { commandLine, project } from '../testing/cli.js';

const { vmgenHere } = commandLine();

test('vmgen docs writes the reference beside other output, and checks it', async (t) => {
  const folder = await project(t);
  writeFileSync(join(folder, 'vmgen.config.json'), '{ "groups": "shop:v1", "out": "generated" }');
  assert.equal((await vmgenHere(folder, 'generate')).status, 0);
  const generated = listFiles(join(folder, 'generated'));
  assert.ok(!generated.some((path) => path.startsWith('reference/')));

  assert.equal((await vmgenHere(folder, 'docs')).status, 0);
  const pages = ['README.md', 'index.html', 'shop.example.com_v1.html', 'shop.example.com_v1.md'];
  assert.deepEqual(
    listFiles(join(folder, 'generated')).filter((path) => !generated.includes(path)),
    pages.map((page) => `reference/${page}`),
  );
  assert.equal((await vmgenHere(folder, 'docs', '--check')).status, 0);
  assert.equal((await vmgenHere(folder, 'generate', '--check')).status, 0);

  const types = join(folder, 'apis/shop/v1/types.ts');
  writeFileSync(types, readFileSync(types, 'utf8').replace('what a customer buys', 'a purchase'));
  const { status, stderr } = await vmgenHere(folder, 'docs', '--check');
  assert.equal(status, 1);
  assert.match(stderr, /generated\/reference\/shop\.example\.com_v1\.md: out of date/);
});

test('vmgen docs writes one format into a folder of its own', async (t) => {
  const folder = await project(t);
  const args = ['--groups', 'shop:v1', '--out', 'docs', '--generators', 'docs-markdown'];
  assert.equal((await vmgenHere(folder, 'docs', ...args)).status, 0);
  assert.deepEqual(listFiles(join(folder, 'docs')), [
    '.vmgen.json',
    'reference/README.md',
    'reference/shop.example.com_v1.md',
  ]);
});

test('vmgen docs writes nothing else', async (t) => {
  const folder = await project(t);
  const { status, stderr } = await vmgenHere(
    folder,
    'docs',
    '--groups',
    'shop:v1',
    '--out',
    'a',
    '--generators',
    'crd',
  );
  assert.equal(status, 2);
  assert.match(stderr, /--generators: vmgen docs writes docs-markdown and docs-html, not crd/);
});

test('vmgen docs --help describes it', async (t) => {
  const { stdout } = await vmgenHere(await project(t), 'docs', '--help');
  assert.match(stdout, /^Usage: vmgen docs /);
});
