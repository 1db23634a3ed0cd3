import { isJsonObject, type JsonValue, parseJsonObject } from '@vmgen/base/json';
import { parseYamlBody } from '@vmgen/base/yaml';
import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { orMissing } from '../../disk/file-error.js';
import { PROJECT_SCRIPTS } from '../../settings/project-scripts.js';
import { inShell } from '../../text/in-shell.js';
import { isInRange } from '../../text/version-range.js';
import { finding, type Check, type Finding } from '../check.js';
import { NotCheckedError } from '../not-checked-error.js';
import { findPackage, type InstalledPackage, textOf, textsIn } from '../installed-package.js';
import { OUR_PACKAGES, type Setup } from '../setup.js';

const DEPENDENCIES = ['dependencies', 'optionalDependencies', 'devDependencies'];

/** The dependencies of the project that concern vmgen, with their ranges. */
export function dependencies(setup: Setup): Map<string, string> {
  const { value } = setup.manifest();
  const wanted = [...OUR_PACKAGES, 'typescript', '@types/node'];
  const all = DEPENDENCIES.flatMap((key) => [...textsIn(value, key)]);
  return new Map(all.filter(([name]) => wanted.includes(name)));
}

function installed(setup: Setup): Finding[] {
  const all = dependencies(setup);
  if (all.size === 0) throw new NotCheckedError('package.json has no dependency of vmgen');
  const problems = [...all].flatMap(([name, range]) => {
    const found = findPackage(name, setup.folder);
    if (found === undefined) return [`${name} is not installed`];
    const isWanted = isInRange(found.numbers, range) ?? true;
    return isWanted ? [] : [`${name} ${found.version} is installed, but package.json has ${range}`];
  });
  return problems.length === 0 ? [] : finding(problems.join('; '), 'npm install');
}

function sameVersion(setup: Setup): Finding[] {
  const own = `${setup.ownVersion} of the running vmgen`;
  const all = setup.ourPackages();
  const others = all.filter(({ version }) => version !== setup.ownVersion);
  if (others.length === 0) return [];
  const list = others.map(({ name, version }) => `${name} ${version}`).join(', ');
  const names = others.map(({ name }) => `${name}@${setup.ownVersion}`).join(' ');
  return finding(
    `packages of vmgen have different versions: ${own}, ${list}`,
    `npm install ${names}`,
  );
}

function oneRuntime(setup: Setup): Finding[] {
  const users = [setup.folder, ...setup.ourPackages().map(({ folder }) => folder)];
  const copies = new Map<string, InstalledPackage>();
  for (const user of users) {
    const found = findPackage('@vmgen/runtime', user);
    if (found && !copies.has(found.folder)) copies.set(found.folder, found);
  }
  if (copies.size === 0) throw new NotCheckedError('@vmgen/runtime is not installed');
  if (copies.size === 1) return [];
  const list = [...copies.values()].map(
    ({ version, path }) => `${version} in ${setup.shown(path)}`,
  );
  return finding(
    `there are ${copies.size} copies of @vmgen/runtime, whose objects do not work together: ${list.join(', ')}`,
    'npm dedupe',
  );
}

function lockfile(setup: Setup): Finding[] {
  const text = textOf(setup.path('package-lock.json'));
  if (text === undefined) throw new NotCheckedError('there is no package-lock.json');
  const packages = parseJsonObject(text)?.['packages'];
  if (packages === undefined || !isJsonObject(packages)) {
    throw new NotCheckedError('package-lock.json is not of npm 7 or newer');
  }
  const problems = OUR_PACKAGES.flatMap((name) => {
    const entry = packages[`node_modules/${name}`];
    const locked = entry !== undefined && isJsonObject(entry) ? entry['version'] : undefined;
    const found = findPackage(name, setup.folder);
    if (typeof locked !== 'string' || found === undefined || locked === found.version) return [];
    return [`${name} is ${locked} in package-lock.json, and ${found.version} is installed`];
  });
  return problems.length === 0 ? [] : finding(problems.join('; '), 'npm ci');
}

function scripts(setup: Setup): Finding[] {
  const known = textsIn(setup.manifest().value, 'scripts');
  const folder = '.github/workflows';
  const workflows = (orMissing(() => readdirSync(setup.path(folder))) ?? [])
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => join(folder, name));
  const missing = [...workflows, 'Dockerfile'].flatMap((file) =>
    scriptsIn(commandsOf(file, textOf(setup.path(file)) ?? ''))
      .filter((name) => !known.has(name))
      .map((name) => ({ file, name })),
  );
  const [first] = missing;
  if (first === undefined) return [];
  const usual = PROJECT_SCRIPTS[first.name] ?? 'COMMAND';
  return finding(
    missing
      .map(({ file, name }) => `${file} runs the script ${name}, which package.json does not have`)
      .join('; '),
    `npm pkg set ${inShell(`scripts.${first.name}=${usual}`)}`,
  );
}

/** The commands in a file that run in the folder of the project; all of a file that is no valid YAML. */
function commandsOf(file: string, text: string): string {
  if (file === 'Dockerfile') return text;
  try {
    return commandsIn(parseYamlBody(text)).join('\n');
  } catch {
    return text;
  }
}

/** Values of `working-directory` that are the folder of the project. */
const OWN_FOLDERS: readonly unknown[] = ['.', './', '${{ github.workspace }}'];

/** The values of `run` in a part of a workflow that names no other folder, and does not enter one. */
function commandsIn(value: JsonValue | undefined): string[] {
  if (Array.isArray(value)) return value.flatMap(commandsIn);
  if (value === undefined || !isJsonObject(value)) return [];
  const { run, defaults, ...others } = value;
  const byDefault = defaults !== undefined && isJsonObject(defaults) ? defaults['run'] : undefined;
  const isElsewhere = [value, byDefault].some(
    (each) =>
      each !== undefined &&
      isJsonObject(each) &&
      'working-directory' in each &&
      !OWN_FOLDERS.includes(each['working-directory']),
  );
  if (isElsewhere) return [];
  const isOwn = typeof run === 'string' && !/^\s*cd\s/m.test(run);
  return [...(isOwn ? [run] : []), ...Object.values(others).flatMap(commandsIn)];
}

/** The scripts that a text runs in the folder of the project. */
function scriptsIn(text: string): string[] {
  const names = text.split('\n').flatMap((line) => {
    if (/^\s*#|--prefix|--workspace|\s-w\s|\bcd\s/.test(line)) return [];
    const runs = line.matchAll(
      /\bnpm (?:run(?:-script)? (?<name>[\w:.-]+)|(?<short>test|start)\b)/g,
    );
    return [...runs].flatMap(({ groups }) => groups?.['name'] ?? groups?.['short'] ?? []);
  });
  return [...new Set(names)].filter((name) => !name.startsWith('-'));
}

/** Entries of packages that need another package. */
const PEERS = [{ entry: '@vmgen/runtime/prometheus', peer: 'prom-client', range: 15 }];

async function peers(setup: Setup): Promise<Finding[]> {
  const { options } = await setup.settings();
  const texts = options.paths.flatMap((path) => sourcesIn(setup.path(path)));
  return PEERS.flatMap(({ entry, peer, range }) => {
    const user = texts.find(
      ({ text }) => text.includes(`'${entry}'`) || text.includes(`"${entry}"`),
    );
    if (user === undefined || findPackage(peer, setup.folder)) return [];
    const file = relative(setup.folder, user.path);
    return finding(
      `${JSON.stringify(file)} imports ${entry}, which needs ${peer}, and it is not installed`,
      `npm install ${peer}@${range}`,
    );
  });
}

/** The TypeScript files of a folder, or a file. */
function sourcesIn(path: string): { readonly path: string; readonly text: string }[] {
  const text = textOf(path);
  if (text !== undefined) return [{ path, text }];
  const entries = orMissing(() => readdirSync(path, { withFileTypes: true })) ?? [];
  return entries
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const each = join(path, entry.name);
      if (entry.isDirectory()) return sourcesIn(each);
      return entry.isFile() && /\.[cm]?ts$/.test(entry.name) ? sourcesIn(each) : [];
    });
}

/** The packages of npm. */
export const PACKAGES: readonly Check[] = [
  {
    name: 'installed',
    reads: 'the dependencies of package.json, node_modules',
    problem: 'A package is not installed, or of a version that package.json does not allow.',
    fix: '`npm install`',
    find: installed,
  },
  {
    name: 'same-version',
    reads: 'node_modules, the running vmgen',
    problem: 'The packages of vmgen have different versions.',
    fix: '`npm install` with the same version of all',
    find: sameVersion,
  },
  {
    name: 'one-runtime',
    reads: 'node_modules',
    problem: 'There are two copies of `@vmgen/runtime`.',
    fix: '`npm dedupe`',
    find: oneRuntime,
  },
  {
    name: 'lockfile',
    reads: 'package-lock.json, node_modules',
    problem: 'Other versions of vmgen are installed than package-lock.json has.',
    fix: '`npm ci`',
    find: lockfile,
  },
  {
    name: 'scripts',
    reads: '`scripts` of package.json, .github/workflows, Dockerfile',
    problem: 'A workflow or the Dockerfile runs a script that package.json does not have.',
    fix: '`npm pkg set scripts.NAME=COMMAND`',
    find: scripts,
  },
  {
    name: 'peers',
    reads: 'the code of `paths`, node_modules',
    problem: 'Code imports `@vmgen/runtime/prometheus` without `prom-client`.',
    fix: '`npm install prom-client@15`',
    find: peers,
  },
];
