// @ts-check
// Writes the entries of @vmgen/kubernetes into its package.json: one for each folder of kubernetes/apis.
//
// usage: node hack/kubernetes-entries.mjs ROOM
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const [room] = process.argv.slice(2);
if (room === undefined) throw new Error('usage: node hack/kubernetes-entries.mjs ROOM');
const apis = path.join(room, 'apis');

/** @param {string} module @returns {Record<string, string>} */
const entry = (module) => ({ types: `./dist/${module}.d.ts`, default: `./dist/${module}.js` });

const versions = readdirSync(apis)
  .flatMap((group) => readdirSync(path.join(apis, group)).map((version) => `${group}/${version}`))
  .sort()
  .map((name) => {
    const isGroup = existsSync(path.join(apis, name, 'doc.ts'));
    return [`./${name}`, entry(isGroup ? `generated/${name}/index` : `apis/${name}/types`)];
  });

const file = path.join(room, 'package.json');
const manifest = JSON.parse(readFileSync(file, 'utf8'));
manifest.exports = Object.fromEntries([
  ['.', entry('generated/lazy-clientset')],
  ['./clientset', entry('generated/clientset')],
  ['./informers', entry('generated/informers')],
  ['./testing', entry('generated/testing/fake-clientset')],
  ...versions,
]);
writeFileSync(file, `${JSON.stringify(manifest, undefined, 2)}\n`);
