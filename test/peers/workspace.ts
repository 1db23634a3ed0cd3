import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { homedir } from 'node:os';
import path from 'node:path';
import { inRepository } from '../support/repository.js';
import { EXTENSIONS, KUBECTL_SCRIPTS, KUBERNETES, type PeerSuite } from './suites.js';

/** The Go module with the start of the server. */
const SOURCE = inRepository('test/peers/go');
const MODULE = 'vmgen.dev/test/peers';

/**
 * Packages of modules that are copied, because they start the server: by the module, their folder and
 * the folder of the copy.
 */
const COPIED = [
  { module: KUBERNETES, folder: 'test/integration', to: 'kubernetes' },
  { module: EXTENSIONS, folder: 'test/integration', to: 'apiextensions' },
] as const;

/** The folders that the scripts of kubectl read. */
const USED_BY_SCRIPTS = [
  'hack',
  KUBECTL_SCRIPTS,
  'test/e2e/testing-manifests',
  'test/fixtures',
  'third_party/forked/shell2junit',
] as const;

/** The imports of the copies that are replaced. */
const REPLACED: Readonly<Record<string, string>> = {
  [`${KUBERNETES}/test/integration`]: `${MODULE}/kubernetes`,
  [`${KUBERNETES}/cmd/kube-apiserver/app/testing`]: `${MODULE}/kube`,
  [`${EXTENSIONS}/test/integration`]: `${MODULE}/apiextensions`,
  [`${EXTENSIONS}/pkg/cmd/server/testing`]: `${MODULE}/extensions`,
};

/** A compiled suite. */
export interface CompiledSuite {
  readonly binary: string;
  /** Where the tests run: they read files of their package. */
  readonly folder: string;
  /** The tests that only run Ginkgo's specs. */
  readonly wrappers: readonly string[];
}

/** Builds kube-apiserver, etcd, kubectl and kube-controller-manager once. Returns their folder. */
export function realAssets(): string {
  const command = inRepository('packages/apiserver/bin/vmgen-envtest.js');
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  return execFileSync(process.execPath, [command], { encoding: 'utf8', stdio }).trim();
}

/** A folder in the cache with the sources of the suites, and their binaries. */
export class Workspace {
  readonly #folder: string;
  readonly #modules = new Map<string, string>();

  constructor() {
    const hash = createHash('sha256');
    const names = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names) {
      const file = path.join(SOURCE, name);
      if (statSync(file).isFile()) hash.update(name).update(readFileSync(file));
    }
    const cache = process.env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
    const key = hash.digest('hex').slice(0, 12);
    this.#folder = path.join(cache, 'vmgen', 'peers', key);
    if (existsSync(this.#folder)) return;
    const unfinished = `${this.#folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    cpSync(SOURCE, unfinished, { recursive: true });
    renameSync(unfinished, this.#folder);
  }

  /** Compiles a suite, unless it is compiled. */
  compile({ module, folder }: PeerSuite): CompiledSuite {
    if (folder === KUBECTL_SCRIPTS) return this.#scripts();
    const sources = this.#sourcesOf(module, folder);
    const name = `${module}/${folder}`.replaceAll('/', '-');
    const binary = path.join(this.#folder, 'bin', `${name}.test`);
    if (!existsSync(binary)) {
      const target = sources.isCopied
        ? `./${path.relative(this.#folder, sources.folder)}`
        : `${module}/${folder}`;
      this.#go(['test', '-c', '-vet=off', '-trimpath', '-o', `${binary}.${process.pid}`, target]);
      renameSync(`${binary}.${process.pid}`, binary);
    }
    return { binary, folder: sources.folder, wrappers: wrappersIn(sources.folder) };
  }

  /** Copies the scripts of kubectl, and builds the commands that they run. */
  #scripts(): CompiledSuite {
    const folder = path.join(this.#folder, 'kubectl');
    const source = this.#folderOf(KUBERNETES);
    for (const each of USED_BY_SCRIPTS) copyTree(path.join(source, each), path.join(folder, each));
    // The kubectl of vmgen-envtest ignores --v while it reads a kuberc file.
    const commands = ['kubectl', 'kubectl-convert'];
    const built = path.join(this.#folder, 'bin', path.sep);
    const version = source.slice(source.lastIndexOf('@') + 1);
    const flags = `-ldflags=-s -w -X k8s.io/component-base/version.gitVersion=${version}`;
    const packages = commands.map((name) => `${KUBERNETES}/cmd/${name}`);
    this.#go(['build', '-trimpath', flags, '-o', built, ...packages]);
    const programs = path.join(folder, '_output/bin');
    rmSync(programs, { recursive: true, force: true });
    mkdirSync(programs, { recursive: true });
    for (const name of commands) symlinkSync(path.join(built, name), path.join(programs, name));
    const controllers = 'kube-controller-manager';
    symlinkSync(path.join(realAssets(), controllers), path.join(programs, controllers));
    return { binary: inRepository('test/peers/kubectl/test-cmd.sh'), folder, wrappers: [] };
  }

  #sourcesOf(
    module: string,
    folder: string,
  ): { readonly folder: string; readonly isCopied: boolean } {
    const copied = COPIED.find((each) => each.module === module);
    if (copied === undefined) {
      const to = path.join(this.#folder, 'sources', module);
      // Tests may write into their folder, and the module cache is read-only.
      copyTree(this.#folderOf(module), to);
      return { folder: path.join(to, folder), isCopied: false };
    }
    for (const each of COPIED) this.#copy(each);
    const within = path.relative(copied.folder, folder);
    return { folder: path.join(this.#folder, copied.to, within), isCopied: true };
  }

  #copy({ module, folder, to }: (typeof COPIED)[number]): void {
    const target = path.join(this.#folder, to);
    if (existsSync(target)) return;
    const unfinished = path.join(this.#folder, `${to}.${process.pid}`);
    copyTree(path.join(this.#folderOf(module), folder), unfinished);
    for (const file of goFilesIn(unfinished)) {
      const text = readFileSync(file, 'utf8');
      const replaced = replaceImports(text);
      if (replaced !== text) writeFileSync(file, replaced);
    }
    if (module === KUBERNETES) {
      const start = path.join(unfinished, 'framework/test_server.go');
      if (!existsSync(start))
        throw new Error(`${module} has no ${folder}/framework/test_server.go`);
      cpSync(path.join(SOURCE, 'framework/test_server.go'), start);
    }
    renameSync(unfinished, target);
  }

  /** The folder of a module in Go's cache, which verifies its checksum. */
  #folderOf(module: string): string {
    const known = this.#modules.get(module);
    if (known !== undefined) return known;
    const { Dir } = JSON.parse(this.#go(['mod', 'download', '-json', module])) as { Dir: string };
    this.#modules.set(module, Dir);
    return Dir;
  }

  #go(args: readonly string[]): string {
    // The same settings as for the binaries of vmgen-envtest, so that Go's cache has most packages.
    const env = {
      ...process.env,
      CGO_ENABLED: '0',
      GOWORK: 'off',
      GOFLAGS: '-mod=readonly -buildvcs=false',
    };
    return execFileSync('go', args, {
      cwd: this.#folder,
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 64 * 1024 * 1024,
    });
  }
}

/** Replaces the paths of imports, and of packages below them. */
export function replaceImports(text: string): string {
  return text.replaceAll(
    /^((?:import )?\s*(?:[\w.]+ )?)"(k8s\.io\/[^"]+)"/gm,
    (whole, start: string, name: string) => {
      for (const [from, to] of Object.entries(REPLACED)) {
        if (name === from || name.startsWith(`${from}/`))
          return `${start}"${to}${name.slice(from.length)}"`;
      }
      return whole;
    },
  );
}

function wrappersIn(folder: string): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('_test.go'));
  return files.flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    return [...text.matchAll(/^func (Test\w+)\(\w+ \*testing\.T\) \{([^]*?)^\}/gm)]
      .filter(([, , body]) => body?.includes('RunSpecs(') === true)
      .map(([, test]) => test ?? '');
  });
}

function goFilesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.go')).map((name) => path.join(folder, name));
}

/** Copies a folder of the module cache, and makes the copy writable. */
function copyTree(from: string, to: string): void {
  if (existsSync(to)) return;
  const unfinished = `${to}.copy`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(path.dirname(to), { recursive: true });
  cpSync(from, unfinished, { recursive: true });
  for (const name of readdirSync(unfinished, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(unfinished, name);
    chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644);
  }
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, to);
}
