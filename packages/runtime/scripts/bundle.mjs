// Bundles the compiled modules that users load into a few files, because Node takes half a
// millisecond for each imported file. Each module is in one file only, so all entries export the
// same classes. Nothing is renamed or minified, so that stack traces remain readable.
import { build } from 'esbuild';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const source = path.join(root, 'src');
const dist = path.join(root, 'dist');
const bundle = path.join(dist, 'bundle');
const { exports: entries } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

/** The folders that have their own file, because few programs use them. All others share one. */
const APART = new Set(['discovery', 'pods', 'prometheus', 'testing']);
const folders = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((folder) => modulesOf(folder).length > 0)
  .sort();
const fileOfFolder = (folder) => (APART.has(folder) ? folder : 'base');
const fileOf = (module) => fileOfFolder(path.relative(dist, module).split(path.sep)[0]);

rmSync(bundle, { recursive: true, force: true });
const homes = new Map();
for (const file of new Set(folders.map(fileOfFolder))) await bundleFile(file);
for (const { types, default: file } of Object.values(entries)) {
  // `internal` is all of a file: the bundle of the manager imports everything from it.
  if (!file.includes('/folders/'))
    await writeEntry(path.join(root, types.replace(/\.d\.ts$/, '.js')));
}

/** Bundles all modules of a file, including internal ones, because other folders use them. */
async function bundleFile(file) {
  const modules = folders.filter((folder) => fileOfFolder(folder) === file).flatMap(modulesOf);
  const { metafile } = await build({
    ...options(({ path: name, resolveDir }) => {
      const target = fileOf(path.resolve(resolveDir, name));
      return target === file ? undefined : { path: `./${target}.js`, external: true };
    }),
    stdin: {
      contents: modules.map((module) => `export * from ${JSON.stringify(module)};`).join('\n'),
      resolveDir: dist,
    },
    outfile: path.join(bundle, 'folders', `${file}.js`),
  });
  const [{ exports: names }] = Object.values(metafile.outputs);
  for (const name of names) homes.set(name, [...(homes.get(name) ?? []), file]);
}

/** Writes an entry, which re-exports only its own names. */
async function writeEntry(module) {
  const { metafile } = await build({
    ...options(() => undefined),
    entryPoints: [module],
    outfile: path.join(bundle, 'unused.js'),
    write: false,
  });
  const [{ exports: names }] = Object.values(metafile.outputs);
  const relative = path.relative(dist, module);
  const outfile = path.basename(
    relative === 'index.js' ? relative : `${path.dirname(relative)}.js`,
  );
  const lines = [...new Set(names.map(homeOf))].sort().map((file) => {
    const of = names.filter((name) => homeOf(name) === file).sort();
    return `export { ${of.join(', ')} } from './folders/${file}.js';\n`;
  });
  writeFileSync(path.join(bundle, outfile), lines.join(''));
}

function homeOf(name) {
  const [home, ...others] = homes.get(name) ?? [];
  if (home !== undefined && others.length === 0) return home;
  throw new Error(`bundle.mjs: ${name} is exported by ${[home, ...others].join(' and ')}`);
}

/** Lists the sources, because the output folder may contain files of removed sources. */
function modulesOf(folder) {
  return readdirSync(path.join(source, folder), { recursive: true })
    .filter((name) => /(?<!\.d|\.test.*)\.ts$/.test(name) && path.basename(name) !== 'index.ts')
    .map((name) => path.join(dist, folder, name.replace(/ts$/, 'js')))
    .sort();
}

/** @param resolve resolves a relative import; undefined to bundle the module */
function options(resolve) {
  return {
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
    // V8 parses files faster that are all ASCII.
    charset: 'ascii',
    metafile: true,
    logLevel: 'warning',
    plugins: [
      { name: 'folders', setup: ({ onResolve }) => onResolve({ filter: /^\.\.?\// }, resolve) },
    ],
  };
}
