import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, constants, link, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { VmgenError } from '@vmgen/runtime';
import { errorMessage } from '@vmgen/base/text';
import { errorCode } from '../errors/error-code.js';

const run = promisify(execFile);

/** What a folder of KUBEBUILDER_ASSETS contains. */
const REQUIRED: readonly string[] = ['kube-apiserver', 'etcd', 'kubectl'];

/** The Go module that pins the versions. It is outside of `dist`, from the source and from the bundle. */
const MODULE = path.join(import.meta.dirname, '../../envtest');

/**
 * Returns the folder with the binaries of kube-apiserver, etcd and kubectl: that of the environment
 * variable KUBEBUILDER_ASSETS, or the one that `npx vmgen-envtest` has built. Rejects with a
 * `VmgenError` (`ERR_VMGEN_CONFIG`) without binaries.
 */
export async function findEnvtestBinaries(): Promise<string> {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  if (assets !== undefined && assets !== '') {
    const missing = await missingIn(assets, REQUIRED);
    if (missing.length === 0) return assets;
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `the folder ${assets} (KUBEBUILDER_ASSETS) does not contain ${missing.join(', ')}; correct or unset the variable`,
    );
  }
  const { folder } = await readRecipe(REQUIRED);
  if ((await missingIn(folder, REQUIRED)).length === 0) return folder;
  throw new VmgenError(
    'ERR_VMGEN_CONFIG',
    'kube-apiserver and etcd are not installed; run `npx vmgen-envtest`, which builds them with Go, or set ' +
      'KUBEBUILDER_ASSETS to a folder that contains kube-apiserver, etcd and kubectl',
  );
}

/**
 * Returns the folder of {@link findEnvtestBinaries}, and builds missing binaries with Go.
 * Go downloads the pinned modules and verifies their checksums. `log` receives human-readable messages.
 */
export async function provideEnvtestBinaries(log: (message: string) => void): Promise<string> {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  if (assets !== undefined && assets !== '') return findEnvtestBinaries();
  const published = await readRecipe(REQUIRED);
  if ((await missingIn(published.folder, REQUIRED)).length > 0) await build(published, log);
  const all = await readdir(path.join(MODULE, 'cmd'));
  const others = all.filter((binary) => !REQUIRED.includes(binary));
  if (others.length === 0) return published.folder;
  // A clone has more programs, which the package does not contain.
  const recipe = await readRecipe(all.sort());
  if ((await missingIn(recipe.folder, all)).length > 0) await build(recipe, log, published.folder);
  return recipe.folder;
}

interface Recipe {
  /** The version of Kubernetes. */
  readonly version: string;
  readonly folder: string;
  readonly binaries: readonly string[];
  readonly linkerFlags: string;
}

/** The recipe of binaries. Its folder depends only on the versions and on the sources of these binaries. */
async function readRecipe(binaries: readonly string[]): Promise<Recipe> {
  const sources = binaries.map(async (binary) => {
    const files = await readdir(path.join(MODULE, 'cmd', binary));
    return files.map((file) => `cmd/${binary}/${file}`);
  });
  const files = ['go.mod', 'go.sum', ...(await Promise.all(sources)).flat()].sort();
  const goMod = await readFile(path.join(MODULE, 'go.mod'), 'utf8');
  const version = /^\s*k8s\.io\/kubernetes (v\S+)/m.exec(goMod)?.[1] ?? '';
  const linkerFlags = linkerFlagsOf(version);
  // Another recipe is another folder, so that binaries are never outdated.
  const hash = createHash('sha256').update(linkerFlags);
  for (const file of files) hash.update(file).update(await readFile(path.join(MODULE, file)));
  const recipe = `${version}-${hash.digest('hex').slice(0, 12)}`;
  const folder = path.join(cacheFolder(), 'vmgen', 'envtest', recipe);
  return { version, folder, binaries, linkerFlags };
}

/** Without its version, the server would be v0.0.0, on which features depend. */
function linkerFlagsOf(version: string): string {
  const [major = '', minor = ''] = version.slice(1).split('.');
  const values = { gitVersion: version, gitMajor: major, gitMinor: minor, gitTreeState: 'clean' };
  const settings = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'].flatMap(
    (name) => Object.entries(values).map(([variable, value]) => `-X ${name}.${variable}=${value}`),
  );
  return ['-s', '-w', ...settings].join(' ');
}

function cacheFolder(): string {
  const configured = process.env['XDG_CACHE_HOME'];
  return configured === undefined || configured === ''
    ? path.join(homedir(), '.cache')
    : configured;
}

async function missingIn(folder: string, binaries: readonly string[]): Promise<string[]> {
  const missing: string[] = [];
  for (const binary of binaries) {
    await access(path.join(folder, binary), constants.X_OK).catch(() => missing.push(binary));
  }
  return missing;
}

/**
 * Builds into a new folder and renames it, so that an interrupted build leaves no incomplete folder.
 *
 * @param built a folder with the required binaries, which are not built again
 */
async function build(
  { version, folder, binaries, linkerFlags }: Recipe,
  log: (message: string) => void,
  built?: string,
): Promise<void> {
  const unfinished = `${folder}.${process.pid}`;
  await go(['list', '-m']);
  const wanted = binaries.filter((binary) => built === undefined || !REQUIRED.includes(binary));
  log(`building ${wanted.join(', ')} of ${version} into ${folder}; this takes minutes, once`);
  try {
    await mkdir(unfinished, { recursive: true });
    const output = `${unfinished}${path.sep}`;
    const commands = wanted.map((binary) => `./cmd/${binary}`);
    await go(['build', '-trimpath', '-ldflags', linkerFlags, '-o', output, ...commands]);
    for (const binary of built === undefined ? [] : REQUIRED) {
      await link(path.join(built ?? '', binary), path.join(unfinished, binary));
    }
    await rm(folder, { recursive: true, force: true });
    await rename(unfinished, folder).catch(async (error: unknown) => {
      // Another process has built it.
      if ((await missingIn(folder, binaries)).length > 0) throw error;
    });
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function go(args: readonly string[]): Promise<void> {
  // Without cgo, no C compiler and no library of the host is needed.
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off' };
  try {
    await run('go', args, { cwd: MODULE, env, maxBuffer: 64 * 1024 * 1024 });
  } catch (cause) {
    const problem =
      errorCode(cause) === 'ENOENT'
        ? 'go is not installed'
        : `go ${args[0] ?? ''} failed: ${errorMessage(cause)}`;
    throw new VmgenError(
      'ERR_VMGEN_CONFIG',
      `${problem}; kube-apiserver and etcd are built with Go: install it from https://go.dev/dl with access to a ` +
        'module proxy (GOPROXY), or set KUBEBUILDER_ASSETS to a folder that contains kube-apiserver, etcd and kubectl',
      { cause },
    );
  }
}
