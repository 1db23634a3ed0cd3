// Bundles the compiled modules and prom-client into a few files, because an operator's start is mostly the
// import of files: prom-client and its dependencies are 80. The runtime remains a dependency, except its
// adapter for prom-client, which must use the bundled one.
import { build } from 'esbuild';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { librariesOf, licensesOf } from '../../../hack/licenses-of.mjs';

const folder = path.join(import.meta.dirname, '..');
const root = path.join(folder, '../..');
const dist = path.join(folder, 'dist');
const outdir = path.join(dist, 'bundle');
const prometheus = path.join(root, 'packages/runtime/dist', 'prometheus');

/** The entries of the runtime that have their own file. All others share one, which is `internal`. */
const APART = /\/(?:discovery|pods|testing)$/;

/**
 * What prom-client loads and the manager does not use. The files of some of them are large, and they
 * load Node's HTTPS and cluster modules.
 */
const UNUSED = /^(?:@opentelemetry\/api|\.\/lib\/(?:cluster|pushgateway|summary))$/;

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
  charset: 'ascii',
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
  // The bundled libraries are CommonJS, and require only modules of Node.
  banner: { js: 'const require = process.getBuiltinModule;' },
  plugins: [
    {
      name: 'runtime',
      setup({ onResolve, onLoad }) {
        onResolve({ filter: /^@vmgen\/runtime(?:\/|$)/ }, ({ path: name }) =>
          name === '@vmgen/runtime/prometheus'
            ? { path: path.join(prometheus, 'index.js') }
            : { path: APART.test(name) ? name : '@vmgen/runtime/internal', external: true },
        );
        onResolve({ filter: UNUSED }, ({ path: name, importer }) =>
          importer.includes('/prom-client/') ? { path: name, namespace: 'unused' } : undefined,
        );
        onLoad({ filter: /^/, namespace: 'unused' }, () => ({ contents: '' }));
        onResolve({ filter: /^\.\.\/errors\/vmgen-error\.js$/ }, ({ resolveDir }) =>
          resolveDir === prometheus
            ? { path: '@vmgen/runtime/internal', external: true }
            : undefined,
        );
      },
    },
  ],
});
const libraries = librariesOf(root, Object.keys(metafile.inputs));
writeFileSync(path.join(dist, 'LICENSES.txt'), licensesOf(libraries));
// For the bill of materials of an image, which image/sbom.mjs of a project writes.
const bundled = libraries.map(({ name, version, license }) => ({ name, version, license }));
writeFileSync(path.join(dist, 'bundled.json'), `${JSON.stringify(bundled, undefined, 2)}\n`);
