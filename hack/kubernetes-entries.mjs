// @ts-check
// Writes the entries of @vmgen/kubernetes into its package.json: one for each folder of packages/kubernetes/apis.
//
// usage: node hack/kubernetes-entries.mjs PACKAGE_FOLDER
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node hack/kubernetes-entries.mjs PACKAGE_FOLDER');
const apis = path.join(folder, 'apis');

/**
 * TypeScript writes the types, and scripts/bundle.mjs the code.
 *
 * @param {string} module
 * @param {string} bundle
 */
const entry = (module, bundle) => ({
  types: `./dist/${module}.d.ts`,
  default: `./dist/bundle/${bundle}.js`,
});

const versions = readdirSync(apis)
  .flatMap((group) => readdirSync(path.join(apis, group)).map((version) => `${group}/${version}`))
  .sort()
  .map((name) => {
    const isGroup = existsSync(path.join(apis, name, 'doc.ts'));
    const module = isGroup ? `generated/${name}/index` : `apis/${name}/types`;
    return [`./${name}`, entry(module, name)];
  });

const file = path.join(folder, 'package.json');
const manifest = JSON.parse(readFileSync(file, 'utf8'));
manifest.exports = Object.fromEntries([
  ['.', entry('generated/lazy-clientset', 'lazy-clientset')],
  ['./clientset', entry('generated/clientset', 'clientset')],
  ['./informers', entry('generated/informers', 'informers')],
  ['./testing', entry('generated/testing/fake-clientset', 'testing')],
  ...versions,
]);
writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
