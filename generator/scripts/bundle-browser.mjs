// Creates the entries for browsers: dist/bundle/browser.js and the modules that it shares with parts that a bundler may
// omit, such as the import of CRDs. They need no module of Node.
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import path from 'node:path';

const generator = path.join(import.meta.dirname, '..');
const root = path.join(generator, '..');

/** A module NAME.browser.js replaces NAME.js. */
const browserTwins = {
  name: 'modules for browsers',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.js$/ }, ({ path: module, resolveDir }) => {
      const twin = path.join(resolveDir, module.replace(/\.js$/, '.browser.js'));
      return existsSync(twin) ? { path: twin } : undefined;
    });
  },
};

/** Resolves with the bundled files. */
export async function bundleBrowser() {
  const source = path.join(generator, 'dist/browser');
  const { metafile } = await build({
    absWorkingDir: root,
    // Each becomes a module of its own, which a bundler omits if the page uses none of its names.
    entryPoints: {
      browser: path.join(source, 'index.js'),
      'browser-diff': path.join(source, 'diff.js'),
      'browser-import': path.join(source, 'import.js'),
      'browser-reference': path.join(source, 'reference.js'),
    },
    outdir: path.join(generator, 'dist/bundle'),
    chunkNames: 'browser-[hash]',
    bundle: true,
    splitting: true,
    platform: 'browser',
    target: 'es2023',
    format: 'esm',
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    // Dependencies, which a page with other packages of vmgen shares.
    external: ['vmgen/typescript', '@vmgen/base/*', '@vmgen/crd', '@vmgen/crd/*'],
    // Its bundle for Node contains modules of other entries.
    alias: { '@vmgen/runtime/meta': path.join(root, 'packages/runtime/dist/meta/index.js') },
    plugins: [browserTwins],
    metafile: true,
    logLevel: 'warning',
  });
  return Object.keys(metafile.inputs);
}
