// Makes two scripts of the compiled modules: dist/main.cjs, which starts quickly, and dist/run.cjs,
// which holds all that a run needs but TypeScript's compiler: V8 can keep the compiled code of one
// script (cache/load-common-js.ts), and Node 20 that of no module.
import { build } from 'esbuild';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const generator = path.join(import.meta.dirname, '..');
const root = path.join(generator, '..');
const LAZY_REQUIRE = 'const require = createRequire(import.meta.url);';

/** What is required late stays so: without the line, esbuild sees its own `require` and follows it. */
const lazyRequires = {
  name: 'lazy requires',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, ({ path: file }) => {
      if (file.includes(`${path.sep}node_modules${path.sep}`)) return undefined;
      return { contents: readFileSync(file, 'utf8').replaceAll(LAZY_REQUIRE, ''), loader: 'js' };
    });
  },
};

await bundle('main.js', 'main.cjs', ['./cli/parse-arguments.js']);
const { metafile } = await bundle('cli/run.js', 'run.cjs', ['ts-morph']);
writeFileSync(path.join(generator, 'dist', 'run.cjs.LICENSES.txt'), licences(metafile.inputs));

/** What is `external` is loaded by its path or name when the script asks for it. */
function bundle(entry, outfile, external) {
  return build({
    absWorkingDir: root,
    entryPoints: [path.join(generator, 'dist', entry)],
    outfile: path.join(generator, 'dist', outfile),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    external,
    legalComments: 'none',
    plugins: [lazyRequires],
    define: { 'import.meta.url': 'bundleUrl' },
    banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
    metafile: true,
    logLevel: 'warning',
  });
}

/** The licences of the libraries in the bundle, which ask to be passed on with them. */
function licences(inputs) {
  const libraries = Object.keys(inputs).flatMap((file) => {
    const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
    return folder === undefined ? [] : [path.join(root, folder)];
  });
  return [...new Set(libraries)]
    .sort()
    .map((folder) => {
      const { name, version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
      if (file === undefined) throw new Error(`${name} is in the bundle and has no licence file`);
      return `${name} ${version}\n\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}
