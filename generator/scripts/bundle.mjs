// Creates two scripts from the compiled modules: dist/main.cjs, which starts quickly, and dist/run.cjs, which
// contains everything that a run needs except TypeScript's compiler (bundle-compiler.mjs). dist/lsp.cjs is the protocol of
// `vmgen lsp`. Small
// modules beside them contain what some runs load lazily, what a config imports, and the library, which
// re-exports from run.cjs. Only these files are published: the bundled libraries are not dependencies.
// Usage: node generator/scripts/bundle.mjs [--source-maps]   --source-maps: for a debugger, after a compilation with
// source maps (npm run watch)
import { build } from 'esbuild';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { librariesOf, licensesOf } from '../../hack/licenses-of.mjs';
import { bundleBrowser } from './bundle-browser.mjs';
import { bundleCompiler } from './bundle-compiler.mjs';

const generator = path.join(import.meta.dirname, '..');
const root = path.join(generator, '..');
const dist = path.join(generator, 'dist');
const sourcemap = process.argv.includes('--source-maps') ? 'inline' : false;
const LAZY_REQUIRE = 'const require = createRequire(import.meta.url);';

/**
 * Gives bundled code the environment of a module: `import.meta.dirname` is the folder of the module, and lazy
 * `require` calls remain, because esbuild would otherwise follow its own `require`.
 */
const modulesAsTheyAre = {
  name: 'modules as they are',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, ({ path: file }) => {
      const isOther = file.includes(`${path.sep}node_modules${path.sep}`);
      // Templates contain modules as text.
      if (isOther || path.basename(file) === 'templates.js') return undefined;
      const folder = JSON.stringify(path.relative(dist, path.dirname(file)));
      const contents = readFileSync(file, 'utf8')
        .replaceAll(LAZY_REQUIRE, '')
        .replaceAll('import.meta.dirname', `require('node:path').join(__dirname, ${folder})`);
      return { contents, loader: 'js' };
    });
  },
};

/** Loaded late by dist/main.cjs, as modules, because configs may be modules. */
const LATE = [
  'generator/dist/config/read-config.js',
  'generator/dist/import/cluster/read-cluster.js',
  'generator/dist/cli/dev-command.js',
  'generator/dist/doctor/connect-cluster.js',
];
const lateApart = {
  name: 'late modules apart',
  setup({ onResolve }) {
    onResolve({ filter: /\.js$/ }, ({ path: module }) => {
      const name = path.basename(module);
      const isLate = LATE.some((each) => path.basename(each) === name);
      return isLate ? { path: `./bundle/${name}`, external: true } : undefined;
    });
  },
};

const main = await script('main.cjs', "export * from './generator/dist/cli/main.js';", [
  modulesAsTheyAre,
  lateApart,
]);
const runEntry =
  "export * from './generator/dist/cli/run.js';\nexport * from './generator/dist/index.js';\nexport * from './generator/dist/editor/plugin/language-service.js';";
const run = await script('run.cjs', runEntry, [modulesAsTheyAre]);
const lsp = await script('lsp.cjs', "export * from './generator/dist/editor/lsp/serve.js';", [
  modulesAsTheyAre,
]);
for (const name of ['main.cjs', 'run.cjs', 'lsp.cjs']) escapeBeyondAscii(path.join(dist, name));
// An earlier build may have left modules of another name.
rmSync(path.join(dist, 'bundle'), { recursive: true, force: true });
mkdirSync(path.join(dist, 'bundle'));
for (const entry of LATE) await module(entry, { outfile: inBundle(path.basename(entry)) });
await module('generator/dist/config/index.js', { outfile: inBundle('config.js') });
// `import` would parse the script a second time to find its exports.
writeFileSync(
  inBundle('index.js'),
  `import { createRequire } from 'node:module';
export const { ${(await namesOf('generator/dist/index.js')).join(', ')} } =
  createRequire(import.meta.url)('../run.cjs');
`,
);
// The entries `vmgen/model`, `vmgen/markers`, `vmgen/diagnostics` and `vmgen/files` contain only types.
writeFileSync(inBundle('types.js'), 'export {};\n');
const compiler = path.relative(root, await bundleCompiler());
const nodeInputs = [main, run, lsp].flatMap(({ metafile }) => Object.keys(metafile.inputs));
writeFileSync(
  path.join(dist, 'LICENSES.txt'),
  licensesOf(
    librariesOf(root, [...nodeInputs, ...(await bundleBrowser()), compiler], ['typescript']),
  ),
);

function inBundle(name) {
  return path.join(dist, 'bundle', name);
}

function script(outfile, contents, plugins) {
  return build({
    absWorkingDir: root,
    stdin: { contents, resolveDir: root },
    outfile: path.join(dist, outfile),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    legalComments: 'none',
    // Less text to parse; names stay, for stack traces.
    minifySyntax: true,
    minifyWhitespace: true,
    plugins,
    define: { 'import.meta.filename': '__filename', 'import.meta.url': '__url' },
    banner: { js: "const __url = require('node:url').pathToFileURL(__filename).href;" },
    alias: { 'string-width': path.join(import.meta.dirname, 'ascii-width.mjs') },
    metafile: true,
    sourcemap,
    logLevel: 'warning',
  });
}

function module(entry, options) {
  return build({
    entryPoints: [path.join(root, entry)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap,
    logLevel: 'warning',
    ...options,
  });
}

/** The names that a module exports. */
async function namesOf(entry) {
  const { metafile } = await module(entry, { outfile: 'unused.js', write: false, metafile: true });
  return Object.values(metafile.outputs)[0].exports.sort();
}

/** Latin-1 text is read several times as fast; only patterns contain other characters. */
function escapeBeyondAscii(outfile) {
  const text = readFileSync(outfile, 'utf8');
  const escaped = text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped !== text) writeFileSync(outfile, escaped);
}
