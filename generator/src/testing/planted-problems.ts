import { appendFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A problem of a project of `vmgen init`, in the working directory, and the check that finds it. */
export interface PlantedProblem {
  readonly check: string;
  readonly title: string;
  readonly plant: () => void;
  /** The version of Node. Defaults to that of this process. */
  readonly nodeVersion?: string;
  /** The free space in bytes. Defaults to that of the disk. */
  readonly freeBytes?: number;
}

const planted = (
  check: string,
  title: string,
  plant: () => void,
  machine: Pick<PlantedProblem, 'nodeVersion' | 'freeBytes'> = {},
): PlantedProblem => ({ check, title, plant, ...machine });

/** Writes a file and its folder. */
export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function replace(path: string, old: string, text: string): void {
  const before = readFileSync(path, 'utf8');
  if (!before.includes(old)) throw new Error(`${path} does not contain ${old}`);
  writeFileSync(path, before.replaceAll(old, text));
}

/** Replaces a package by one of another version. */
function replacePackage(name: string, version: string, more: object = {}): void {
  const folder = `node_modules/${name}`;
  rmSync(folder, { recursive: true, force: true });
  put(join(folder, 'package.json'), JSON.stringify({ name, version, ...more }));
}

/** Reads the settings of a JSON file, changes them and writes them. */
function edit(path: string, change: (value: Record<string, Record<string, unknown>>) => void) {
  const value = JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, unknown>>;
  change(value);
  writeFileSync(path, JSON.stringify(value, undefined, 2));
}

const compilerOptions = (options: object) => () =>
  edit('tsconfig.json', (config) => Object.assign(config['compilerOptions'] ?? {}, options));

const typescript = (version: string) => {
  edit('package.json', (manifest) =>
    Object.assign(manifest['devDependencies'] ?? {}, { typescript: '*' }),
  );
  replacePackage('typescript', version);
};

/** Problems of Node, TypeScript, editors and packages. */
const TOOLS: readonly PlantedProblem[] = [
  planted('node-version', 'an old Node', () => {}, { nodeVersion: 'v18.20.4' }),
  planted(
    'node-version',
    'a Node that the project excludes',
    () => replace('package.json', '>=20.19', '^22.12 || >=24'),
    { nodeVersion: 'v23.1.0' },
  ),
  planted('typescript-version', 'an old TypeScript', () => typescript('5.3.3')),
  planted('one-typescript', 'another TypeScript in the folder above', () =>
    put('../node_modules/typescript/package.json', '{"version":"5.9.3"}'),
  ),
  planted('node-types', 'old types of Node', () => {
    edit('package.json', (manifest) => delete manifest['devDependencies']?.['@types/node']);
    replacePackage('@types/node', '18.19.0');
  }),
  planted('tsconfig', 'an unknown setting of the compiler', compilerOptions({ strct: true })),
  planted(
    'module-resolution',
    'a module resolution without exports',
    compilerOptions({ module: 'commonjs', moduleResolution: 'node10' }),
  ),
  planted('commonjs', 'CommonJS without require() of ES modules', () => {
    edit('package.json', (manifest) => delete manifest['type']);
    compilerOptions({ module: 'node16' })();
  }),
  planted('strict', 'a compiler that is not strict', compilerOptions({ strict: false })),
  planted('types', 'settings without the types of Node', compilerOptions({ types: [] })),
  planted('lib', 'settings with an old library', compilerOptions({ lib: ['es2020', 'dom'] })),
  planted('included', 'settings without the output', () =>
    replace('tsconfig.json', '"generated",', ''),
  ),
  planted('plugin-installed', 'a plugin that is not installed', () => {
    const name = '@vmgen/typescript-plugin';
    edit('package.json', (manifest) => delete manifest['devDependencies']?.[name]);
    rmSync(`node_modules/${name}`);
  }),
  planted('plugin-supported', 'a plugin with TypeScript 7', () => typescript('7.0.2')),
  planted('editor', 'a plugin that VS Code skips', () =>
    put('.vscode/settings.json', '{\n  // of the team\n  "editor.tabSize": 2,\n}\n'),
  ),
  planted('editor', 'settings of VS Code with a wrong path', () =>
    put('.vscode/settings.json', '{ "typescript.tsdk": "node_modules/typescript/libs" }'),
  ),
  planted('installed', 'a package that is not installed', () =>
    rmSync('node_modules/@vmgen/apiserver'),
  ),
  planted('installed', 'a plugin of package.json that is not installed', () =>
    rmSync('node_modules/@vmgen/typescript-plugin'),
  ),
  planted('installed', 'a package of a version that is not allowed', () =>
    replace('package.json', '"typescript": "^6.0.3"', '"typescript": "~5.9.2"'),
  ),
  planted('same-version', 'packages of different versions', () => {
    replace('package.json', '"@vmgen/apiserver": "^0.1.0"', '"@vmgen/apiserver": "^0.2.0"');
    replacePackage('@vmgen/apiserver', '0.2.0');
  }),
  planted('one-runtime', 'two copies of the runtime', () => {
    replacePackage('@vmgen/manager', '0.1.0');
    put(
      'node_modules/@vmgen/manager/node_modules/@vmgen/runtime/package.json',
      '{"version":"0.1.0"}',
    );
  }),
  planted('lockfile', 'a lockfile with another version', () =>
    put('package-lock.json', '{"packages":{"node_modules/vmgen":{"version":"0.0.9"}}}'),
  ),
  planted('scripts', 'a workflow that runs a missing script', () =>
    edit('package.json', (manifest) => delete manifest['scripts']?.['check']),
  ),
  planted('peers', 'metrics without prom-client', () =>
    appendFileSync('src/main.ts', "import '@vmgen/runtime/prometheus';\n"),
  ),
];

const CRLF = (path: string) =>
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));

/** Problems of the config, the output, samples, the image and the machine. */
const FILES: readonly PlantedProblem[] = [
  planted('config', 'an unknown key of the config', () =>
    replace('vmgen.config.json', '"groups"', '"group"'),
  ),
  planted('config', 'two configs', () => put('vmgen.config.mjs', 'export default {};')),
  planted('config', 'a config without groups', () => replace('vmgen.config.json', '"web:v1"', '')),
  planted('folders', 'a folder of the config that is missing', () =>
    replace('vmgen.config.json', '"src"', '"src", "my $(touch hacked) code"'),
  ),
  planted('listed', 'a version that the config does not name', () =>
    cpSync('apis/web/v1', 'apis/web/v2', { recursive: true }),
  ),
  planted('kinds', 'a version without kinds', () => {
    replace('vmgen.config.json', '"web:v1"', '"web:v1", "web:v2"');
    put('apis/web/v2/doc.ts', '// +groupName=web.example.com\nexport {};\n');
  }),
  planted('generates', 'an error of the types', () =>
    replace('apis/web/v1/types.ts', 'spec:', 'size: bigint; spec:'),
  ),
  planted('record', 'output of a newer vmgen', () =>
    replace('generated/.vmgen.json', '"version": 1', '"version": 2'),
  ),
  planted('current', 'output that was changed by hand', () =>
    appendFileSync('generated/crds/web.example.com_sites.yaml', '# mine\n'),
  ),
  planted('current', 'output that is missing', () => rmSync('generated/clientset.ts')),
  planted('current', 'a file of another program in the output', () =>
    writeFileSync('generated/informers.ts', 'export {};\n'),
  ),
  planted('line-ends', 'output with the line ends of Windows', () =>
    CRLF('generated/clientset.ts'),
  ),
  planted('committed', 'output that git ignores', () =>
    appendFileSync('.gitignore', 'generated/\n'),
  ),
  planted('samples', 'a kind without a sample', () => rmSync('samples/site.yaml')),
  planted('valid-samples', 'a sample of the wrong type', () =>
    replace('samples/site.yaml', 'message: example', 'message: 7'),
  ),
  planted('valid-samples', 'a sample with an unknown field', () =>
    appendFileSync('samples/site.yaml', '  "siez\\u001b[31m": 1\n'),
  ),
  planted('valid-samples', 'a sample that is not YAML', () =>
    appendFileSync('samples/site.yaml', '---\n{]\n'),
  ),
  planted('image-node', 'an image with an old Node', () =>
    replace('Dockerfile', 'node:24-slim', 'registry.example.com:5000/node:20.18-slim'),
  ),
  planted('image-node', 'a distroless image with an old Node', () =>
    replace(
      'Dockerfile',
      'node:24-slim\nWORKDIR /app\nCOPY package.json ./\nCOPY --from',
      'gcr.io/distroless/nodejs18-debian12\nWORKDIR /app\nCOPY package.json ./\nCOPY --from',
    ),
  ),
  planted(
    'image-node',
    'an image with a Node that the operator does not accept',
    () =>
      edit('package.json', (manifest) => Object.assign(manifest, { engines: { node: '>=99' } })),
    { nodeVersion: 'v99.0.0' },
  ),
  planted('production-packages', 'the manager in devDependencies', () =>
    edit('package.json', (manifest) => {
      delete manifest['dependencies']?.['@vmgen/manager'];
      Object.assign(manifest['devDependencies'] ?? {}, { '@vmgen/manager': '^0.1.0' });
    }),
  ),
  planted('cache', 'a cache that cannot be written to', () => {
    process.env['XDG_CACHE_HOME'] = '/proc/1/vmgen';
  }),
  planted('disk-space', 'a disk that is almost full', () => {}, { freeBytes: 10 << 20 }),
];

export const PLANTED_PROBLEMS: readonly PlantedProblem[] = [...TOOLS, ...FILES];
