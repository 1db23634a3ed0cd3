// The contents of the packages that hack/check-packages.sh has unpacked into the folder VMGEN_UNPACKED.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { run } from '../support/child.js';
import { inRepository } from '../support/repository.js';

const UNPACKED = process.env['VMGEN_UNPACKED'] ?? '';

/** The folders of the packages. */
const folders = new Map(
  readdirSync(UNPACKED, { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => path.join(UNPACKED, name))
    .map((folder) => [nameOf(path.join(folder, 'package.json')), folder]),
);
/** By package, the paths of its files. */
const contents = new Map(
  Array.from(folders, ([name, folder]) => [
    name,
    readdirSync(folder, { recursive: true, encoding: 'utf8' }),
  ]),
);

function textOf(name: string, file: string): string {
  return readFileSync(path.join(folders.get(name) ?? '', file), 'utf8');
}

function nameOf(file: string): string {
  return (JSON.parse(readFileSync(file, 'utf8')) as { readonly name: string }).name;
}

for (const name of [
  '@vmgen/base',
  '@vmgen/runtime',
  '@vmgen/cel',
  '@vmgen/crd',
  '@vmgen/apiserver',
  '@vmgen/controller',
  'vmgen',
]) {
  test(`${name} contains its declarations`, () => {
    assert.ok(contents.get(name)?.some((each) => each.endsWith('index.d.ts')));
  });
}

test('@vmgen/runtime bundles the modules of its entries, and no module twice', () => {
  const paths = contents.get('@vmgen/runtime') ?? [];
  const text = textOf('@vmgen/runtime', 'package.json');
  const { exports: entries } = JSON.parse(text) as { exports: Record<string, object> };
  const named = Object.values(entries).flatMap((entry) => Object.values(entry) as string[]);
  assert.deepEqual(
    named.filter((path) => !paths.includes(path.replace('./', ''))),
    [],
  );
  assert.deepEqual(
    paths.filter((path) => path.endsWith('.js') && !path.startsWith('dist/bundle/')),
    [],
  );
});

test('vmgen bundles the scripts that it runs and no module twice', () => {
  const paths = contents.get('vmgen') ?? [];
  const scripts = paths.filter((path) => /\.c?js$/.test(path));
  // What the entries for browsers share.
  const isChunk = (path: string): boolean => /^dist\/bundle\/browser-[\dA-Z]{8}\.js$/.test(path);
  assert.ok(scripts.some(isChunk));
  assert.deepEqual(scripts.filter((path) => !isChunk(path)).sort(), [
    'bin/vmgen.cjs',
    'dist/bundle/browser-diff.js',
    'dist/bundle/browser-import.js',
    'dist/bundle/browser-reference.js',
    'dist/bundle/browser.js',
    'dist/bundle/config.js',
    'dist/bundle/connect-cluster.js',
    'dist/bundle/dev-command.js',
    'dist/bundle/index.js',
    'dist/bundle/read-cluster.js',
    'dist/bundle/read-config.js',
    'dist/bundle/types.js',
    'dist/bundle/typescript.js',
    'dist/lsp.cjs',
    'dist/main.cjs',
    'dist/parser.cjs',
    'dist/run.cjs',
    'internal.cjs',
  ]);
});

test('a bill of materials lists all packages', async () => {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'];
  const bill = JSON.parse(await run('npm', ['--prefix', inRepository(), ...args])) as {
    readonly components: readonly { readonly purl: string }[];
  };
  const listed = bill.components.map(({ purl }) => decodeURIComponent(purl));
  for (const name of contents.keys()) {
    assert.ok(
      listed.some((purl) => purl.startsWith(`pkg:npm/${name}@`)),
      name,
    );
  }
});

test('vmgen contains the licenses of all bundled packages', () => {
  const text = textOf('vmgen', 'dist/LICENSES.txt');
  const libraries = ['typescript', 'handlebars', 'pluralize', 're2js', 'yaml'];
  assert.deepEqual(
    libraries.filter((name) => !new RegExp(`^${name} \\d`, 'm').test(text)),
    [],
  );
  for (const words of [/Apache License\s+Version 2\.0, January 2004/, /UNICODE, INC\. LICENSE/]) {
    assert.match(text, words);
  }
});
