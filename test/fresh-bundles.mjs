// @ts-check
// Bundles the packages whose compiled code is newer than their bundle, so that no test runs old code.
import { spawnSync } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');

/** What each package with a bundle puts into it, besides its own code. */
const BUNDLED = {
  'packages/runtime': [],
  'packages/manager': [],
  'packages/apiserver': ['packages/base', 'packages/cel', 'packages/crd'],
  generator: ['packages/base', 'packages/cel', 'packages/crd'],
};

/** Bundles what is not fresh. Fails like the script of the bundle. */
export function freshenBundles() {
  for (const [folder, others] of Object.entries(BUNDLED)) {
    const bundle = folder === 'generator' ? 'dist/main.cjs' : 'dist/bundle';
    const bundledMs = statSync(path.join(ROOT, folder, bundle), { throwIfNoEntry: false })?.mtimeMs;
    // Without a bundle, nothing was built: the tests say so.
    if (bundledMs === undefined) continue;
    if (![folder, ...others].some((each) => changedAt(each) > bundledMs)) continue;
    console.log(`bundling ${folder}, whose code is newer than its bundle`);
    const script = path.join(ROOT, folder, 'scripts/bundle.mjs');
    const { status } = spawnSync(process.execPath, [script], { cwd: ROOT, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
}

/** When the code of a package was compiled last. @param {string} folder */
function changedAt(folder) {
  const dist = path.join(ROOT, folder, 'dist');
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.js') && !/\.test\.|^bundle[/\\]/.test(file),
  );
  return Math.max(...files.map((file) => statSync(path.join(dist, file)).mtimeMs));
}
