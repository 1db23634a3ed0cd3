// @ts-check
// Bundles the compiled modules of each group version into one file, because Node needs about a millisecond
// for each file that it imports. Groups share only types, so their bundles are independent.
import { build } from 'esbuild';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');
const generated = path.join(root, 'dist/generated');
const bundle = path.join(root, 'dist/bundle');
/** @type {{ exports: Record<string, { types: string, default: string }> }} */
const { exports: entries } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

rmSync(bundle, { recursive: true, force: true });
await Promise.all(Object.values(entries).map(writeEntry));

/** @param {{ types: string, default: string }} entry */
async function writeEntry({ types, default: file }) {
  const module = path.join(root, types.replace(/\.d\.ts$/, '.js'));
  const outfile = path.join(root, file);
  await build({
    entryPoints: [module],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    packages: 'external',
    charset: 'utf8',
    logLevel: 'warning',
    plugins: [
      {
        name: 'groups',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^\.\.?\// }, ({ path: name, resolveDir }) => {
            const version = versionOf(path.resolve(resolveDir, name));
            if (version === undefined || version === versionOf(module)) return undefined;
            const from = path.dirname(path.relative(bundle, outfile));
            const target = path.posix.relative(from, `${version}.js`);
            return { path: target.startsWith('.') ? target : `./${target}`, external: true };
          }),
      },
    ],
  });
}

/** The group version of a file: `apps/v1`. Undefined for files outside such a folder.
 * @param {string} file */
function versionOf(file) {
  return /^([^/.]+\/[^/.]+)\/[^/]+$/.exec(path.relative(generated, file))?.[1];
}
