import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { compileText, kindWith } from '#generator/testing/compile-text.js';
import { checkConfig } from '#generator/config/check-config.js';
import { podSecurityViolations } from '../support/pod-security.js';

const operator = { name: 'thing-operator', image: 'r.example.com/things:1.2.3', replicas: 3 };
const TYPES = `/** Package v1 has templates such as {{ .Values }}. */
// +kubebuilder:rbac:groups=example.com,resources=things,verbs=list;watch
// +kubebuilder:rbac:groups="",resources=secrets,resourceNames="{{x}}",verbs=get,namespace=thing-operator-system
${kindWith('/** A template: `{{ .Values.image }}`. */ text: string;')}`;

interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly template?: { readonly spec: unknown } };
}

const parsed = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((object) => object !== null);

function filesOf(settings: object = {}): ReadonlyMap<string, string> {
  const { files, diagnostics } = compileText({ 'example/v1/types.ts': TYPES }, settings);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity !== 'info'),
    [],
  );
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** Renders the few expressions that the chart uses; hack/test-scaffold.mjs renders it with Helm. */
function render(text: string, namespace: string): string {
  const values: Readonly<Record<string, string>> = {
    '.Release.Namespace': namespace,
    '.Values.image': operator.image,
    'int .Values.replicas': '3',
    'int .Values.memoryMiB': '192',
    'sub (int .Values.memoryMiB) 80': '112',
    '`{{`': '{{',
  };
  return text
    .replace(/\{\{- if \.Values\.serviceMonitor \}\}\n[^]*?\{\{- end \}\}\n/, '')
    .replace(/\{\{- (?:if \.Values\.networkPolicy|end) \}\}\n/g, '')
    .replace(/\{\{ ?(.*?) ?\}\}/g, (whole, expression: string) => values[expression] ?? whole);
}

test('writes no deployment without an operator', () => {
  assert.deepEqual(
    [...filesOf().keys()].filter((path) => /^(?:deploy|chart|schemas|install|kust)/.test(path)),
    [],
  );
});

test('writes the same objects for kubectl, kustomize and Helm', () => {
  const files = filesOf({ operator });
  const install = parsed(files.get('install.yaml') ?? '');
  const kustomization = parsed(files.get('kustomization.yaml') ?? '')[0] as unknown as {
    readonly resources: readonly string[];
  };
  const listed = kustomization.resources.flatMap((path) => parsed(files.get(path) ?? ''));
  assert.deepEqual(listed, install);
  const templates = [...files].filter(([path]) => path.startsWith('chart/templates/'));
  const rendered = templates.flatMap(([, text]) => parsed(render(text, 'thing-operator-system')));
  const key = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
  const sorted = (objects: readonly Manifest[]): Manifest[] =>
    structuredClone(objects)
      .filter(({ kind }) => kind !== 'Namespace')
      .sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const kept = rendered.map((object) => {
    if (object.kind !== 'CustomResourceDefinition') return object;
    const { annotations, ...metadata } = object.metadata as Manifest['metadata'] & {
      readonly annotations: object;
    };
    assert.deepEqual(annotations, { 'helm.sh/resource-policy': 'keep' });
    return { ...object, metadata };
  });
  assert.deepEqual(sorted(kept), sorted(install));
  assert.equal(install[0]?.kind, 'Namespace');
});

test('puts all objects of a release into its namespace', () => {
  const files = filesOf({ operator });
  const templates = [...files].filter(([path]) => path.startsWith('chart/templates/'));
  const rendered = templates.flatMap(([, text]) => parsed(render(text, 'elsewhere')));
  assert.ok(!JSON.stringify(rendered).includes('thing-operator-system'));
  assert.ok(
    rendered.some(({ kind, metadata }) => kind === 'Role' && metadata.namespace === 'elsewhere'),
  );
});

test('satisfies the Pod Security level restricted, and names the role of markers by the operator', () => {
  const objects = parsed(filesOf({ operator }).get('install.yaml') ?? '');
  const deployment = objects.find(({ kind }) => kind === 'Deployment');
  assert.deepEqual(podSecurityViolations(deployment?.spec?.template?.spec, 'restricted'), []);
  const roles = objects
    .filter(({ kind }) => kind === 'ClusterRole')
    .map(({ metadata }) => metadata.name);
  assert.deepEqual(roles, [
    'thing-operator',
    'thing-operator-page-access',
    'thing-operator-metrics',
    'thing-operator-viewer',
    'thing-operator-editor',
    'thing-operator-admin',
  ]);
});

test('rejects values that a manifest cannot contain', () => {
  const rejected: readonly (readonly [object, string])[] = [
    [
      {},
      'operator.name must be a DNS label of at most 50 characters that starts with a letter, such as site-operator',
    ],
    [
      { name: 'a', image: '{{x}}' },
      'operator.image must be the name of an image, such as registry.example.com/site-operator:0.1.0',
    ],
    [
      { name: 'a', namespace: 'A' },
      'operator.namespace must be a DNS label of at most 63 characters, such as site-system',
    ],
    [{ name: 'a', memoryMiB: 64 }, 'operator.memoryMiB must be an integer from 96 to 1000000'],
    [
      { name: 'a', packages: '../x' },
      'operator.packages must be a folder inside the project, such as packages',
    ],
    [
      { name: 'a', x: 1 },
      'operator.x is not a key of operator; there are name, namespace, image, replicas, memoryMiB, serviceMonitor, packages',
    ],
  ];
  for (const [given, message] of rejected) {
    assert.throws(() => checkConfig({ operator: given }), { name: 'ConfigProblem', message });
  }
  assert.throws(() => checkConfig({ operator: 'x' }), {
    message: "operator must be an object, such as { name: 'site-operator' }",
  });
});
