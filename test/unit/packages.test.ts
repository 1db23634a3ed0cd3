import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
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
