// @ts-check
// Builds the playground into dist/: a page with three workers, and the script that makes the
// example of the first page of the site editable, without any request to other hosts. `npm run build` must have
// built the packages.
// Usage: node site/playground/build.mjs
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { bannerOf, servicesModule } from '../../generator/scripts/typescript-module.mjs';
import { kubernetesFiles, libraryText } from './library.mjs';

const HERE = import.meta.dirname;
const ROOT = path.join(HERE, '../..');
export const DIST = path.join(HERE, 'dist');

/** Only files of the site: no inline scripts or styles, no `eval` and no other hosts. */
export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'";

/** The modules that src/build-modules.d.ts describes, by name. @type {Record<string, () => string>} */
const MODULES = {
  examples: () => `export const EXAMPLE_FILES = ${JSON.stringify(textsOf('examples'))};`,
  kubernetes: () => `export const KUBERNETES_FILES = ${JSON.stringify(kubernetesFiles())};`,
  library: () => `export const LIBRARY = ${JSON.stringify(libraryText())};`,
  typescript: () =>
    `${servicesModule().body}\nexport { createDocumentRegistry, createLanguageService, ModuleKind, ModuleResolutionKind, ScriptSnapshot, ScriptTarget };`,
};

/** @type {import('esbuild').Plugin} */
const modules = {
  name: 'modules of the playground',
  setup({ onResolve, onLoad }) {
    const namespace = 'playground';
    onResolve({ filter: /^playground:/ }, ({ path: name }) => ({
      path: name.slice('playground:'.length),
      namespace,
    }));
    onLoad({ filter: /^/, namespace }, ({ path: name }) => {
      const contents = MODULES[name]?.();
      if (contents === undefined) throw new Error(`no module playground:${name}`);
      return { loader: 'js', contents };
    });
  },
};

/** The files of a folder by their paths in it. @param {string} folder @returns {Record<string, string>} */
function textsOf(folder) {
  const parent = path.join(HERE, folder);
  const files = readdirSync(parent, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  return Object.fromEntries(
    files.map((file) => [
      path.relative(parent, file).replaceAll(path.sep, '/'),
      readFileSync(file, 'utf8'),
    ]),
  );
}

/**
 * Bundles a file, and resolves with the name of the result, which changes with its content.
 * @param {string} entry @param {import('esbuild').BuildOptions} [options]
 */
async function bundle(entry, options = {}) {
  const { outputFiles } = await build({
    absWorkingDir: HERE,
    entryPoints: [entry],
    entryNames: '[name]-[hash]',
    outdir: DIST,
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'es2023',
    legalComments: 'none',
    charset: 'utf8',
    plugins: [modules],
    logLevel: 'warning',
    write: false,
    ...options,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error(`${entry}: nothing was bundled`);
  writeFileSync(file.path, file.contents);
  return path.basename(file.path);
}

/** Checks the types of the playground, and builds it. */
async function buildPlayground() {
  checkTypes();
  rmSync(DIST, { recursive: true, force: true });
  mkdirSync(DIST, { recursive: true });
  const [compiler, types, server, colours, styles] = await Promise.all([
    bundle('src/compiler.worker.ts'),
    bundle('src/types.worker.ts', {
      banner: { js: bannerOf(servicesModule().copyright) },
      // TypeScript then does not take itself to be in Node.
      define: { require: 'undefined' },
    }),
    bundle('src/server.worker.ts'),
    bundle('src/colours.ts'),
    bundle('playground.css'),
  ]);
  const script = await bundle('src/main.ts', {
    format: 'esm',
    define: {
      COMPILER_WORKER: JSON.stringify(compiler),
      TYPES_WORKER: JSON.stringify(types),
      SERVER_WORKER: JSON.stringify(server),
    },
  });
  // Its name does not change, so that the script of all pages of the site can import it.
  await bundle('src/home.ts', {
    format: 'esm',
    entryNames: '[name]',
    define: { COMPILER_WORKER: JSON.stringify(compiler) },
  });
  const page = readFileSync(path.join(HERE, 'index.html'), 'utf8')
    .replace('%POLICY%', POLICY)
    .replace('%STYLES%', styles)
    .replace('%COLOURS%', colours)
    .replace('%SCRIPT%', script);
  writeFileSync(path.join(DIST, 'index.html'), page);
  const files = ['./', compiler, types, server, colours, styles, script];
  const version = createHash('sha256').update(page).update(files.join()).digest('hex').slice(0, 12);
  const worker = readFileSync(path.join(HERE, 'sw.js'), 'utf8')
    .replace('%VERSION%', version)
    .replace("['%FILES%']", JSON.stringify(files));
  writeFileSync(path.join(DIST, 'sw.js'), worker);
}

function checkTypes() {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '--project', HERE], { stdio: 'inherit' });
  if (status !== 0) throw new Error('the types of the playground are wrong; see above');
}

if (process.argv[1] === import.meta.filename) {
  await buildPlayground();
  console.log(`playground: ${readdirSync(DIST).length} files in ${path.relative(ROOT, DIST)}`);
}
