// Joins the compiled modules into what users load, a file per floor: Node takes a millisecond for
// every file that it imports, and there are a hundred. A module is in one file only, so a class is the
// same by whatever entry it came. Nothing is renamed or shortened: people read stack traces.
import { build } from 'esbuild';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const room = path.join(import.meta.dirname, '..');
const source = path.join(room, 'src');
const dist = path.join(room, 'dist');
const bundle = path.join(dist, 'bundle');
const { exports: entries } = JSON.parse(readFileSync(path.join(room, 'package.json'), 'utf8'));

/** The floors that make a file together; any other makes one by itself. */
const JOINED = {
  errors: 'meta',
  async: 'base',
  logging: 'base',
  metrics: 'base',
  tracing: 'base',
  api: 'client',
};
const floors = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .filter((floor) => modulesOf(floor).length > 0)
  .sort();
const fileOfFloor = (floor) => JOINED[floor] ?? floor;
const fileOf = (module) => fileOfFloor(path.relative(dist, module).split(path.sep)[0]);

rmSync(bundle, { recursive: true, force: true });
const homes = new Map();
for (const file of new Set(floors.map(fileOfFloor))) await bundleFloor(file);
for (const { types } of Object.values(entries)) {
  await writeEntry(path.join(room, types.replace(/\.d\.ts$/, '.js')));
}

/** All modules of a floor, its inner ones included, for the floors above use them. */
async function bundleFloor(file) {
  const modules = floors.filter((floor) => fileOfFloor(floor) === file).flatMap(modulesOf);
  const { metafile } = await build({
    ...options(({ path: name, resolveDir }) => {
      const target = fileOf(path.resolve(resolveDir, name));
      return target === file ? undefined : { path: `./${target}.js`, external: true };
    }),
    stdin: {
      contents: modules.map((module) => `export * from ${JSON.stringify(module)};`).join('\n'),
      resolveDir: dist,
    },
    outfile: path.join(bundle, 'floors', `${file}.js`),
  });
  const [{ exports: names }] = Object.values(metafile.outputs);
  for (const name of names) homes.set(name, [...(homes.get(name) ?? []), file]);
}

/** An entry names what it exports, and nothing else of the floors. */
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
    return `export { ${of.join(', ')} } from './floors/${file}.js';\n`;
  });
  writeFileSync(path.join(bundle, outfile), lines.join(''));
}

function homeOf(name) {
  const [home, ...others] = homes.get(name) ?? [];
  if (home !== undefined && others.length === 0) return home;
  throw new Error(`bundle.mjs: ${name} is exported by ${[home, ...others].join(' and ')}`);
}

/** By the sources, for what was compiled of others may still lie about. */
function modulesOf(floor) {
  return readdirSync(path.join(source, floor), { recursive: true })
    .filter((name) => /(?<!\.d|\.test.*)\.ts$/.test(name) && path.basename(name) !== 'index.ts')
    .map((name) => path.join(dist, floor, name.replace(/ts$/, 'js')))
    .sort();
}

/** @param resolve where a relative import leads, if not to the module itself */
function options(resolve) {
  return {
    absWorkingDir: room,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
    charset: 'utf8',
    metafile: true,
    logLevel: 'warning',
    plugins: [
      { name: 'floors', setup: ({ onResolve }) => onResolve({ filter: /^\.\.?\// }, resolve) },
    ],
  };
}
