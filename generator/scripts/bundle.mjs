// Makes two scripts of the compiled modules: dist/main.cjs, which starts quickly, and dist/run.cjs,
// which holds all that a run needs but TypeScript's compiler (bundle-compiler.mjs): V8 can keep the
// compiled code of a script (cache/load-common-js.ts), and Node 20 that of no module.
import { build } from 'esbuild';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleCompiler } from './bundle-compiler.mjs';

const generator = path.join(import.meta.dirname, '..');
const root = path.join(generator, '..');
const dist = path.join(generator, 'dist');
const LAZY_REQUIRE = 'const require = createRequire(import.meta.url);';

/**
 * In a bundle as in the module by itself: `import.meta.dirname` is where the module stands, and what is
 * required late stays so, as without the line esbuild sees its own `require` and follows it.
 */
const modulesAsTheyAre = {
  name: 'modules as they are',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, ({ path: file }) => {
      if (file.includes(`${path.sep}node_modules${path.sep}`)) return undefined;
      const folder = JSON.stringify(path.relative(dist, path.dirname(file)));
      const contents = readFileSync(file, 'utf8')
        .replaceAll(LAZY_REQUIRE, '')
        .replaceAll('import.meta.dirname', `require('node:path').join(__dirname, ${folder})`);
      return { contents, loader: 'js' };
    });
  },
};

await bundle('main.js', 'main.cjs', ['./cli/parse-arguments.js', './config/read-config.js']);
const { metafile } = await bundle('cli/run.js', 'run.cjs', []);
escapeBeyondAscii(path.join(dist, 'run.cjs'));
const compiler = path.relative(root, await bundleCompiler());
const inputs = [...Object.keys(metafile.inputs), compiler];
writeFileSync(path.join(dist, 'LICENSES.txt'), licences(inputs));

/** What is `external` is loaded by its path or name when the script asks for it. */
function bundle(entry, outfile, external) {
  return build({
    absWorkingDir: root,
    entryPoints: [path.join(dist, entry)],
    outfile: path.join(dist, outfile),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    external,
    legalComments: 'none',
    plugins: [modulesAsTheyAre],
    define: { 'import.meta.filename': '__filename' },
    metafile: true,
    logLevel: 'warning',
  });
}

/** Text of one byte a character is read several times as fast; only patterns hold others here. */
function escapeBeyondAscii(outfile) {
  const text = readFileSync(outfile, 'utf8');
  const escaped = text.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (escaped !== text) writeFileSync(outfile, escaped);
}

/** The licences of the libraries in the bundles, which ask to be passed on with them. */
function licences(inputs) {
  const libraries = inputs.flatMap((file) => {
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
