import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, test } from 'node:test';
import { run } from '../support/child.js';
import { inRepository } from '../support/repository.js';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  /** Of a link, where it leads. */
  readonly resolved?: string;
  readonly link?: boolean;
}

const locked = (
  JSON.parse(readFileSync(inRepository('package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  }
).packages;

/** Where the package that is asked for below `from` is installed, as Node looks for it. */
function installed(name: string, from: string): string {
  const here = `${from === '' ? '' : `${from}/`}node_modules/${name}`;
  const found = locked[here];
  if (found) return found.link === true ? (found.resolved ?? here) : here;
  assert.notEqual(from, '', `${name} is not in the lock`);
  return installed(name, from.split('/').slice(0, -1).join('/'));
}

/** Every package that an installation without development dependencies brings, itself included. */
function production(workspace: string): Set<string> {
  const places = new Map<string, string>();
  const collect = (name: string, from: string): void => {
    const place = installed(name, from);
    if (places.has(place)) return;
    places.set(place, name);
    for (const each of Object.keys(locked[place]?.dependencies ?? {})) collect(each, place);
  };
  collect(workspace, '');
  return new Set(places.values());
}

interface Packed {
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

/** By package, the paths that it would be published with. */
async function packed(): Promise<Map<string, string[]>> {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', '--workspaces'];
  const said = await run('npm', ['--prefix', inRepository(), ...args]);
  const packages = JSON.parse(said) as Packed[];
  return new Map(packages.map(({ name, files }) => [name, files.map(({ path }) => path)]));
}

describe('the packages', () => {
  let contents: ReadonlyMap<string, readonly string[]>;
  before(async () => {
    contents = await packed();
  });

  for (const workspace of ['@vmgen/runtime', '@vmgen/controller']) {
    test(`${workspace} installs no compiler and no template engine in production`, () => {
      const names = production(workspace);
      assert.ok(names.has(workspace));
      const tools = ['typescript', 'ts-morph', 'handlebars', 'vmgen', '@vmgen/apiserver'];
      assert.deepEqual(
        tools.filter((name) => names.has(name)),
        [],
      );
    });
  }

  test('@vmgen/runtime depends on a kubeconfig reader only', () => {
    const names = production('@vmgen/runtime');
    assert.deepEqual([...names].sort(), ['@vmgen/runtime', 'argparse', 'js-yaml']);
  });

  test('@vmgen/runtime bundles the modules of its entries, and no module twice', () => {
    const paths = contents.get('@vmgen/runtime') ?? [];
    const text = readFileSync(inRepository('packages/runtime', 'package.json'), 'utf8');
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

  for (const workspace of [
    '@vmgen/base',
    '@vmgen/runtime',
    '@vmgen/cel',
    '@vmgen/crd',
    '@vmgen/apiserver',
    '@vmgen/controller',
    'vmgen',
  ]) {
    test(`${workspace} is published with its license and declarations, without tests`, () => {
      const paths = contents.get(workspace) ?? [];
      assert.ok(paths.includes('LICENSE'));
      assert.ok(paths.some((path) => path.endsWith('index.d.ts')));
      assert.deepEqual(
        paths.filter((path) => /\.test\.|tsbuildinfo|testdata/.test(path)),
        [],
      );
    });
  }

  test('vmgen depends on the runtime and the schema packages, and bundles the rest', () => {
    const names = production('vmgen');
    const { dependencies = {} } = locked['generator'] ?? {};
    assert.deepEqual(Object.keys(dependencies), ['@vmgen/base', '@vmgen/crd', '@vmgen/runtime']);
    assert.deepEqual(
      ['typescript', 'ts-morph', 'handlebars', 'yaml', 'yargs', 'pluralize'].filter((name) =>
        names.has(name),
      ),
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
    assert.ok(contents.get('vmgen')?.includes('dist/LICENSES.txt'));
    const text = readFileSync(inRepository('generator/dist/LICENSES.txt'), 'utf8');
    const libraries = ['typescript', 'handlebars', 'pluralize', 're2js', 'yaml'];
    assert.deepEqual(
      libraries.filter((name) => !new RegExp(`^${name} \\d`, 'm').test(text)),
      [],
    );
    for (const words of [/Apache License\s+Version 2\.0, January 2004/, /UNICODE, INC\. LICENSE/]) {
      assert.match(text, words);
    }
  });
});
