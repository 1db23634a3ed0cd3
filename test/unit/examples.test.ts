import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { strictProgram } from '@vmgen/fixtures/generator/strict-problems';
import { typescript } from '@vmgen/fixtures/generator/typescript';
import { inRepository } from '../support/repository.js';

/** Names that examples use without declaring them. */
const scope = `
import type { EventRecorder, InformerFactory, KubernetesObject, Logger, KeyReconciler, Transport, WorkQueue } from '@vmgen/runtime';
import type { FullResourceClient } from '@vmgen/runtime/client';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import type { VirtualMachineClient } from '../../generated/cloudnative/v1alpha1/client.js';
import type { VirtualMachineInformer } from '../../generated/cloudnative/v1alpha1/informer.js';
import type { Clientset } from '../../generated/clientset.js';
export { virtualMachineResource } from '../../generated/cloudnative/v1alpha1/register.js';
export { createClientset } from '../../generated/clientset.js';
export { createInformers } from '../../generated/informers.js';
export type { VirtualMachine };
export { Registry } from 'prom-client';
export { trace } from '@opentelemetry/api';
export declare const transport: Transport;
export declare const clientset: Clientset;
export declare const client: VirtualMachineClient;
export declare const deployments: FullResourceClient<KubernetesObject>;
export declare const factory: InformerFactory;
export declare const informer: VirtualMachineInformer['informer'];
export declare const lister: VirtualMachineInformer['lister'];
export declare const queue: WorkQueue;
export declare const recorder: EventRecorder;
export declare const logger: Logger;
export declare const signal: AbortSignal;
export declare const reconcile: KeyReconciler;
export declare const vm: VirtualMachine & { metadata: { name: string } };
export declare const object: KubernetesObject;
export declare const cluster: string;
`;

/** Names of the operator for Sites, which the examples of the manager use. */
const managerScope = `
import type { ApplyConfiguration, Cached, CachedReader, Condition, ConditionInput, KubernetesObject, ObjectKey, ReconcileResult, ResourceDefinition, Transport } from '@vmgen/runtime';
import type { AdmissionReview, Children, KeyContext, Manager, ObjectStatus } from '@vmgen/manager';
import type { Deployment } from '@vmgen/kubernetes/apps/v1';
import type { Job } from '@vmgen/kubernetes/batch/v1';
import type { ConfigMap, Node, Secret } from '@vmgen/kubernetes/core/v1';
import type { CustomResourceDefinition, FakeTransport } from '@vmgen/apiserver/fake';
export { deploymentResource } from '@vmgen/kubernetes/apps/v1';
export { configMapResource, createSecretClient, nodeResource, podResource, secretResource } from '@vmgen/kubernetes/core/v1';
export { interceptTransport, isConditionTrue, isConflict, isForbidden } from '@vmgen/runtime';
export { default as assert } from 'node:assert/strict';
import type { Conversion } from '@vmgen/runtime/conversion';
import type { Exploration, TestManager, Violation } from '@vmgen/manager/testing';
export declare const siteConversion: Conversion;
export declare const operator: TestManager;
export declare const exploration: Exploration;
export declare const violation: Violation;
export declare const review: AdmissionReview;
export declare const fake: FakeTransport;
export interface Site extends KubernetesObject {
  metadata: KubernetesObject['metadata'];
  spec: { html: string; secretName: string };
  status?: { conditions?: Condition[] };
}
export type { Cached, Job };
export declare const siteResource: ResourceDefinition<Site, 'Namespaced'>;
export declare const serviceMonitorResource: ResourceDefinition<KubernetesObject, 'Namespaced'>;
export declare const manager: Manager;
export declare const children: Children;
export declare const status: ObjectStatus<Site>;
export declare const transport: KeyContext['transport'];
export declare const key: ObjectKey;
export declare const effect: KeyContext['effect'];
export declare const event: KeyContext['event'];
export declare const secret: Cached<Secret, 'Namespaced'>;
export declare const url: string;
export declare const sites: CachedReader<Site, 'Namespaced'>;
export declare const deployments: CachedReader<Deployment, 'Namespaced'>;
export declare const configMaps: CachedReader<ConfigMap, 'Namespaced'>;
export declare const jobs: CachedReader<Job, 'Namespaced'>;
export declare const secrets: CachedReader<Secret, 'Namespaced'>;
export declare const nodes: CachedReader<Node, 'Cluster'>;
export declare const site: Cached<Site, 'Namespaced'>;
export declare const app: Cached<Site, 'Namespaced'>;
export declare const siteClient: { create(site: Site): Promise<Site> };
export declare const deploymentClient: { find(name: string): Promise<Deployment | undefined> };
export declare const clientset: { readonly fake: FakeTransport };
export declare function deploymentOf(site: Cached<Site>, secret?: Cached<Secret>): ApplyConfiguration<Deployment>;
export declare function configMapOf(site: Cached<Site>): ApplyConfiguration<ConfigMap>;
export declare function migrationOf(site: Cached<Site>): ApplyConfiguration<Job>;
export declare function readyFrom(deployment: Cached<Deployment>): ConditionInput;
export declare function removeDns(site: Cached<Site>): Promise<ReconcileResult | void>;
export declare function watchDns(signal: AbortSignal): AsyncIterable<ObjectKey>;
export interface MemoryDns { readonly records: readonly string[] }
export declare function createMemoryDns(): MemoryDns;
export declare const shop: Site;
interface Clientset {
  readonly webV1: { sites(namespace: string): { create(site: Site): Promise<Site>; delete(name: string): Promise<void> } };
}
export declare function createFakeClientset(options: object): Clientset & { readonly fake: FakeTransport };
export declare function createClientset(transport: Transport): Clientset;
export { startEnvtest } from '@vmgen/apiserver/envtest';
export declare const webCrds: readonly CustomResourceDefinition[];
export declare function addSiteController(manager: Manager, dns?: MemoryDns): void;
export declare function setUpSites(manager: Manager): void;
`;

/** A kind with two versions, which the examples of crd use. */
const crdScope = `
import type { Conversion } from '@vmgen/runtime/conversion';
import type { CustomResourceDefinition } from '@vmgen/crd';
export declare const siteConversion: Conversion;
export declare const siteCrd: CustomResourceDefinition;
`;

interface Example {
  /** The file and the line. */
  readonly place: string;
  readonly text: string;
  /** The package whose names it uses without importing them. */
  readonly package: string;
}

/** The public entries of each package. */
const packages: Readonly<Record<string, readonly string[]>> = {
  runtime: [
    '@vmgen/runtime',
    '@vmgen/runtime/api',
    '@vmgen/runtime/async',
    '@vmgen/runtime/cache',
    '@vmgen/runtime/client',
    '@vmgen/runtime/controller',
    '@vmgen/runtime/conversion',
    '@vmgen/runtime/discovery',
    '@vmgen/runtime/health',
    '@vmgen/runtime/leaderelection',
    '@vmgen/runtime/meta',
    '@vmgen/runtime/observability',
    '@vmgen/runtime/pods',
    '@vmgen/runtime/prometheus',
    '@vmgen/runtime/testing',
    '@vmgen/runtime/transport',
    '@vmgen/runtime/workqueue',
  ],
  cel: ['@vmgen/cel'],
  crd: ['@vmgen/crd', '@vmgen/crd/testing', './crd-scope.js'],
  apiserver: ['@vmgen/apiserver', '@vmgen/apiserver/fake'],
  generator: ['vmgen', 'vmgen/config'],
  manager: ['@vmgen/manager', '@vmgen/manager/testing', './manager-scope.js'],
  controller: ['@vmgen/controller', '@vmgen/manager', '@vmgen/runtime'],
};

/** Where a package is. */
const folderOf = (name: string): string =>
  ['controller', 'generator'].includes(name) ? name : `packages/${name}`;

/** The `@example`s in the docstrings of a package. */
function docstringExamples(name: string): Example[] {
  const root = inRepository(folderOf(name), 'src');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return [...text.matchAll(/^ *\* @example\b(.*?)(?=^ *\* @|^ *\*\/)/gms)].map((found) => ({
        place: `${folderOf(name)}/src/${file}:${text.slice(0, found.index).split('\n').length}`,
        text: withoutFence((found[1] ?? '').replaceAll(/^ *\* ?/gm, '')),
        package: name,
      }));
    });
}

/** The code blocks of a page without a file name; hack/test-example.sh compiles the others. */
function pageExamples(name: string, page: string): Example[] {
  const text = readFileSync(inRepository(page), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map((found) => ({
    place: `${page}:${text.slice(0, found.index).split('\n').length}`,
    text: found[1] ?? '',
    package: name,
  }));
}

/** The pages of docs whose examples use the packages; the others show types and markers, which other tests compile. */
function docsPages(): string[] {
  const others = /^(api|emitters|import|reference|types)\b/;
  return readdirSync(inRepository('docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !others.test(file))
    .sort()
    .map((file) => `docs/${file}`);
}

function packageOf(page: string): string {
  return [
    'docs/children.md',
    'docs/conversion.md',
    'docs/finalizers.md',
    'docs/manager.md',
    'docs/migration/client-go.md',
    'docs/object.md',
    'docs/observability.md',
    'docs/reconciler.md',
    'docs/scale.md',
    'docs/status.md',
    'docs/testing.md',
    'docs/availability.md',
    'docs/webhooks.md',
  ].includes(page)
    ? 'manager'
    : 'runtime';
}

function withoutFence(text: string): string {
  return text.replaceAll(/^```.*$/gm, '');
}

const examples = [
  ...Object.keys(packages).flatMap(docstringExamples),
  ...['runtime', 'cel', 'crd', 'apiserver'].flatMap((name) =>
    pageExamples(name, `packages/${name}/README.md`),
  ),
  ...pageExamples('runtime', 'packages/kubernetes/README.md'),
  ...docsPages().flatMap((page) => pageExamples(packageOf(page), page)),
  ...pageExamples('manager', 'packages/manager/README.md'),
];

const folder = inRepository('test', 'examples');
const scopePath = path.join(folder, 'scope.ts');
const entriesPath = (name: string): string => path.join(folder, `${name}.ts`);

/** The files of a program: the scope, the names of each package, and the examples. */
function exampleFiles(): Map<string, string> {
  const files = new Map([
    [scopePath, scope],
    [entriesPath('manager-scope'), managerScope],
    [entriesPath('crd-scope'), crdScope],
  ]);
  for (const [name, entries] of Object.entries(packages)) {
    files.set(entriesPath(name), entries.map((entry) => `export * from '${entry}';`).join('\n'));
  }
  const names = exportsOf([...files.keys()], files);
  for (const [index, example] of examples.entries()) {
    files.set(path.join(folder, `example${index}.ts`), asModule(example, names));
  }
  return files;
}

function exportsOf(
  paths: readonly string[],
  files: ReadonlyMap<string, string>,
): Map<string, Set<string>> {
  const program = strictProgram(files);
  const checker = program.getTypeChecker();
  return new Map(
    paths.map((file) => {
      const source = program.getSourceFile(file);
      const module = source && checker.getSymbolAtLocation(source);
      assert.ok(module, file);
      return [file, new Set(checker.getExportsOfModule(module).map(({ name }) => name))];
    }),
  );
}

/** An example with the missing imports, and as a function if it is not a module. */
function asModule({ text, package: name }: Example, names: Map<string, Set<string>>): string {
  const own = new Set(
    [
      ...text.matchAll(
        /\b(?:const|let|using|function|class|interface|type)\s+(\w+|[{[][^=]*[}\]])|^import .*?;/gms,
      ),
    ].flatMap(([found]) => found.match(/\w+/g) ?? []),
  );
  const used = new Set((text.match(/\b\w+\b/g) ?? []).filter((word) => !own.has(word)));
  const imports = [entriesPath(name), scopePath].map((file) => {
    const wanted = [...(names.get(file) ?? [])].filter((name) => used.has(name));
    for (const name of wanted) used.delete(name);
    return `import { ${wanted.join(', ')} } from './${path.basename(file, '.ts')}.js';\n`;
  });
  const isModule = /^(import|export)\b/m.test(text);
  const body = isModule ? text : `export async function example() {\n${text}\n}\n`;
  return imports.join('') + body;
}

describe('examples', () => {
  const files = exampleFiles();
  const program = strictProgram(files, { verbatimModuleSyntax: false });
  for (const [index, { place }] of examples.entries()) {
    test(`the example of ${place} compiles`, () => {
      const source = program.getSourceFile(path.join(folder, `example${index}.ts`));
      const problems = [
        ...program.getSyntacticDiagnostics(source),
        ...program.getSemanticDiagnostics(source),
      ].map(({ messageText }) => typescript.flattenDiagnosticMessageText(messageText, '\n'));
      assert.deepEqual(problems, [], source?.text);
    });
  }
});
