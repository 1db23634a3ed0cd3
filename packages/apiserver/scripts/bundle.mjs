// @ts-check
// Joins the compiled modules of the server, of @vmgen/crd and of @vmgen/cel into a few files: Node takes
// half a millisecond for every file that it imports, and there are more than three hundred. What the
// entries share is in files of its own, so that a class is the same by whatever entry it came.
import { build } from 'esbuild';
import { readFileSync, rmSync } from 'node:fs';
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
