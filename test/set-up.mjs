// @ts-check
// Provides what suites need (`needs` in suites.mjs), and removes what it started when the process exits.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.join(import.meta.dirname, '..');
const SETUP = path.join(ROOT, 'hack/setup.sh');

/**
 * Each returns the reason why the suite cannot run on this machine, if there is one.
 * @type {Record<import('./suites.mjs').Need, () => string | void>}
 */
const SET_UPS = {
  chromium: () => provide('VMGEN_CHROMIUM', 'chromium'),
  qemu: () => provide('VMGEN_QEMU', 'qemu'),
  monitoring: () => provide('VMGEN_MONITORING', 'monitoring'),
  shells() {
    if (spawnSync(SETUP, ['shells'], { stdio: 'inherit' }).status !== 0) {
      return 'hack/setup.sh shells failed; see above';
    }
  },
  site: buildSite,
  typescripts: installTypeScripts,
  cluster: startCluster,
  docker: startDocker,
  /** kube-apiserver and etcd, or those of KUBEBUILDER_ASSETS. */
  envtest() {
    process.env['KUBEBUILDER_ASSETS'] = printedBy(
      path.join(ROOT, 'packages/apiserver/bin/vmgen-envtest.js'),
    );
  },
  'controller-gen'() {
    if (spawnSync('go', ['version']).status === 0) {
      process.env['CONTROLLER_GEN'] = printedBy(SETUP, 'controller-gen');
    }
  },
  /** The packed packages, for the images of tests. */
  packages() {
    const packages = mkdtempSync(path.join(tmpdir(), 'vmgen-packages-'));
    process.once('exit', () => rmSync(packages, { recursive: true }));
    execFileSync(path.join(ROOT, 'hack/pack.sh'), [packages], { stdio: 'ignore' });
    process.env['VMGEN_PACKAGES'] = packages;
  },
};

/**
 * Returns the reason why the suite cannot run on this machine, if there is one.
 * @param {readonly import('./suites.mjs').Need[]} needs
 */
export function setUp(needs) {
  for (const need of needs) {
    const missing = SET_UPS[need]();
    if (missing !== undefined) return missing;
  }
  return undefined;
}

/** Starts a Docker Engine unless one answers; the script stops it only if it started it and no other run uses it. */
function startDocker() {
  const user = ['--for', String(process.pid)];
  atExit(() => spawnSync(SETUP, ['docker', '--stop', ...user], { stdio: 'inherit' }));
  execFileSync(SETUP, ['docker', ...user], { stdio: 'inherit' });
}

/** Builds the site with the playground, and with its own packages. */
function buildSite() {
  const words = ['ci', '--prefix', 'site', '--no-audit', '--no-fund'];
  execFileSync('npm', words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  for (const script of ['site/playground/build.mjs', 'site/build.mjs']) {
    execFileSync(process.execPath, [script], { cwd: ROOT, stdio: 'inherit' });
  }
}

/** Installs further versions of TypeScript, none of whose scripts run. */
function installTypeScripts() {
  const words = [
    'ci',
    '--prefix',
    'test/typescripts',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ];
  execFileSync('npm', words, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** A cluster that was started before continues, so that tests can be repeated in seconds. */
function startCluster() {
  if (spawnSync(SETUP, ['cluster', '--node', 'true']).status !== 0) {
    atExit(() => {
      const { status } = spawnSync(SETUP, ['cluster', '--stop'], { stdio: 'inherit' });
      if (status !== 0) process.exitCode = 1;
    });
  }
  try {
    process.env['KUBECONFIG'] = printedBy(SETUP, 'cluster');
  } catch (error) {
    if (/** @type {{ status?: number }} */ (error).status !== 3) throw error;
    return 'hack/setup.sh cluster cannot start a cluster here; see above';
  }
}

/** @param {string} variable @param {string} what */
function provide(variable, what) {
  try {
    process.env[variable] = printedBy(SETUP, what);
  } catch {
    return `hack/setup.sh ${what} failed; see above`;
  }
}

/** @param {() => void} stop */
function atExit(stop) {
  process.once('exit', stop);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
}

/** @param {string} script @param {string[]} words */
function printedBy(script, ...words) {
  return execFileSync(script, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}
