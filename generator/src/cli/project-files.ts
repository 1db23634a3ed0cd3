import type { VmgenConfig } from '../config/vmgen-config.js';
import { createRenderer } from '../emit/render.js';
import { kebabCase, lowerFirst, pascalCase, pluralOf } from '../text/names.js';
import { type OperatorConfig, operatorOf, webhookServiceOf } from '../settings/operator-config.js';
import { PROJECT_SCRIPTS } from '../settings/project-scripts.js';
import type { OutputFile } from '../write/plan-write.js';
import { sampleText } from './sample-file.js';

/** A kind of a new project, or one that is added. Its names are valid. */
export interface NewKind {
  /** The API group, such as `web.example.com`. */
  readonly group: string;
  /** The folder of the group under `apis`. */
  readonly folder: string;
  readonly version: string;
  readonly kind: string;
  /** Whether its objects are in namespaces; otherwise, it is cluster-scoped. */
  readonly isNamespaced: boolean;
}

/** A project with its first kind. */
interface NewProject {
  readonly operator: OperatorConfig;
  readonly kind: NewKind;
  /** The version of vmgen. */
  readonly version: string;
}

/** The packages of vmgen that a project uses in production, and those that only development needs. */
const PRODUCTION = ['kubernetes', 'manager', 'runtime'];
const DEVELOPMENT = ['apiserver', 'typescript-plugin'];
/** Dependencies of the others: without a registry, npm finds them only if they are listed. */
const INDIRECT = ['base', 'cel', 'crd'];

/** The files of a project that belong to the user after they are written. */
export function userFiles({ operator, kind, version }: NewProject): OutputFile[] {
  const { name, image, namespace } = operatorOf(operator);
  const { bundle = false } = operator;
  const view = { ...viewOf(kind, 'types'), name, image, namespace, bundle };
  return [
    { path: 'package.json', text: json(manifestOf(operator, version)) },
    { path: 'tsconfig.json', text: json(TSCONFIG) },
    { path: 'vmgen.config.json', text: json(configOf(operator, kind)) },
    { path: '.gitignore', text: 'node_modules/\ndist/\n.vmgen/\nkubeconfig\n*.kubeconfig\n' },
    // npm run check compares bytes; by default, git for Windows changes line ends.
    { path: '.gitattributes', text: '* text=auto eol=lf\n' },
    { path: 'README.md', text: render('project-README.md', view) },
    { path: 'src/main.ts', text: render('project-main.ts', view) },
    docFile(kind),
    ...kindFiles(kind, 'types'),
  ];
}

/** The files of a project that `vmgen init` writes and compares in each run. */
export function projectFiles(operator: OperatorConfig): OutputFile[] {
  const { name, packages = '', bundle = false, distroless = false } = operator;
  const view = { name, packages, hasPackages: packages !== '', bundle, distroless };
  const sources = ['apis', 'generated', 'image', 'src', 'package*.json', 'tsconfig*.json'];
  const sent = packages === '' ? sources : [...sources, packages];
  return [
    { path: 'tsconfig.production.json', text: json(PRODUCTION_TSCONFIG) },
    { path: 'Dockerfile', text: render('project-Dockerfile', view) },
    { path: 'image/sbom.mjs', text: render('project-sbom.mjs', {}) },
    ...(bundle ? [{ path: 'image/bundle.mjs', text: render('project-bundle.mjs', {}) }] : []),
    { path: '.dockerignore', text: ['*', ...sent.map((each) => `!${each}`), ''].join('\n') },
    { path: '.github/workflows/ci.yml', text: render('project-ci.yml', view) },
    { path: '.github/workflows/release.yml', text: render('project-release.yml', view) },
    { path: 'AGENTS.md', text: render('project-AGENTS.md', view) },
  ];
}

/** The API package file with the name of the group. */
export function docFile({ group, folder, version }: NewKind): OutputFile {
  const doc = `/** Package ${version} contains the kinds of ${group}. */`;
  return {
    path: `apis/${folder}/${version}/doc.ts`,
    text: `${doc}\n// +groupName=${group}\nexport {};\n`,
  };
}

/**
 * The types of a kind, its controller with a test, and a sample.
 *
 * @param typesFile the name of the file of the types, without its extension
 */
export function kindFiles(kind: NewKind, typesFile: string): OutputFile[] {
  const view = viewOf(kind, typesFile);
  const { folder, version } = kind;
  const path = `apis/${folder}/${version}/${typesFile}.ts`;
  const types = { path, text: render('project-types.ts', view) };
  return [
    types,
    controllerFile(view),
    controllerTest(view),
    {
      path: sampleFile(kind.kind),
      text: sampleText({ ...kind, files: [docFile(kind), types] }),
    },
  ];
}

/** The path of the sample of a kind. */
export const sampleFile = (kind: string): string => `samples/${fileOf(kind)}.yaml`;

type KindView = ReturnType<typeof viewOf>;

const controllerFile = (view: KindView): OutputFile => ({
  path: `src/controllers/${view.file}.ts`,
  text: render('project-controller.ts', view),
});

const controllerTest = (view: KindView): OutputFile => ({
  path: `src/controllers/${view.file}.test.ts`,
  text: render('project-controller.test.ts', view),
});

/** A kind that the project generates already. vmgen does not know what its fields mean. */
export interface ExistingKind extends NewKind {
  /** The file of its types below the version, without its extension. */
  readonly typesFile: string;
  /** The plural name in API paths. */
  readonly plural: string;
  /** The method of the clientset, such as `sites`. */
  readonly method: string;
  /** The property of the clientset, such as `webV1`. */
  readonly groupProperty: string;
}

/**
 * The controller of an existing kind, and its test.
 *
 * @param isTested whether the fake clientset serves the kind
 */
export function controllerFiles(kind: ExistingKind, isTested: boolean): OutputFile[] {
  const { plural, method, groupProperty } = kind;
  const names = { plural, method, groupProperty };
  const view = { ...viewOf(kind, kind.typesFile), ...names, isExisting: true };
  return [controllerFile(view), ...(isTested ? [controllerTest(view)] : [])];
}

/** The admission webhooks of an existing kind. */
interface NewWebhook extends NewKind {
  /** The plural name of the kind; undefined for the English plural. */
  readonly plural: string | undefined;
  /** Whether the webhook sets defaults. */
  readonly mutates: boolean;
  readonly validates: boolean;
  /** Whether the API package has the markers already. */
  readonly hasMarkers: boolean;
}

/** The path of a webhook in the manager. */
export const webhookPath = (verb: 'mutate' | 'validate', { group, version, kind }: NewKind) =>
  `/${verb}-${group.replaceAll('.', '-')}-${version}-${kind.toLowerCase()}`;

/** The admission handlers of a kind, and their test. */
export function webhookFiles(webhook: NewWebhook, config: OperatorConfig): OutputFile[] {
  const { mutates, validates } = webhook;
  const kind = viewOf(webhook, '');
  const plural = webhook.plural ?? kind.plural;
  const service = webhookServiceOf(operatorOf(config));
  const marker = (verb: 'mutate' | 'validate', verbs: string) => ({
    group: webhook.group,
    version: webhook.version,
    plural,
    path: webhookPath(verb, webhook),
    mutating: verb === 'mutate',
    verbs,
    name: `${verb}.${plural}.${webhook.group}`,
  });
  const markers = [
    ...(mutates ? [marker('mutate', 'create;update')] : []),
    ...(validates ? [marker('validate', 'create;update;delete')] : []),
  ];
  const view = {
    ...kind,
    plural,
    mutates,
    validates,
    markers: webhook.hasMarkers ? [] : markers,
    service: service.name,
    namespace: service.namespace,
  };
  return [
    { path: `src/webhooks/${kind.file}.ts`, text: render('project-webhook.ts', view) },
    { path: `src/webhooks/${kind.file}.test.ts`, text: render('project-webhook.test.ts', view) },
  ];
}

/** The name of the files of a kind: `SitePolicy` is `site-policy`. */
export const fileOf = kebabCase;

/** The statements that add the controller or webhook of a kind to `src/main.ts`. */
export function mainStatements(
  what: 'Controller' | 'Webhook',
  kind: string,
): { readonly load: string; readonly call: string } {
  const name = `add${kind}${what}`;
  return {
    load: `import { ${name} } from './${what.toLowerCase()}s/${fileOf(kind)}.js';`,
    call: `${name}(manager);`,
  };
}

function viewOf({ group, folder, version, kind, isNamespaced }: NewKind, typesFile: string) {
  return {
    group,
    folder,
    version,
    kind,
    isNamespaced,
    isExisting: false,
    // The argument of the methods of the clientset.
    scope: isNamespaced ? "'default'" : '',
    typesFile,
    file: fileOf(kind),
    plural: pluralOf(kind).toLowerCase(),
    method: lowerFirst(pluralOf(kind)),
    resource: `${lowerFirst(kind)}Resource`,
    groupProperty: lowerFirst(pascalCase(folder) + pascalCase(version)),
  };
}

const render = (template: string, view: object): string => createRenderer()(template, view);
const json = (value: object): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** The config of a new project. */
export function configOf(operator: OperatorConfig, { folder, version }: NewKind): VmgenConfig {
  return { groups: [`${folder}:${version}`], out: 'generated', paths: ['src'], operator };
}

function manifestOf({ name, packages, bundle }: OperatorConfig, version: string): object {
  const ours = (names: readonly string[]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      names.map((each) => {
        const file = each === 'vmgen' ? 'vmgen' : `vmgen-${each}`;
        const source =
          packages === undefined ? `^${version}` : `file:${packages}/${file}-${version}.tgz`;
        return [each === 'vmgen' ? each : `@vmgen/${each}`, source];
      }),
    );
  const development = [...DEVELOPMENT, ...(packages === undefined ? [] : INDIRECT), 'vmgen'];
  return {
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: { ...PROJECT_SCRIPTS, ...(bundle && { bundle: 'node image/bundle.mjs' }) },
    dependencies: ours(PRODUCTION),
    devDependencies: {
      ...ours(development),
      '@types/node': '^20.19.0',
      ...(bundle && { esbuild: '^0.28.2' }),
      typescript: '^6.0.3',
    },
  };
}

const TSCONFIG = {
  compilerOptions: {
    target: 'es2022',
    lib: ['es2023'],
    module: 'nodenext',
    types: ['node'],
    strict: true,
    rootDir: '.',
    outDir: 'dist',
    // Editors load it; the compiler does not.
    plugins: [{ name: '@vmgen/typescript-plugin' }],
  },
  include: ['apis', 'generated', 'src', 'test'],
};

const PRODUCTION_TSCONFIG = {
  extends: './tsconfig.json',
  exclude: ['generated/testing', 'src/**/*.test.ts', 'test'],
};
