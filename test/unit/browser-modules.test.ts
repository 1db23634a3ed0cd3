import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** The modules of a package that have another form for browsers, relative to its folder. */
const replacedIn = (folder: string): string[] =>
  readdirSync(join(root, folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.browser.js'))
    .map((file) => `./dist/${file.replaceAll('\\', '/').replace('.browser.js', '.js')}`)
    .sort();

const forBrowsers = (file: string): string => file.replace(/\.js$/, '.browser.js');

for (const folder of ['packages/base', 'packages/crd', 'generator']) {
  test(`${folder}: modules for browsers have the names of the modules that they replace`, async () => {
    const replaced = replacedIn(folder);
    assert.ok(replaced.length > 0);
    for (const file of replaced) {
      const module = (await import(join(root, folder, file))) as object;
      const other = (await import(join(root, folder, forBrowsers(file)))) as object;
      assert.deepEqual(Object.keys(other).sort(), Object.keys(module).sort(), file);
    }
  });
}

for (const folder of ['packages/base', 'packages/crd']) {
  test(`${folder}: package.json names each module for browsers`, () => {
    const manifest = readFileSync(join(root, folder, 'package.json'), 'utf8');
    const { browser } = JSON.parse(manifest) as { browser?: unknown };
    const wanted = replacedIn(folder).map((file) => [file, forBrowsers(file)]);
    assert.deepEqual(browser, Object.fromEntries(wanted));
  });
}
