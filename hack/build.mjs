// @ts-check
// Builds all packages and tests, and prints each step with its seconds: a first build takes minutes.
// Usage: npm run build                             checks types, compiles and bundles
//        node hack/build.mjs --javascript          what `npm run demo` and the command vmgen need: no types, no tests
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isCompiled, projectsOf, sweepDist, transpile } from './projects.mjs';

const ROOT = path.join(import.meta.dirname, '..');
const PROJECTS = projectsOf(ROOT);
const PACKAGES = PROJECTS.filter(({ folder }) => !path.relative(ROOT, folder).startsWith('test'));

const isWithoutTypes = readArguments();

const bundle = {
  'bundling the packages': () => {
    run('packages/runtime/scripts/bundle.mjs');
    run('packages/manager/scripts/bundle.mjs');
    run('packages/apiserver/scripts/bundle.mjs');
    run('packages/kubernetes/scripts/bundle.mjs');
    run('generator/scripts/precompile-templates.mjs');
    run('generator/scripts/bundle.mjs');
  },
};

/** @type {Record<string, () => void | Promise<void>>} */
const everything = {
  'compiling the packages and tests': () => {
    for (const { dist } of PROJECTS.filter((project) => !isCompiled(project))) {
      rmSync(dist, { recursive: true, force: true });
    }
    run('node_modules/typescript/bin/tsc', '--build');
    sweepDist(ROOT);
  },
  ...bundle,
  'writing the declarations of the built-in kinds': () =>
    run('packages/kubernetes/scripts/declarations.mjs'),
};

/** @type {Record<string, () => void | Promise<void>>} */
const javascript = {
  'converting the packages to JavaScript': async () => {
    await Promise.all(PACKAGES.map(transpile));
  },
  ...bundle,
};

// Compiled output would be replaced by output without types, and the compiler would not write it again.
const isFirst = !PROJECTS.some(isCompiled);
for (const [title, step] of Object.entries(isWithoutTypes && isFirst ? javascript : everything)) {
  const began = performance.now();
  process.stdout.write(`build: ${title}...`);
  await step();
  console.log(` ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

/** Runs a script of the repository. @param {string[]} command */
function run(...command) {
  const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

function readArguments() {
  try {
    return parseArgs({ options: { javascript: { type: 'boolean', default: false } } }).values
      .javascript;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`build: ${reason}\nUsage: node hack/build.mjs [--javascript]`);
    process.exit(2);
  }
}
