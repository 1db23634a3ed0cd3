// @ts-check
// Compiles and bundles all packages, and prints each step with its seconds: a first build takes minutes. The packages
// that `npm run demo` and `vmgen` need come first.
// Usage: npm run build
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** @type {readonly (readonly [title: string, ...commands: readonly (readonly string[])[]])[]} */
const STEPS = [
  ['compiling the packages', [TSC, '--build', 'generator', 'packages/apiserver', 'controller']],
  [
    'bundling the packages',
    ['packages/runtime/scripts/bundle.mjs'],
    ['packages/manager/scripts/bundle.mjs'],
    ['packages/apiserver/scripts/bundle.mjs'],
    ['packages/kubernetes/scripts/bundle.mjs'],
    ['generator/scripts/precompile-templates.mjs'],
    ['generator/scripts/bundle.mjs'],
  ],
  ['compiling the rest; npm run demo can start', [TSC, '--build'], ['hack/sweep-dist.mjs']],
  [
    'writing the declarations of the built-in kinds',
    ['packages/kubernetes/scripts/declarations.mjs'],
  ],
];

for (const [title, ...commands] of STEPS) {
  const began = performance.now();
  process.stdout.write(`build: ${title}...`);
  for (const command of commands) {
    const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
    if (status !== 0) process.exit(status ?? 1);
  }
  console.log(` ${((performance.now() - began) / 1000).toFixed(1)} s`);
}
