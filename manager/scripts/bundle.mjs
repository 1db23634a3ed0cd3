// Bundles the compiled modules and prom-client into a few files, because an operator's start is mostly the
// import of files: prom-client and its dependencies are 80. The runtime remains a dependency, except its
// adapter for prom-client, which must use the bundled one.
import { build } from 'esbuild';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { licensesOf } from '../../hack/licenses-of.mjs';

const folder = path.join(import.meta.dirname, '..');
const root = path.join(folder, '..');
const dist = path.join(folder, 'dist');
const outdir = path.join(dist, 'bundle');
const prometheus = path.join(root, 'runtime', 'dist', 'prometheus');

rmSync(outdir, { recursive: true, force: true });
const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: {
    index: path.join(dist, 'index.js'),
    testing: path.join(dist, 'testing/index.js'),
  },
  outdir,
  bundle: true,
  splitting: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  // The bundled libraries are CommonJS.
  banner: {
    js: "import { createRequire } from 'node:module';\nconst require = createRequire(import.meta.url);",
  },
  plugins: [
    {
      name: 'runtime',
      setup({ onResolve }) {
        onResolve({ filter: /^@vmgen\/runtime(?:\/|$)/ }, ({ path: name }) =>
          name === '@vmgen/runtime/prometheus'
            ? { path: path.join(prometheus, 'index.js') }
            : { path: name, external: true },
        );
        onResolve({ filter: /^\.\.\/errors\/vmgen-error\.js$/ }, ({ resolveDir }) =>
          resolveDir === prometheus ? { path: '@vmgen/runtime', external: true } : undefined,
        );
      },
    },
  ],
});
writeFileSync(path.join(dist, 'LICENSES.txt'), licensesOf(root, Object.keys(metafile.inputs)));
