// @ts-check
// Prints the size of a checkout: lines of source and of tests per package, folders and levels, modules with one importer,
// imports of names that only our packages share, and the size of bundles.
// Compare two commits with: git worktree add FOLDER COMMIT && node hack/size.mjs FOLDER
// Usage: node hack/size.mjs [FOLDER]
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const root = path.resolve(process.argv[2] ?? '.');

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => /\.[cm]?[jt]s$|\.hbs$|\.sh$/.test(file) && isOurs(file));
const texts = new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));

/** Not what vmgen or the recorder writes. @param {string} file */
function isOurs(file) {
  return !/(^|\/)(testdata|generated|recorded)\/|^packages\/kubernetes\/apis|^kubernetes\/apis/.test(
    file,
  );
}

/** @param {string} file */
const isTest = (file) => /\.test\.|(^|\/)testing\/|^test\//.test(file);

/** The package of a file: its folder at the top, or below packages/. @param {string} file */
function packageOf(file) {
  const [first = '', second = ''] = file.split('/');
  return first === 'packages' ? second : first;
}

/** @param {string} text */
const linesOf = (text) => text.split('\n').length - 1;

/** @type {Map<string, { source: number, tests: number, folders: Set<string>, levels: number }>} */
const packages = new Map();
for (const [file, text] of texts) {
  const name = packageOf(file);
  const size = packages.get(name) ?? { source: 0, tests: 0, folders: new Set(), levels: 0 };
  packages.set(name, size);
  size[isTest(file) ? 'tests' : 'source'] += linesOf(text);
  const [, inside] = file.split('/src/');
  if (inside === undefined || isTest(file)) continue;
  size.folders.add(path.dirname(inside));
  size.levels = Math.max(size.levels, inside.split('/').length - 1);
}

const widths = [16, 9, 9, 9, 9];
/** @param {readonly (string | number)[]} cells */
const row = (cells) =>
  console.log(
    cells
      .map((cell, at) => String(cell)[at === 0 ? 'padEnd' : 'padStart'](widths[at] ?? 9))
      .join(''),
  );
row(['package', 'source', 'tests', 'folders', 'levels']);
let [source, tests] = [0, 0];
for (const [name, size] of [...packages].sort(([a], [b]) => (a < b ? -1 : 1))) {
  row([name, size.source, size.tests, size.folders.size || '', size.levels || '']);
  source += size.source;
  tests += size.tests;
}
row(['all', source, tests]);
console.log();

/** @type {Map<string, Set<string>>} */
const importers = new Map();
let internal = 0;
for (const [file, text] of texts) {
  if (!file.endsWith('.ts')) continue;
  for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
    if (fileName.endsWith('/internal')) internal++;
    if (!fileName.startsWith('.') || isTest(file)) continue;
    const target = path.join(path.dirname(file), fileName).replace(/\.js$/, '.ts');
    importers.set(target, (importers.get(target) ?? new Set()).add(file));
  }
}
const sources = [...texts].filter(([file]) => file.includes('/src/') && !isTest(file));
const single = sources.filter(([file]) => importers.get(file)?.size === 1).length;
console.log(`modules with one importer: ${single} of ${sources.length}`);
console.log(`imports of /internal: ${internal}`);
for (const name of ['main', 'run', 'parser', 'lsp', 'compiler']) {
  const bundle = statSync(path.join(root, `generator/dist/${name}.cjs`), { throwIfNoEntry: false });
  if (bundle) console.log(`generator/dist/${name}.cjs: ${(bundle.size / 1e6).toFixed(2)} MB`);
}
