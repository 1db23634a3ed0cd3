// @ts-check
// Sets the version of a release: in all packages, their dependencies on each other, and texts. Usage: node hack/set-version.mjs 0.2.0
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const [version = ''] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version)) {
  console.error(
    `set-version: ${JSON.stringify(version)} is not a version; use the form 0.2.0 or 0.2.0-rc.1`,
  );
  process.exit(2);
}

const { workspaces } = JSON.parse(read('package.json'));
const manifests = workspaces.map((/** @type {string} */ folder) => `${folder}/package.json`);
const { version: before } = JSON.parse(read(manifests[0]));
const names = manifests.map((/** @type {string} */ file) => JSON.parse(read(file)).name);

for (const file of [...manifests, 'editors/vscode/package.json']) {
  replace(file, `"version": "${before}"`, `"version": "${version}"`);
}
const examples = ['backup', 'network'].map((name) => `examples/${name}/package.json`);
for (const file of [...manifests, ...examples]) {
  for (const name of names) {
    for (const range of ['', '^']) {
      replace(file, `"${name}": "${range}${before}"`, `"${name}": "${range}${version}"`);
    }
  }
}
replace('packages/runtime/src/transport/version.ts', `'${before}'`, `'${version}'`);
for (const name of ['deployment.yaml', 'node-socket.patch.yaml', 'README.md']) {
  replace(`deploy/${name}`, `vm-controller:${before}`, `vm-controller:${version}`);
}
execFileSync('npm', ['install', '--package-lock-only', '--ignore-scripts', '--no-audit'], {
  cwd: ROOT,
  stdio: 'inherit',
});

/** @param {string} file */
function read(file) {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** @param {string} file @param {string} from @param {string} to */
function replace(file, from, to) {
  const text = read(file);
  const changed = text.replaceAll(from, to);
  if (changed !== text) writeFileSync(path.join(ROOT, file), changed);
}
