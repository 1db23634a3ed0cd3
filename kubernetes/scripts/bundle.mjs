// @ts-check
// Joins the compiled modules of each group's version into the one file that users load: Node takes a
// millisecond for every file that it imports. Groups share nothing but types, so that each stands alone.
import { build } from 'esbuild';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const room = path.join(import.meta.dirname, '..');
const generated = path.join(room, 'dist/generated');
const bundle = path.join(room, 'dist/bundle');
/** @type {{ exports: Record<string, { types: string, default: string }> }} */
const { exports: entries } = JSON.parse(readFileSync(path.join(room, 'package.json'), 'utf8'));

rmSync(bundle, { recursive: true, force: true });
await Promise.all(Object.values(entries).map(writeEntry));

/** @param {{ types: string, default: string }} entry */
async function writeEntry({ types, default: file }) {
  const module = path.join(room, types.replace(/\.d\.ts$/, '.js'));
  const outfile = path.join(room, file);
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

/** `apps/v1` of a file in the folder of a group's version.
 * @param {string} file */
function versionOf(file) {
  return /^([^/.]+\/[^/.]+)\/[^/]+$/.exec(path.relative(generated, file))?.[1];
}
