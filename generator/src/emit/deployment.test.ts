import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, parseAllDocuments, stringify } from 'yaml';
import { compileText, diagnosticTexts, kindWith } from '../testing/compile-text.js';
import { checkConfig } from '../config/check-config.js';
import { type ValueForm, valueProblem } from '../settings/value-form.js';
import { podSecurityViolations } from '@vmgen/fixtures/pod-security';

const operator = { name: 'thing-operator', image: 'r.example.com/things:1.2.3', replicas: 3 };
const POD = {
  env: [
    { name: 'A', value: '{{ .Release.Name }}' },
    { name: 'B', valueFrom: { secretKeyRef: { name: 'api', key: 'token' } } },
  ],
  envFrom: [{ secretRef: { name: 'api' } }],
  volumes: [{ name: 'ca', secret: { secretName: 'ca' } }],
  volumeMounts: [{ name: 'ca', mountPath: '/ca', readOnly: true }],
  resources: { requests: { memory: '96Mi' }, limits: { cpu: 2 } },
  nodeSelector: { 'kubernetes.io/arch': 'arm64', 'example.com/on': 'true' },
  tolerations: [{ key: 'a', operator: 'Exists', tolerationSeconds: 60 }],
  affinity: { nodeAffinity: {} },
  imagePullSecrets: [{ name: 'registry' }],
  podAnnotations: { 'example.com/a': '1' },
  egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ports: [{ port: 5432 }] }],
};
const TYPES = `/** Package v1 has templates such as {{ .Values }}. */
// +kubebuilder:rbac:groups=example.com,resources=things,verbs=list;watch
// +kubebuilder:rbac:groups="",resources=secrets,resourceNames="{{x}}",verbs=get,namespace=thing-operator-system
// +vmgen:validatingPolicy:name=own.example.com,groups=core,versions=v1,resources=secrets,namespaceSelector="kubernetes.io/metadata.name=thing-operator-system"
// +vmgen:policy:validation:expression="object.metadata.name != ''"
// +vmgen:validatingPolicy:name=a.example.com,groups=core,versions=v1,resources=configmaps,paramKind=v1/ConfigMap,paramRef=thing-operator-system/limits,namespaceSelector="kubernetes.io/metadata.name notin (kube-system,thing-operator-system)"
// +vmgen:policy:validation:expression="object.?data['a'].orValue('') != '{{ .Values.image }}'"
${kindWith('/** A template: `{{ .Values.image }}`. */ text: string;')}`;

const webhook = (verb: string, groups: string, resources: string, more = ''): string =>
  `// +kubebuilder:webhook:path=/${verb}-${resources},mutating=${verb === 'mutate'},failurePolicy=fail,sideEffects=None,groups=${groups},resources=${resources},verbs=create,versions=v1,name=${verb}.${resources}.example.com,admissionReviewVersions=v1${more}\n`;
const WITH_WEBHOOKS =
  webhook('mutate', 'example.com', 'things') +
  webhook(
    'validate',
    'core',
    'pods',
    ',patch=`{"matchConditions": [{"name": "a", "expression": "\'{{x}}\' != \'\'"}]}`',
  ) +
  webhook('validate', 'core', 'secrets', ',url="https://hooks.example.com"').replace(
    /path=[^,]*,/,
    '',
  ) +
  TYPES.replace('// +genclient', '// +genclient\n// +vmgen:conversion:strategy=Webhook');

interface Manifest {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec?: { readonly template?: { readonly spec: unknown } };
}

const parsed = (text: string): Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJS() as Manifest | null)
    .filter((object) => object !== null);

function filesOf(settings: object = {}, types = TYPES): ReadonlyMap<string, string> {
  const { files, diagnostics } = compileText({ 'example/v1/types.ts': types }, settings);
  assert.deepEqual(
    diagnostics.filter(({ severity }) => severity !== 'info'),
    [],
  );
  return new Map(files.map(({ path, text }) => [path, text]));
}

/** Renders the few expressions that the chart uses; hack/test-scaffold.mjs renders it with Helm. */
function render(
  text: string,
  namespace: string,
  files: ReadonlyMap<string, string>,
  certManager = false,
): string {
  const given = parse(files.get('chart/values.yaml') ?? '') as Readonly<Record<string, unknown>>;
  const switches: Readonly<Record<string, boolean>> = { networkPolicy: true, certManager };
  const values: Readonly<Record<string, string>> = {
    '.Release.Namespace': namespace,
    '.Values.image': operator.image,
    'int .Values.replicas': '3',
    'int .Values.memoryMiB': '192',
    'sub (int .Values.memoryMiB) 80': '112',
    '`{{`': '{{',
  };
  const inserted = (path: string, start: string, indentation: string): string => {
    const value = path
      .split('.')
      .reduce<unknown>(
        (from, key) => new Map<string, unknown>(Object.entries(from ?? {})).get(key),
        given,
      );
    if (Object.keys(value ?? {}).length === 0) return '';
    const lines = stringify(value, { indentSeq: false }).replaceAll('{{', '{{`{{`}}');
    return start + lines.replace(/^(?=.)/gm, ' '.repeat(Number(indentation)));
  };
  return text
    .replace(
      /\{\{- with \.Values\.(\S+) \}\}\n(.*:\n)?\{\{ toYaml \. \| indent (\d+) \}\}\n\{\{- end \}\}\n/g,
      (_, path: string, start: string | undefined, indentation: string) =>
        inserted(path, start ?? '', indentation),
    )
    .replace(
      /\{\{- if (not )?\.Values\.(\w+) \}\}\n([^]*?)\{\{- end \}\}\n/g,
      (_, not: string | undefined, name: string, body: string) =>
        (switches[name] ?? false) === (not === undefined) ? body : '',
    )
    .replace(/\{\{ ?(.*?) ?\}\}/g, (whole, expression: string) => values[expression] ?? whole);
}

test('writes no deployment without an operator', () => {
  assert.deepEqual(
    [...filesOf().keys()].filter((path) => /^(?:deploy|chart|install|kust)/.test(path)),
    [],
  );
});

for (const [title, types, certManager] of [
  ['without webhooks', TYPES, false],
  ['with webhooks', WITH_WEBHOOKS, false],
  ['with webhooks and cert-manager', WITH_WEBHOOKS, true],
] as const) {
  test(`writes the same objects for kubectl, kustomize and Helm, ${title}`, () => {
    const files = filesOf({ operator: { ...operator, certManager } }, types);
    checkSame(files, certManager);
    checkSame(filesOf({ operator: { ...operator, ...POD, certManager } }, types), certManager);
    // The value of the chart does not depend on the config.
    const settings = { ...operator, ...POD, certManager: !certManager };
    const others = filesOf({ operator: settings }, types);
    const templatesOf = (of: typeof files) =>
      [...of].filter(([path]) => path.startsWith('chart/templates/'));
    assert.deepEqual(templatesOf(others), templatesOf(files));
  });
}

function checkSame(files: ReadonlyMap<string, string>, certManager: boolean): void {
  const install = parsed(files.get('install.yaml') ?? '');
  const kustomization = parsed(files.get('kustomization.yaml') ?? '')[0] as unknown as {
    readonly resources: readonly string[];
  };
  const listed = kustomization.resources.flatMap((path) => parsed(files.get(path) ?? ''));
  assert.deepEqual(listed, install);
  const templates = [...files].filter(([path]) => path.startsWith('chart/templates/'));
  const rendered = templates.flatMap(([, text]) =>
    parsed(render(text, 'thing-operator-system', files, certManager)),
  );
  const key = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
  const sorted = (objects: readonly Manifest[]): Manifest[] =>
    structuredClone(objects)
      .filter(({ kind }) => kind !== 'Namespace')
      .sort((a, b) => (key(a) < key(b) ? -1 : 1));
  const kept = rendered.map((object) => {
    if (object.kind !== 'CustomResourceDefinition') return object;
    const { annotations = {}, ...metadata } = object.metadata;
    const { 'helm.sh/resource-policy': policy, ...others } = annotations;
    assert.equal(policy, 'keep');
    const isEmpty = Object.keys(others).length === 0;
    return { ...object, metadata: isEmpty ? metadata : { ...metadata, annotations: others } };
  });
  assert.deepEqual(sorted(kept), sorted(install));
  assert.equal(install[0]?.kind, 'Namespace');
}

test('limits both generations of the heap below the memory of the container', () => {
  const install = filesOf({ operator: { ...operator, memoryMiB: 300 } }).get('install.yaml') ?? '';
  const value = '--max-semi-space-size=1 --max-old-space-size=220';
  assert.match(install, new RegExp(`name: NODE_OPTIONS\\s+value: ['"]?${value}`));
  assert.match(install, /limits:\s+memory: 300Mi/);
});

test('deploys the webhooks that the operator serves', () => {
  const files = filesOf({ operator }, WITH_WEBHOOKS);
  const install = files.get('install.yaml') ?? '';
  const ofKind = (kind: string) => parsed(install).filter((each) => each.kind === kind);
  const [validating] = ofKind('ValidatingWebhookConfiguration') as unknown as {
    readonly webhooks: readonly {
      readonly clientConfig: object;
      readonly namespaceSelector?: object;
    }[];
  }[];
  const [pods, secrets] = validating?.webhooks ?? [];
  assert.deepEqual(pods?.clientConfig, {
    service: {
      name: 'thing-operator-webhooks',
      namespace: 'thing-operator-system',
      path: '/validate-pods',
    },
  });
  const key = 'kubernetes.io/metadata.name';
  // Otherwise, no pod of the operator could be created while none runs.
  assert.deepEqual(pods.namespaceSelector, {
    matchExpressions: [{ key, operator: 'NotIn', values: ['thing-operator-system'] }],
  });
  assert.deepEqual(secrets?.clientConfig, { url: 'https://hooks.example.com' });
  assert.equal(secrets.namespaceSelector, undefined);
  const permissions = files.get('deploy/webhook-permissions.yaml') ?? '';
  assert.match(permissions, /resourceNames:\n {6}- things\.example\.com\n/);
  const options = files.get('operator.ts') ?? '';
  assert.match(options, /crds: \['things\.example\.com'\]/);
  // Not the one with a URL, which another program answers.
  assert.match(
    options,
    / {4}configuredWebhooks: \{\n {6}admission: \[\n {8}\{\n {10}name: 'mutate\.things\.example\.com',\n {10}path: '\/mutate-things',\n {10}resources: \['things\.example\.com'\],\n {10}operations: \['CREATE'\],\n {8}\},\n {8}\{\n {10}name: 'validate\.pods\.example\.com',\n {10}path: '\/validate-pods',\n {10}resources: \['pods'\],\n {10}operations: \['CREATE'\],\n {8}\},\n {6}\],\n {6}conversions: \['Thing\.example\.com'\],\n {4}\},\n/,
  );
  assert.match(
    filesOf({ operator }, TYPES).get('operator.ts') ?? '',
    / {4}configuredWebhooks: \{\n {6}admission: \[\],\n {6}conversions: \[\],\n {4}\},\n/,
  );
  const crd = files.get('crds/example.com_things.yaml') ?? '';
  assert.match(
    crd,
    /name: thing-operator-webhooks\n {10}namespace: thing-operator-system\n {10}path: \/convert\n/,
  );
  const restricted = ofKind('Deployment')[0]?.spec?.template?.spec;
  assert.deepEqual(podSecurityViolations(restricted, 'restricted'), []);
});

test('lets cert-manager create the certificate of webhooks', () => {
  const files = filesOf({ operator: { ...operator, certManager: true } }, WITH_WEBHOOKS);
  const install = parsed(files.get('install.yaml') ?? '');
  const injected = install
    .filter(({ metadata }) => metadata.annotations !== undefined)
    .map(({ kind, metadata }) => [kind, Object.values(metadata.annotations ?? {})]);
  const certificate = ['thing-operator-system/thing-operator-webhooks'];
  assert.deepEqual(injected, [
    ['CustomResourceDefinition', certificate],
    ['MutatingWebhookConfiguration', certificate],
    ['ValidatingWebhookConfiguration', certificate],
  ]);
  assert.ok(!files.has('deploy/webhook-permissions.yaml'));
  assert.ok(files.has('deploy/webhook-certificate.yaml'));
});

test('names the authority of cert-manager within the 64 characters of a common name', () => {
  const longest = { ...operator, name: 'a'.repeat(50), certManager: true };
  const files = filesOf(
    { operator: longest },
    WITH_WEBHOOKS.replaceAll('thing-operator-system', 'a'),
  );
  const text = files.get('deploy/webhook-certificate.yaml') ?? '';
  const [, commonName = ''] = /commonName: (\S+)/.exec(text) ?? [];
  assert.match(commonName, /^a{50}.{1,14}$/);
});

test('permits the same Secret of the keys of conversions, with and without cert-manager', () => {
  for (const certManager of [true, false]) {
    const files = filesOf({ operator: { ...operator, certManager } }, WITH_WEBHOOKS);
    const keys = 'thing-operator-conversion-keys';
    const permitted = parsed(files.get('install.yaml') ?? '')
      .filter(({ metadata }) => metadata.name === keys)
      .map(({ kind }) => kind);
    assert.deepEqual(permitted, ['Role', 'RoleBinding']);
    const others = parsed(
      filesOf({ operator: { ...operator, certManager } }).get('install.yaml') ?? '',
    );
    assert.ok(others.every(({ metadata }) => metadata.name !== keys));
  }
});

test('installs no CRD of an external group, and gives users no role for its kinds', () => {
  const other = kindWith('issuer: string;').replace('example.com', 'cert.example.com');
  const files = { 'example/v1/types.ts': TYPES, 'cert/v1/types.ts': other };
  const outputOf = (externalGroups: readonly string[]) => {
    const settings = { operator: { ...operator, externalGroups } };
    const compiled = compileText(files, settings);
    const texts = new Map(compiled.files.map(({ path, text }) => [path, text]));
    const mentions = [...texts].flatMap(([path, text]) =>
      text.includes('cert.example.com') && !/^schemas|\.ts$/.test(path) ? [path] : [],
    );
    return { texts, mentions: mentions.sort(), diagnostics: diagnosticTexts(compiled) };
  };
  assert.deepEqual(outputOf([]).mentions, [
    ...['chart/templates/crds.yaml', 'chart/templates/user-roles.yaml'],
    ...['crds/cert.example.com_things.yaml', 'deploy/user-roles.yaml'],
    ...['install.yaml', 'kustomization.yaml'],
  ]);
  const { mentions, texts, diagnostics } = outputOf(['cert.example.com']);
  assert.deepEqual([mentions, diagnostics], [['crds/cert.example.com_things.yaml'], []]);
  assert.match(texts.get('install.yaml') ?? '', /name: things\.example\.com/);
  const { texts: none } = outputOf(['cert.example.com', 'example.com']);
  assert.deepEqual(
    [...none.keys()].filter((path) => path.includes('user-roles')),
    [],
  );
  assert.doesNotMatch(none.get('install.yaml') ?? '', /CustomResourceDefinition$/m);
  assert.deepEqual(outputOf(['cert.exmple.com']).diagnostics, [
    'warning: operator.externalGroups names "cert.exmple.com", but no kind is in this group\n  did you mean cert.example.com?',
  ]);
});

test('puts all objects of a release into its namespace', () => {
  const files = filesOf({ operator }, WITH_WEBHOOKS);
  const templates = [...files].filter(([path]) => path.startsWith('chart/templates/'));
  const rendered = [true, false].flatMap((certManager) =>
    templates.flatMap(([, text]) => parsed(render(text, 'elsewhere', files, certManager))),
  );
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

test('describes each value of the chart in its schema, with the limits of the config', () => {
  for (const types of [TYPES, WITH_WEBHOOKS]) {
    const files = filesOf({ operator: { ...operator, ...POD } }, types);
    const values = parse(files.get('chart/values.yaml') ?? '') as object;
    const schema = JSON.parse(files.get('chart/values.schema.json') ?? '') as ValueForm;
    const { global: _, ...properties } = schema.properties ?? {};
    assert.deepEqual(Object.keys(properties), Object.keys(values));
    assert.equal(valueProblem(values, schema, 'values'), undefined);
    for (const change of [
      { memoryMiB: '256Mi' },
      { memoryMiB: 95 },
      { memoryMib: 256 },
      { replicas: '3' },
      { networkPolicy: 'false' },
      { resources: { limits: { memory: '1Gi' } } },
      { resources: undefined },
      { env: [{ name: 'A', value: 1 }] },
      { env: [{ name: 'NODE_OPTIONS', value: '' }] },
      { nodeSelector: { a: true } },
      { volumes: [{ name: 'tmp', emptyDir: {} }] },
      { volumeMounts: [{ name: 'ca' }] },
      ...(types === WITH_WEBHOOKS ? [{ certManager: 'false' }] : [{ certManager: true }]),
    ]) {
      const problem = valueProblem({ ...values, ...change }, schema, 'values');
      assert.notEqual(problem, undefined, JSON.stringify(change));
    }
  }
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
      'operator.x is not a key of operator; there are name, namespace, image, replicas, memoryMiB, serviceMonitor, certManager, externalGroups, packages, bundle, distroless, env, envFrom, volumes, volumeMounts, resources, nodeSelector, tolerations, affinity, imagePullSecrets, podAnnotations, egress',
    ],
    [
      { name: 'a', env: [{ name: 'X', value: 1 }] },
      "operator.env[0].value must be a text; quote numbers and booleans, such as '1'",
    ],
    [
      { name: 'a', env: [{ name: 'POD_NAME' }] },
      'operator.env[0].name must be the name of an environment variable, and not one that the manifests set: CERTIFICATE_FOLDER, NODE_OPTIONS, POD_NAME, POD_NAMESPACE, SERVER_PORT, WEBHOOK_PORT',
    ],
    [
      { name: 'a', env: [{ name: 'X', vale: '' }] },
      'operator.env[0].vale is not a key of operator.env[0]; there are name, value, valueFrom',
    ],
    [{ name: 'a', env: { X: '1' } }, 'operator.env must be a list of environment variables'],
    [
      { name: 'a', resources: { limits: { memory: '1Gi' } } },
      'operator.resources.limits.memory must be omitted: set memoryMiB',
    ],
    [
      { name: 'a', resources: { requests: { cpu: 'much' } } },
      "operator.resources.requests.cpu must be a quantity, such as '500m' or '1Gi'",
    ],
    [{ name: 'a', imagePullSecrets: [{}] }, 'operator.imagePullSecrets[0] has no name'],
    [{ name: 'a', nodeSelector: { a: true } }, 'operator.nodeSelector.a must be a text'],
    [{ name: 'a', egress: [null] }, 'operator.egress[0] must be an object'],
  ];
  for (const [given, message] of rejected) {
    assert.throws(() => checkConfig({ operator: given }), { name: 'ConfigProblem', message });
  }
  assert.throws(() => checkConfig({ operator: 'x' }), {
    message: "operator must be an object, such as { name: 'site-operator' }",
  });
});
