// @ts-check
// SPDX-License-Identifier: Apache-2.0
//
// Reports exported names that no other module imports. A name that only its own module uses needs no
// `export`; a name that nothing uses can be deleted. Names of the public entries of a package count as used.
//
// usage: node hack/check-exports.mjs
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const ROOT = path.join(import.meta.dirname, '..');
/** Each module is an entry of this package, and what tests do not import is not used. */
const FIXTURES = '@vmgen/fixtures/';
/** Every export of these is used: scripts load them by name. */
const LOADED_BY_SCRIPTS = [
  'editors/vscode/src/extension.ts',
  'packages/apiserver/src/cli/launched.ts',
  'packages/apiserver/src/cli/main.ts',
  'packages/apiserver/src/envtest/setup-envtest.ts',
  'generator/src/cli/main.ts',
  'generator/src/cli/run.ts',
  'generator/src/emit/templates.ts',
  'generator/src/editor/plugin/language-service.ts',
  'site/playground/src/home.ts',
];
/** Generated files, test data, tests and scripts may export what no import statement names. */
const UNCHECKED =
  /^(apis|examples|site\/playground\/examples|generated|packages\/kubernetes\/(apis|generated)|test\/twins)\/|testdata\/|\.(d\.ts|browser\.ts|test\.ts|[cm]?js)$/;

/**
 * What a module exports, by name, and where it has the name from if it exports it again; and the names that
 * it imports from others. `*` means all names.
 * @typedef {{ file: string, name: string }} Reference
 * @typedef {{ exports: Map<string, Reference | undefined>, all: string[], imports: Reference[] }} Module
 */

const files = execFileSync('git', ['ls-files', '*.ts', '*.mts', '*.mjs', '*.js', '*.cjs'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
const entries = readEntries();
/** @type {Map<string, Module>} */
const modules = new Map(files.map((file) => [file, readModule(file)]));
/** @type {Map<string, Set<string>>} */
const used = new Map(files.map((file) => [file, new Set()]));

for (const { file, isPublic } of entries.values()) if (isPublic) use({ file, name: '*' });
for (const file of LOADED_BY_SCRIPTS) use({ file, name: '*' });
for (const { imports } of modules.values()) for (const each of imports) use(each);

const unused = [...modules].flatMap(([file, { exports }]) =>
  UNCHECKED.test(file)
    ? []
    : [...exports.keys()]
        .filter((name) => !used.get(file)?.has(name))
        .map((name) => `${file}: ${name}`),
);
for (const line of unused) console.error(`${line} is exported, but no other module imports it`);
if (unused.length > 0) {
  console.error(`${unused.length} unused exports: remove the keyword export, or what it exports`);
  process.exitCode = 1;
}

/** Marks an export as used, and what it exports again. @param {Reference} reference */
function use({ file, name }) {
  const module = modules.get(file);
  const known = used.get(file);
  if (module === undefined || known === undefined || known.has(name)) return;
  known.add(name);
  const names = name === '*' ? [...module.exports.keys()] : [name];
  for (const each of names) {
    known.add(each);
    const origin = module.exports.get(each);
    if (origin !== undefined) use(origin);
    else if (!module.exports.has(each))
      for (const from of module.all) use({ file: from, name: each });
  }
  if (name === '*') for (const from of module.all) use({ file: from, name });
}

/** @param {string} file @returns {Module} */
function readModule(file) {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  /** @type {Module} */
  const module = { exports: new Map(), all: [], imports: [] };
  for (const statement of source.statements) readStatement(file, statement, module);
  // Expressions such as import('./a.js'), require('./a.js') and new URL('./a.js', import.meta.url).
  for (const [, specifier = ''] of text.matchAll(/(?:\bimport|\brequire|\bURL)\(\s*'([^']+)'/g)) {
    module.imports.push({ file: resolve(file, specifier), name: '*' });
  }
  return module;
}

/** @param {string} file @param {ts.Statement} statement @param {Module} module */
function readStatement(file, statement, module) {
  if (ts.isImportDeclaration(statement)) {
    const target = targetOf(file, statement.moduleSpecifier);
    const { name, namedBindings } = statement.importClause ?? {};
    if (name !== undefined) module.imports.push({ file: target, name: 'default' });
    if (namedBindings === undefined) return;
    const names = ts.isNamespaceImport(namedBindings)
      ? ['*']
      : namedBindings.elements.map((each) => (each.propertyName ?? each.name).text);
    for (const each of names) module.imports.push({ file: target, name: each });
  } else if (ts.isExportDeclaration(statement)) {
    const { exportClause, moduleSpecifier } = statement;
    const target = moduleSpecifier && targetOf(file, moduleSpecifier);
    if (exportClause === undefined) module.all.push(target ?? file);
    else if (ts.isNamespaceExport(exportClause)) {
      module.exports.set(exportClause.name.text, { file: target ?? file, name: '*' });
    } else {
      for (const { name, propertyName } of exportClause.elements) {
        const origin = target && { file: target, name: (propertyName ?? name).text };
        module.exports.set(name.text, origin);
      }
    }
  } else if (ts.canHaveModifiers(statement)) {
    const modifiers = ts.getModifiers(statement) ?? [];
    if (!modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return;
    if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) return;
    for (const name of declaredNames(statement)) module.exports.set(name, undefined);
  }
}

/** @param {ts.Statement} statement @returns {string[]} */
function declaredNames(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : [],
    );
  }
  const { name } = /** @type {ts.DeclarationStatement} */ (statement);
  return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
}

/** @param {string} file @param {ts.Expression} specifier */
function targetOf(file, specifier) {
  return resolve(file, ts.isStringLiteral(specifier) ? specifier.text : '');
}

/**
 * The source file that a specifier leads to; another text if that is no file of the repository.
 * @param {string} file @param {string} specifier
 */
function resolve(file, specifier) {
  const entry = entries.get(specifier);
  if (entry !== undefined) return entry.file;
  if (specifier.startsWith(FIXTURES)) return specifier.replace(FIXTURES, 'test/fixtures/') + '.ts';
  if (!specifier.startsWith('.')) return specifier;
  return sourceOf(path.posix.join(path.posix.dirname(file), specifier));
}

/** @param {string} compiled */
function sourceOf(compiled) {
  const module = compiled.replace(/(?:\.d\.ts|\.js)$/, '.ts');
  // Some packages are compiled with files of other folders: their dist has a folder for each.
  const sources = [module.replace('/dist/', '/src/'), module.replace(/^\w+\/dist\//, '')];
  return sources.find((source) => existsSync(path.join(ROOT, source))) ?? compiled;
}

/** The file of each entry of a package. @returns {Map<string, { file: string, isPublic: boolean }>} */
function readEntries() {
  const { workspaces } = readJson('package.json');
  return new Map(
    workspaces.flatMap((/** @type {string} */ folder) => {
      const { name, exports = {} } = readJson(`${folder}/package.json`);
      return Object.entries(exports).map(([entry, { types }]) => {
        const specifier = path.posix.join(name, entry);
        const isPublic = !specifier.includes('/internal') && name !== '@vmgen/base';
        return [specifier, { file: sourceOf(path.posix.join(folder, types)), isPublic }];
      });
    }),
  );
}

/** @param {string} file */
function readJson(file) {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
}
