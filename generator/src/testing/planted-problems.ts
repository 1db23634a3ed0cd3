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
  { check: 'node-version', title: 'an old Node', plant: () => {}, nodeVersion: 'v18.20.4' },
  {
    check: 'node-version',
    title: 'a Node that the project excludes',
    plant: () => replace('package.json', '>=20.19', '^22.12 || >=24'),
    nodeVersion: 'v23.1.0',
  },
  { check: 'typescript-version', title: 'an old TypeScript', plant: () => typescript('5.3.3') },
  {
    check: 'one-typescript',
    title: 'another TypeScript in the folder above',
    plant: () => put('../node_modules/typescript/package.json', '{"version":"5.9.3"}'),
  },
  {
    check: 'node-types',
    title: 'old types of Node',
    plant: () => {
      edit('package.json', (manifest) => delete manifest['devDependencies']?.['@types/node']);
      replacePackage('@types/node', '18.19.0');
    },
  },
  {
    check: 'tsconfig',
    title: 'an unknown setting of the compiler',
    plant: compilerOptions({ strct: true }),
  },
  {
    check: 'module-resolution',
    title: 'a module resolution without exports',
    plant: compilerOptions({ module: 'commonjs', moduleResolution: 'node10' }),
  },
  {
    check: 'commonjs',
    title: 'CommonJS without require() of ES modules',
    plant: () => {
      edit('package.json', (manifest) => delete manifest['type']);
      compilerOptions({ module: 'node16' })();
    },
  },
  {
    check: 'strict',
    title: 'a compiler that is not strict',
    plant: compilerOptions({ strict: false }),
  },
  {
    check: 'types',
    title: 'settings without the types of Node',
    plant: compilerOptions({ types: [] }),
  },
  {
    check: 'lib',
    title: 'settings with an old library',
    plant: compilerOptions({ lib: ['es2020', 'dom'] }),
  },
  {
    check: 'included',
    title: 'settings without the output',
    plant: () => replace('tsconfig.json', '"generated",', ''),
  },
  {
    check: 'plugin-installed',
    title: 'a plugin that is not installed',
    plant: () => {
      const name = '@vmgen/typescript-plugin';
      edit('package.json', (manifest) => delete manifest['devDependencies']?.[name]);
      rmSync(`node_modules/${name}`);
    },
  },
  {
    check: 'plugin-supported',
    title: 'a plugin with TypeScript 7',
    plant: () => typescript('7.0.2'),
  },
  {
    check: 'editor',
    title: 'a plugin that VS Code skips',
    plant: () => put('.vscode/settings.json', '{\n  // of the team\n  "editor.tabSize": 2,\n}\n'),
  },
  {
    check: 'editor',
    title: 'settings of VS Code with a wrong path',
    plant: () =>
      put('.vscode/settings.json', '{ "typescript.tsdk": "node_modules/typescript/libs" }'),
  },
  {
    check: 'installed',
    title: 'a package that is not installed',
    plant: () => rmSync('node_modules/@vmgen/apiserver'),
  },
  {
    check: 'installed',
    title: 'a plugin of package.json that is not installed',
    plant: () => rmSync('node_modules/@vmgen/typescript-plugin'),
  },
  {
    check: 'installed',
    title: 'a package of a version that is not allowed',
    plant: () => replace('package.json', '"typescript": "^6.0.3"', '"typescript": "~5.9.2"'),
  },
  {
    check: 'same-version',
    title: 'packages of different versions',
    plant: () => {
      replace('package.json', '"@vmgen/apiserver": "^0.1.0"', '"@vmgen/apiserver": "^0.2.0"');
      replacePackage('@vmgen/apiserver', '0.2.0');
    },
  },
  {
    check: 'one-runtime',
    title: 'two copies of the runtime',
    plant: () => {
      replacePackage('@vmgen/manager', '0.1.0');
      put(
        'node_modules/@vmgen/manager/node_modules/@vmgen/runtime/package.json',
        '{"version":"0.1.0"}',
      );
    },
  },
  {
    check: 'lockfile',
    title: 'a lockfile with another version',
    plant: () =>
      put('package-lock.json', '{"packages":{"node_modules/vmgen":{"version":"0.0.9"}}}'),
  },
  {
    check: 'scripts',
    title: 'a workflow that runs a missing script',
    plant: () => edit('package.json', (manifest) => delete manifest['scripts']?.['check']),
  },
  {
    check: 'peers',
    title: 'metrics without prom-client',
    plant: () => appendFileSync('src/main.ts', "import '@vmgen/runtime/prometheus';\n"),
  },
];

const CRLF = (path: string) =>
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('\n', '\r\n'));

/** Problems of the config, the output, samples, the image and the machine. */
const FILES: readonly PlantedProblem[] = [
  {
    check: 'config',
    title: 'an unknown key of the config',
    plant: () => replace('vmgen.config.json', '"groups"', '"group"'),
  },
  {
    check: 'config',
    title: 'two configs',
    plant: () => put('vmgen.config.mjs', 'export default {};'),
  },
  {
    check: 'config',
    title: 'a config without groups',
    plant: () => replace('vmgen.config.json', '"web:v1"', ''),
  },
  {
    check: 'folders',
    title: 'a folder of the config that is missing',
    plant: () => replace('vmgen.config.json', '"src"', '"src", "my $(touch hacked) code"'),
  },
  {
    check: 'listed',
    title: 'a version that the config does not name',
    plant: () => cpSync('apis/web/v1', 'apis/web/v2', { recursive: true }),
  },
  {
    check: 'kinds',
    title: 'a version without kinds',
    plant: () => {
      replace('vmgen.config.json', '"web:v1"', '"web:v1", "web:v2"');
      put('apis/web/v2/doc.ts', '// +groupName=web.example.com\nexport {};\n');
    },
  },
  {
    check: 'generates',
    title: 'an error of the types',
    plant: () => replace('apis/web/v1/types.ts', 'spec:', 'size: bigint; spec:'),
  },
  {
    check: 'record',
    title: 'output of a newer vmgen',
    plant: () => replace('generated/.vmgen.json', '"version": 1', '"version": 2'),
  },
  {
    check: 'current',
    title: 'output that was changed by hand',
    plant: () => appendFileSync('generated/crds/web.example.com_sites.yaml', '# mine\n'),
  },
  {
    check: 'current',
    title: 'output that is missing',
    plant: () => rmSync('generated/clientset.ts'),
  },
  {
    check: 'current',
    title: 'a file of another program in the output',
    plant: () => writeFileSync('generated/informers.ts', 'export {};\n'),
  },
  {
    check: 'line-ends',
    title: 'output with the line ends of Windows',
    plant: () => CRLF('generated/clientset.ts'),
  },
  {
    check: 'committed',
    title: 'output that git ignores',
    plant: () => appendFileSync('.gitignore', 'generated/\n'),
  },
  { check: 'samples', title: 'a kind without a sample', plant: () => rmSync('samples/site.yaml') },
  {
    check: 'valid-samples',
    title: 'a sample of the wrong type',
    plant: () => replace('samples/site.yaml', 'message: example', 'message: 7'),
  },
  {
    check: 'valid-samples',
    title: 'a sample with an unknown field',
    plant: () => appendFileSync('samples/site.yaml', '  "siez\\u001b[31m": 1\n'),
  },
  {
    check: 'valid-samples',
    title: 'a sample that is not YAML',
    plant: () => appendFileSync('samples/site.yaml', '---\n{]\n'),
  },
  {
    check: 'image-node',
    title: 'an image with an old Node',
    plant: () => replace('Dockerfile', 'node:24-slim', 'registry.example.com:5000/node:20.18-slim'),
  },
  {
    check: 'image-node',
    title: 'a distroless image with an old Node',
    plant: () =>
      replace(
        'Dockerfile',
        'node:24-slim\nWORKDIR /app\nCOPY package.json ./\nCOPY --from',
        'gcr.io/distroless/nodejs18-debian12\nWORKDIR /app\nCOPY package.json ./\nCOPY --from',
      ),
  },
  {
    check: 'image-node',
    title: 'an image with a Node that the operator does not accept',
    nodeVersion: 'v99.0.0',
    plant: () =>
      edit('package.json', (manifest) => Object.assign(manifest, { engines: { node: '>=99' } })),
  },
  {
    check: 'production-packages',
    title: 'the manager in devDependencies',
    plant: () =>
      edit('package.json', (manifest) => {
        delete manifest['dependencies']?.['@vmgen/manager'];
        Object.assign(manifest['devDependencies'] ?? {}, { '@vmgen/manager': '^0.1.0' });
      }),
  },
  {
    check: 'cache',
    title: 'a cache that cannot be written to',
    plant: () => {
      process.env['XDG_CACHE_HOME'] = '/proc/1/vmgen';
    },
  },
  {
    check: 'disk-space',
    title: 'a disk that is almost full',
    plant: () => {},
    freeBytes: 10 << 20,
  },
];

export const PLANTED_PROBLEMS: readonly PlantedProblem[] = [...TOOLS, ...FILES];
