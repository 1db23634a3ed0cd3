import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseJsonWithComments } from '../../load/ts-project.js';
import { compareNumbers, isInRange, type Version, versionOf } from '../../text/version-range.js';
import { finding, type Check, type Finding } from '../check.js';
import { NotCheckedError } from '../not-checked-error.js';
import { findPackage, findPackages, textOf, textsIn } from '../installed-package.js';
import type { Setup } from '../setup.js';
import { dependencies } from './packages.js';

/** The TypeScript plugin of vmgen. */
const PLUGIN = '@vmgen/typescript-plugin';
/** The extension of VS Code. */
const EXTENSION = 'vmgen.vmgen';
const OLDEST_TYPESCRIPT: Version = [5, 4, 0];
/** The first one whose module nodenext accepts require() of ES modules. */
const REQUIRES_MODULES: Version = [5, 8, 0];
/** The first one with other defaults, such as strict. */
const OTHER_DEFAULTS: Version = [6, 0, 0];
/** The first one without plugins. */
const WITHOUT_PLUGINS: Version = [7, 0, 0];
const OLDEST_NODE_TYPES: Version = [20, 0, 0];

const isOlder = (version: Version, than: Version): boolean => compareNumbers(version, than) < 0;

const tsVersion = (setup: Setup): Version => setup.typescript().numbers;

function nodeVersion(setup: Setup): Finding[] {
  const range = textsIn(setup.manifest().value, 'engines').get('node');
  if (range === undefined) throw new NotCheckedError('package.json has no engines.node');
  const isAccepted = isInRange(versionOf(setup.nodeVersion) ?? [0, 0, 0], range);
  if (isAccepted === undefined) {
    throw new NotCheckedError(`engines.node is not a range of versions: ${JSON.stringify(range)}`);
  }
  if (isAccepted) return [];
  const wanted = /\d+/.exec(range)?.[0] ?? 'node';
  return finding(
    `Node ${setup.nodeVersion} is not ${range}, which engines.node of package.json requires`,
    `nvm install ${wanted}`,
  );
}

function typescriptVersion(setup: Setup): Finding[] {
  const { version, numbers } = setup.typescript();
  if (!isOlder(numbers, OLDEST_TYPESCRIPT)) return [];
  const message = `TypeScript ${version} is older than 5.4, which the types of vmgen's packages need`;
  return finding(message, 'npm install --save-dev typescript@6');
}

function oneTypescript(setup: Setup): Finding[] {
  setup.typescript();
  const [own, ...others] = findPackages('typescript', setup.folder);
  const other = others.find(({ version }) => version !== own?.version);
  if (own === undefined || other === undefined) return [];
  const place = ({ path, version }: typeof own): string => `${version} in ${setup.shown(path)}`;
  return finding(
    `there are two versions of TypeScript: ${place(own)}, which npm scripts use, and ${place(other)}, which an editor uses that opens the folder above`,
    `npm install --save-dev typescript@${other.version}`,
  );
}

function nodeTypes(setup: Setup): Finding[] {
  setup.typescript();
  const found = findPackage('@types/node', setup.folder);
  const fix = 'npm install --save-dev @types/node@20';
  if (found === undefined) {
    return finding("@types/node is not installed, which the types of vmgen's packages need", fix);
  }
  if (!isOlder(found.numbers, OLDEST_NODE_TYPES)) return [];
  return finding(`@types/node ${found.version} is older than Node 20`, fix);
}

function validTsconfig(setup: Setup): Finding[] {
  const { problem } = setup.tsProject();
  return problem === undefined ? [] : finding(`tsconfig.json: ${problem}`, 'npx tsc --noEmit');
}

function moduleResolution(setup: Setup): Finding[] {
  const { readsExports } = setup.tsProject();
  if (readsExports ?? !isOlder(tsVersion(setup), OTHER_DEFAULTS)) return [];
  return finding(
    'the moduleResolution of tsconfig.json does not read the exports of packages: imports of @vmgen/runtime fail (TS2307)',
    'in tsconfig.json, set "module": "nodenext" and remove "moduleResolution"',
  );
}

function commonJs(setup: Setup): Finding[] {
  const { module } = setup.tsProject();
  const version = setup.typescript();
  if (setup.manifest().value['type'] === 'module') return [];
  const isNode = module === 'node' || module === 'node without require';
  const canRequire = module === 'node' && !isOlder(version.numbers, REQUIRES_MODULES);
  if (!isNode || canRequire) return [];
  const what = module === 'node' ? `TypeScript ${version.version}` : 'the module of tsconfig.json';
  return finding(
    `package.json has no "type": "module", and ${what} rejects imports of ES modules from CommonJS (TS1479)`,
    'npm pkg set type=module',
  );
}

function strict(setup: Setup): Finding[] {
  const { isStrict } = setup.tsProject();
  if (isStrict ?? !isOlder(tsVersion(setup), OTHER_DEFAULTS)) return [];
  return finding(
    'tsconfig.json is not strict: the compiler accepts code that reads optional fields of objects as if they were set',
    'in tsconfig.json, set "strict": true',
  );
}

function types(setup: Setup): Finding[] {
  const project = setup.tsProject();
  const isAll = project.types === undefined && isOlder(tsVersion(setup), OTHER_DEFAULTS);
  if (isAll || project.types?.some((each) => each === 'node' || each === '*')) return [];
  return finding(
    "the types of tsconfig.json do not include node, which the types of vmgen's packages need (TS2591)",
    'in tsconfig.json, set "types": ["node"]',
  );
}

function lib(setup: Setup): Finding[] {
  if (setup.tsProject().hasModernLib ?? true) return [];
  return finding(
    "the lib of tsconfig.json is older than ES2022, which the types of vmgen's packages need (TS2304)",
    'in tsconfig.json, set "lib": ["es2023"]',
  );
}

async function included(setup: Setup): Promise<Finding[]> {
  const project = setup.tsProject();
  const { options } = await setup.settings();
  const record = await setup.record();
  const output = [...(record?.files.keys() ?? [])]
    .filter((path) => path.endsWith('.ts'))
    .map((path) => join(options.out, path));
  const apis = options.groups.map(({ group, version }) =>
    join(options.apis, group, version, 'types.ts'),
  );
  const missing = [...apis, ...output].filter((path) => !project.selects(setup.path(path)));
  const [first] = missing;
  if (first === undefined) return [];
  const folders = [options.apis, ...(output.length > 0 ? [options.out] : [])];
  return finding(
    `tsconfig.json does not include ${JSON.stringify(first)}: compilers and editors check it only if another file imports it`,
    `in tsconfig.json, add ${folders.map((each) => JSON.stringify(each)).join(' and ')} to "include"`,
  );
}

function pluginInstalled(setup: Setup): Finding[] {
  if (!setup.tsProject().plugins.includes(PLUGIN)) {
    throw new NotCheckedError(`tsconfig.json does not name the plugin ${PLUGIN}`);
  }
  const found = findPackage(PLUGIN, setup.folder);
  const { main = 'index.js' } = found?.manifest ?? {};
  if (found && typeof main === 'string' && existsSync(join(found.folder, main))) return [];
  if (found === undefined && dependencies(setup).has(PLUGIN)) {
    throw new NotCheckedError(`package.json has ${PLUGIN}, which is not installed`);
  }
  return finding(
    `tsconfig.json names the plugin ${PLUGIN}, which is not installed: editors skip it without a message`,
    `npm install --save-dev ${PLUGIN}@${setup.ownVersion}`,
  );
}

function pluginSupported(setup: Setup): Finding[] {
  const { plugins } = setup.tsProject();
  const { version, numbers } = setup.typescript();
  if (plugins.length === 0) throw new NotCheckedError('tsconfig.json names no plugin');
  if (isOlder(numbers, WITHOUT_PLUGINS)) return [];
  return finding(
    `TypeScript ${version} loads no plugins, so that plugins of tsconfig.json have no effect in editors`,
    'remove "plugins" from tsconfig.json, and let the editor start the language server: npx vmgen lsp; or npm install --save-dev typescript@6',
  );
}

function editor(setup: Setup): Finding[] {
  if (setup.tsProject().plugins.length === 0) {
    throw new NotCheckedError('tsconfig.json names no plugin');
  }
  if (!isOlder(tsVersion(setup), WITHOUT_PLUGINS)) {
    throw new NotCheckedError('TypeScript 7 loads no plugins');
  }
  if (!existsSync(setup.path('.vscode'))) throw new NotCheckedError('there is no folder .vscode');
  // The extension loads the plugin into any TypeScript.
  if (textOf(setup.path('.vscode/extensions.json'))?.includes(`"${EXTENSION}"`)) return [];
  const path = '.vscode/settings.json';
  const settings = parseJsonWithComments(path, textOf(setup.path(path)) ?? '{}');
  const given: Readonly<Record<string, unknown>> =
    typeof settings === 'object' && settings !== null ? { ...settings } : {};
  const sdk = given['js/ts.tsdk.path'] ?? given['typescript.tsdk'];
  const fix = `in ${path}, set "typescript.tsdk": "node_modules/typescript/lib" and "typescript.enablePromptUseWorkspaceTsdk": true`;
  if (sdk === undefined) {
    const message = `VS Code skips the plugins of tsconfig.json without a message, because it uses its own TypeScript`;
    return finding(message, fix);
  }
  const isThere = typeof sdk === 'string' && existsSync(setup.path(join(sdk, 'tsserver.js')));
  if (isThere) return [];
  return finding(`${path} names a TypeScript that does not exist: ${JSON.stringify(sdk)}`, fix);
}

/** Node, TypeScript and the editor. */
export const TOOLCHAIN: readonly Check[] = [
  {
    name: 'node-version',
    reads: '`engines.node` of package.json, the running Node',
    problem: 'The project does not accept this version of Node.',
    fix: '`nvm install VERSION`',
    find: nodeVersion,
  },
  {
    name: 'typescript-version',
    reads: 'node_modules',
    problem: 'TypeScript is older than 5.4.',
    fix: '`npm install --save-dev typescript@6`',
    find: typescriptVersion,
  },
  {
    name: 'one-typescript',
    reads: 'node_modules, also of folders above',
    problem: 'Scripts and editors use different versions of TypeScript.',
    fix: 'Install the same version in both folders.',
    find: oneTypescript,
  },
  {
    name: 'node-types',
    reads: 'node_modules',
    problem: '`@types/node` is missing, or older than Node 20.',
    fix: '`npm install --save-dev @types/node@20`',
    find: nodeTypes,
  },
  {
    name: 'tsconfig',
    reads: 'tsconfig.json, and what it extends',
    problem: 'tsconfig.json is invalid.',
    fix: '`npx tsc --noEmit` reports all of its errors.',
    find: validTsconfig,
  },
  {
    name: 'module-resolution',
    reads: '`module` and `moduleResolution` of tsconfig.json',
    problem: 'Imports of vmgen packages fail, because `exports` are not read.',
    fix: '`"module": "nodenext"`',
    find: moduleResolution,
  },
  {
    name: 'commonjs',
    reads: '`type` of package.json, `module` of tsconfig.json',
    problem: 'The compiler rejects imports of ES modules from CommonJS.',
    fix: '`npm pkg set type=module`, or TypeScript 5.8 with `"module": "nodenext"`',
    find: commonJs,
  },
  {
    name: 'strict',
    reads: '`strict` of tsconfig.json',
    problem: 'The compiler does not check optional fields.',
    fix: '`"strict": true`',
    find: strict,
  },
  {
    name: 'types',
    reads: '`types` of tsconfig.json',
    problem: 'The types of Node are not included.',
    fix: '`"types": ["node"]`',
    find: types,
  },
  {
    name: 'lib',
    reads: '`lib` of tsconfig.json',
    problem: 'The names of ES2022 are not included.',
    fix: '`"lib": ["es2023"]`',
    find: lib,
  },
  {
    name: 'included',
    reads: '`files`, `include` and `exclude` of tsconfig.json',
    problem: 'tsconfig.json does not include the API types or the output.',
    fix: 'Add the folders to `include`.',
    find: included,
  },
  {
    name: 'plugin-installed',
    reads: '`plugins` of tsconfig.json, node_modules',
    problem: `The plugin ${PLUGIN} of tsconfig.json is not installed; editors skip it without a message.`,
    fix: `\`npm install --save-dev ${PLUGIN}\``,
    find: pluginInstalled,
  },
  {
    name: 'plugin-supported',
    reads: '`plugins` of tsconfig.json, the version of TypeScript',
    problem: 'TypeScript 7 loads no plugins.',
    fix: 'Let the editor start `npx vmgen lsp`, or install TypeScript 6.',
    find: pluginSupported,
  },
  {
    name: 'editor',
    reads: '`plugins` of tsconfig.json, .vscode/settings.json',
    problem: "VS Code uses its own TypeScript, which skips a project's plugins.",
    fix: '`"typescript.tsdk": "node_modules/typescript/lib"` in .vscode/settings.json, or the extension `vmgen.vmgen` among the recommendations of .vscode/extensions.json',
    find: editor,
  },
];
