// @ts-check
// Joins the compiled modules of the server, of @vmgen/crd and of @vmgen/cel into a few files: Node takes
// half a millisecond for every file that it imports, and there are more than three hundred. What the
// entries share is in files of its own, so that a class is the same by whatever entry it came.
import { build } from 'esbuild';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const folder = path.join(import.meta.dirname, '..');
const root = path.join(folder, '../..');
const dist = path.join(folder, 'dist');
const outdir = path.join(dist, 'bundle');

/** Packages of this repository that are part of the server's bundle. */
const JOINED = /^@vmgen\/(?:crd|cel|base)(?:\/|$)/;

rmSync(outdir, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: {
    index: path.join(dist, 'index.js'),
    fake: path.join(dist, 'fake/index.js'),
    envtest: path.join(dist, 'envtest/index.js'),
    'setup-envtest': path.join(dist, 'envtest/setup-envtest.js'),
    main: path.join(dist, 'cli/main.js'),
    launched: path.join(dist, 'cli/launched.js'),
    // Required with the first rule of a schema.
    rules: path.join(root, 'packages/crd/dist/rules/index.js'),
  },
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  charset: 'utf8',
  logLevel: 'warning',
  plugins: [
    {
      name: 'packages',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^[^./]/ }, ({ path: name, kind }) =>
          kind === 'entry-point' || JOINED.test(name) ? undefined : { path: name, external: true },
        );
        // Lazily required files are resolved relative to the module. In the bundle, they have
        // another name.
        onLoad({ filter: /[\\/]crd[\\/]dist[\\/]rules[\\/]load-cel\.js$/ }, ({ path: file }) => {
          const contents = readFileSync(file, 'utf8');
          const renamed = contents.replace(
            /require\(["']\.\/index\.js["']\)/,
            "require('./rules.js')",
          );
          if (renamed === contents) throw new Error(`bundle.mjs: ${file} requires something else`);
          return { contents: renamed, loader: 'js' };
        });
      },
    },
  ],
});

// The server for browsers. It contains the parts of @vmgen/runtime that it uses, because the bundles of that package
// need Node.
const runtime = ['async', 'client', 'meta'].map((entry) => [
  `@vmgen/runtime/${entry}`,
  path.join(root, `packages/runtime/dist/${entry}/index.js`),
]);
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { browser: path.join(dist, 'browser/index.js') },
  outdir,
  bundle: true,
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  charset: 'utf8',
  logLevel: 'warning',
  metafile: true,
  alias: Object.fromEntries(runtime),
  // Dependencies, which a page with other packages of vmgen shares; @vmgen/base/digest needs a library of its own.
  external: [
    'node:*',
    ...['bytes', 'json', 'schema', 'text', 'yaml'].map((entry) => `@vmgen/base/${entry}`),
    ...['@vmgen/cel', '@vmgen/crd'].flatMap((name) => [name, `${name}/*`]),
  ],
});
const needed = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
for (const { path: name } of needed.filter(({ path: name }) => name.startsWith('node:'))) {
  throw new Error(`bundle.mjs: the bundle for browsers imports ${name}`);
}

// The data of the built-in kinds, as a module for bundlers: src/browser/built-ins.ts declares it.
const packages = readdirSync(path.join(folder, 'data/types')).sort();
const importOf = (name, file) =>
  `import ${name} from '../../data/${file}' with { type: 'json' };\n`;
const entryOf = (file, index) => `    '${path.basename(file, '.json')}': types${index},\n`;
writeFileSync(
  path.join(outdir, 'built-ins.js'),
  `${importOf('index', 'built-in.json')}${packages
    .map((file, index) => importOf(`types${index}`, `types/${file}`))
    .join('')}
export const builtIns = {
  index,
  types: {
${packages.map(entryOf).join('')}  },
};
`,
);
