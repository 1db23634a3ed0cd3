// @ts-check
import { readdirSync } from 'node:fs';
import path from 'node:path';
import tseslint from 'typescript-eslint';
import { layers } from './hack/lint/layers.mjs';

/**
 * What each package may import of the other packages (see ARCHITECTURE.md). The patterns below check names of
 * packages, and `folders` checks relative paths that lead out of a package.
 */
const packages = {
  base: { packages: [], folders: [] },
  runtime: { packages: [], folders: [] },
  cel: { packages: ['@vmgen/base'], folders: [] },
  crd: { packages: ['@vmgen/base', '@vmgen/cel', '@vmgen/runtime'], folders: [] },
  apiserver: {
    packages: ['@vmgen/base', '@vmgen/cel', '@vmgen/crd', '@vmgen/runtime'],
    folders: [],
  },
  kubernetes: { packages: ['@vmgen/runtime', '@vmgen/apiserver'], folders: ['apis', 'generated'] },
  manager: { packages: ['@vmgen/runtime'], folders: [] },
  generator: {
    packages: ['@vmgen/base', '@vmgen/crd', '@vmgen/runtime', 'vmgen/typescript'],
    folders: [],
  },
  controller: {
    packages: ['@vmgen/kubernetes', '@vmgen/manager', '@vmgen/runtime'],
    folders: ['generated', 'apis'],
  },
};

/** The layers of each package, lowest first: a folder imports only from folders before it. */
const orders = {
  runtime: `errors meta decode async logging conversion health metrics transport tracing observability client discovery pods
    api workqueue cache controller events leaderelection process prometheus testing generated internal`,
  base: 'bytes digest text json schema yaml',
  cel: 'types values syntax library check/declarations check cost eval',
  crd: 'field definition json-path value object rules validation admission . testing',
  apiserver: `errors json data request storage response managed-fields patch resource
    built-in/strategies built-in table authorization admission registry controllers discovery openapi server browser node http
    fake envtest cli`,
  manager:
    'process certificates election recordings caches children reconcile webhooks pages . testing',
  generator: `text emit/sample settings disk diagnostics/definitions diagnostics syntax load schema
    markers/language markers/definitions markers types model validate emit/reference emit config write . library fix
    import/documents import/cluster import/shapes import/open-api import/print import
    diff/definitions diff/compare diff/sides diff monitoring doctor doctor/checks editor editor/lsp browser dev cli editor/plugin`,
  controller: 'driver engine-proxy reconcile . cli',
};

/** Where a package is: what the project is known by is at the top, the libraries are in packages/. @param {string} name */
const folderOf = (name) =>
  ['base', 'runtime', 'cel', 'crd', 'apiserver', 'kubernetes', 'manager'].includes(name)
    ? `packages/${name}`
    : name;

const ours = ['vmgen', ...[...Object.keys(packages), 'fixtures'].map((name) => `@vmgen/${name}`)];

/** Tests and their helpers. The entries `testing` of the other packages are published. */
const TESTS = ['**/*.test.*', '{generator,packages/apiserver}/src/**/testing/**'];

/** Third-party packages that only one place may import; it hides them behind an interface. */
const confined = [
  { name: 'openid-client', home: 'packages/runtime/src/transport/**' },
  { name: 'prom-client', home: 'packages/runtime/src/prometheus/**' },
  { name: 'ts-morph', home: 'generator/src/syntax/**' },
  { name: 'handlebars', home: 'generator/src/emit/render.ts' },
  { name: 'dockerode', home: 'controller/src/driver/docker-driver.ts' },
];

/** @param {string} name @param {string[]} allowed */
function foreignPackages(name, allowed) {
  const own = name === 'generator' ? 'vmgen' : `@vmgen/${name}`;
  const exceptions = allowed.map((each) => `${each}(/|$)`).join('|') || '$.';
  return {
    regex: `^(?!${exceptions})(${ours.join('|')})(/|$)`,
    message: `${own} may import only these packages of the workspace: ${allowed.join(', ') || 'none'} (see ARCHITECTURE.md)`,
  };
}

/** @param {string} name @param {string[]} folders */
function foreignFolders(name, folders) {
  const others = [...Object.keys(packages), 'apis', 'generated', 'test'].filter(
    (other) => other !== name && !folders.includes(other),
  );
  return {
    regex: `^(\\.\\./)+(${others.join('|')})/`,
    message: `${name} may not import another package by a relative path`,
  };
}

/** The controller uses what every author of a controller can use. @param {string} folder of a package */
const internalEntries = (folder) =>
  folder === 'controller'
    ? [{ regex: '/internal$', message: 'use public entries, as other controllers do' }]
    : [];

/** @param {string} folder of a package */
const confinedPackages = (folder) =>
  confined
    .filter(({ home }) => !home.startsWith(`${folderOf(folder)}/`))
    .map(({ name, home }) => ({
      group: [name, `${name}/**`],
      message: `only ${home} may import ${name}`,
    }));

const packageRules = Object.entries(packages).map(([folder, allowed]) => ({
  files: [`${folderOf(folder)}/{src,apis,generated}/**/*.ts`],
  ignores: TESTS,
  rules: {
    'no-restricted-imports': /** @type {const} */ ([
      'error',
      {
        patterns: [
          foreignPackages(folder, allowed.packages),
          foreignFolders(folder, allowed.folders),
          ...internalEntries(folder),
          ...confinedPackages(folder),
        ],
      },
    ]),
  },
}));

/** The packages that all others use, so that their tests may use the fixtures. An incremental build does not report others. */
const fixtureRules = {
  files: ['test/fixtures/**/*.ts'],
  rules: {
    'no-restricted-imports': /** @type {const} */ ([
      'error',
      { patterns: [foreignPackages('fixtures', ['@vmgen/base', '@vmgen/runtime'])] },
    ]),
  },
};

/** Inside the package of its home, only the home may import a confined package. */
const confinedRules = confined.map(({ name, home }) => {
  const folder = home.replace(/^packages\//, '').split('/')[0] ?? '';
  const allowed = packages[/** @type {keyof typeof packages} */ (folder)];
  return {
    files: [`${folderOf(folder)}/src/**/*.ts`],
    ignores: [home, ...TESTS],
    rules: {
      'no-restricted-imports': /** @type {const} */ ([
        'error',
        {
          patterns: [
            foreignPackages(folder, allowed.packages),
            foreignFolders(folder, allowed.folders),
            ...internalEntries(folder),
            ...confinedPackages(folder),
            { group: [name, `${name}/**`], message: `only ${home} may import ${name}` },
          ],
        },
      ]),
    },
  };
});

const layerRules = Object.entries(orders).map(([folder, order]) => ({
  files: [`${folderOf(folder)}/src/**/*.ts`],
  ignores: ['**/*.test.*', '**/testing/**'],
  plugins: { vmgen: { rules: { layers } } },
  rules: {
    'vmgen/layers': /** @type {const} */ ([
      'error',
      { root: path.join(import.meta.dirname, folderOf(folder), 'src'), order: order.split(/\s+/) },
    ]),
  },
}));

/** The sources of these packages also run in browsers, except for the listed parts. */
const BROWSER_PACKAGES = [
  'packages/base',
  'packages/cel',
  'packages/crd',
  'packages/apiserver',
  'generator',
];
const NODE_PARTS = [
  'packages/apiserver/src/{cli,envtest,fake,http,node}/**',
  'generator/src/{cli,config,doctor,dev,editor/lsp,editor/plugin,import/cluster,write}/**',
  'generator/src/disk/{cached-text,digest,entry,make-folder,observed-disk,stamp}.ts',
  'generator/src/diff/sides/{git-revision,open-side}.ts',
  'generator/src/fix/fix-sources.ts',
  'generator/src/{generate,index}.ts',
  'generator/src/import/documents/read-sources.ts',
];

/** A module NAME.browser.ts replaces NAME.ts in browsers. */
const replacedModules = BROWSER_PACKAGES.flatMap((folder) =>
  readdirSync(path.join(import.meta.dirname, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.browser.ts'))
    .map((file) => `${folder}/src/${file.replace('.browser.ts', '.ts').replaceAll('\\', '/')}`),
);

const notInBrowsers =
  'browsers lack it: use a port, or put this part into NAME.ts beside a NAME.browser.ts';

const browserRules = {
  files: BROWSER_PACKAGES.map((folder) => `${folder}/src/**/*.ts`),
  ignores: ['**/*.test.*', '**/testing/**', ...NODE_PARTS, ...replacedModules],
  rules: {
    '@typescript-eslint/no-restricted-imports': /** @type {const} */ ([
      'error',
      { patterns: [{ regex: '^node:', message: notInBrowsers, allowTypeImports: true }] },
    ]),
    'no-restricted-globals': /** @type {const} */ ([
      'error',
      ...['Buffer', 'process', 'global', 'setImmediate', 'require', '__dirname'].map((name) => ({
        name,
        message: notInBrowsers,
      })),
    ]),
  },
};

const bannedSyntax = [
  {
    selector: "CallExpression[callee.property.name='addEventListener'][arguments.0.value='abort']",
    message: 'use onAbort: node 20 warns of the eleventh listener of a signal',
  },
  {
    selector: "ExportNamedDeclaration > VariableDeclaration[kind='let']",
    message: 'what is exported does not change',
  },
];

/** Each argument takes stack: some 120,000 overflow it, and what clients send can be that long. */
const spreadArguments = {
  selector:
    'CallExpression[callee.property.name=/^(push|unshift|splice|concat|min|max|fromCharCode|fromCodePoint)$/] > SpreadElement',
  message: 'a long list overflows the stack as arguments: use appendAll or a loop',
};

const isData = '/^(Array|Binary|Logical|Unary|TaggedTemplate)Expression$|^(Template)?Literal$/';

/** What a module holds of plain data: literals, patterns, lists, sets and maps. */
const constantNames = ['init', 'init.expression'].flatMap((init) =>
  [`[${init}.type=${isData}]`, `[${init}.callee.name=/^(Set|Map|RegExp)$/]`].map((data) => ({
    selector: `:matches(Program, ExportNamedDeclaration) > VariableDeclaration[kind='const'] > VariableDeclarator[id.name=/[a-z]/][id.name!='version']${data}`,
    message: 'constants of plain data are written in UPPER_CASE',
  })),
);

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      // What it generates is not committed.
      'examples/comparison/vmgen/**',
      'generator/testdata/**',
      'test/testdata/**',
      // The texts of the playground.
      'site/playground/examples/**',
      'site/playground/library.d.ts',
    ],
  },
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'no-restricted-syntax': ['error', ...bannedSyntax],
      // Numbers and booleans print as themselves; objects in a template are still an error.
      '@typescript-eslint/restrict-template-expressions': [
        'error',
        { allowNumber: true, allowBoolean: true },
      ],
      // An async method may have nothing to wait for: its interface does.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-empty-object-type': [
        'error',
        { allowInterfaces: 'with-single-extends' },
      ],
      // `signal.reason` is whatever its owner gave, and is passed on as it is.
      '@typescript-eslint/prefer-promise-reject-errors': [
        'error',
        { allowThrowingAny: true, allowThrowingUnknown: true },
      ],
      // A reconcile may return a result or nothing.
      '@typescript-eslint/no-invalid-void-type': 'off',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', destructuredArrayIgnorePattern: '^_' },
      ],
      // A type parameter that only says what an answer is read as belongs to the caller.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    files: ['packages/{apiserver,base,cel,crd}/src/**/*.ts'],
    rules: { 'no-restricted-syntax': ['error', ...bannedSyntax, spreadArguments] },
  },
  {
    files: ['{controller,generator,packages/*,editors/*}/src/**/*.ts', 'site/**/*.ts'],
    ignores: TESTS,
    rules: { 'max-lines': ['error', 450], 'max-lines-per-function': ['error', 60] },
  },
  {
    files: ['{controller,generator,packages/manager,packages/runtime}/src/**/*.ts'],
    ignores: ['**/*.test.*', '**/testing/**'],
    rules: { 'no-restricted-syntax': ['error', ...bannedSyntax, ...constantNames] },
  },
  {
    files: ['packages/{apiserver,base,cel,crd}/src/**/*.ts'],
    ignores: ['**/*.test.*', '**/testing/**'],
    rules: {
      'no-restricted-syntax': ['error', ...bannedSyntax, spreadArguments, ...constantNames],
    },
  },
  {
    files: ['**/*.test.ts', '**/*.test.*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'node:test', importNames: ['it', 'suite'], message: 'tests are called test' },
          ],
        },
      ],
      'no-restricted-syntax': 'off',
      // node:test's `test` and `describe` return promises that the runner itself awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        {
          allowForKnownSafeCalls: [
            { from: 'package', package: 'node:test', name: ['test', 'describe'] },
          ],
        },
      ],
      '@typescript-eslint/no-non-null-assertion': 'off',
      // The checker narrows what callbacks change behind its back.
      '@typescript-eslint/no-unnecessary-condition': 'off',
      // JSON that a test reads is compared, not trusted.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    // Go has structs without fields, and groups without informers.
    files: ['packages/kubernetes/**/*.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'always' }] },
  },
  ...packageRules,
  fixtureRules,
  ...confinedRules,
  ...layerRules,
  browserRules,
);
