import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GENERATORS } from './settings/generated-file.js';
import { compileText, fileText, diagnosticTexts } from './testing/compile-text.js';
import { withOutput } from './testing/run-output.js';
import { strictProblems } from '@vmgen/fixtures/generator/strict-problems';

const IMPORT = "import type { ObjectMeta, TypeMeta } from '@vmgen/runtime';\n";
/** What no CRD can say, and markers that a CRD would be refused for. */
const KINDS = `${IMPORT}
// +genclient
// +kubebuilder:printcolumn:name=Tree,type=string,JSONPath=.nowhere
// +kubebuilder:resource:shortName=NOT_A_NAME
export interface Thing extends TypeMeta {
  metadata: ObjectMeta;
  spec?: { count: number; either?: string | number; tree: Tree };
}
export interface Tree { children: Tree[]; mixed: 'a' | 1; same: A | B }
export interface A { a: string }
export interface B { b: string }
`;

function strictOf(
  files: Readonly<Record<string, string>>,
  compiled = compileText(files),
): string[] {
  const root = fileURLToPath(new URL('../testdata/client-only/', import.meta.url));
  return strictProblems(
    new Map([
      ...Object.entries(files).map(([path, text]) => [`${root}apis/${path}`, text] as const),
      ...compiled.files
        .filter(({ path }) => path.endsWith('.ts'))
        .map(({ path, text }) => [`${root}out/${path}`, text] as const),
    ]),
    { noUnusedParameters: true },
  );
}

const SKIPPED = { 'odd.x/v1/doc.ts': '// +kubebuilder:skip\n', 'odd.x/v1/types.ts': KINDS };

test('the fake serves no kind without a schema, whatever kind is built before it', () => {
  const kind = (name: string, spec: string): string =>
    `// +genclient\nexport interface ${name} extends TypeMeta { metadata: ObjectMeta; spec: ${spec} }\n`;
  const inner = `export interface Tuple { mixed: ['a', 1] }\nexport interface Outer { tuple: Tuple }\n`;
  const compiled = compileText(
    {
      'example.com/v1/types.ts': `${IMPORT}${inner}${kind('First', '{ tuple: Tuple; outer: Outer }')}${kind('Second', '{ outer: Outer }')}`,
    },
    { generators: GENERATORS.filter((name) => name !== 'crd') },
  );
  assert.deepEqual(diagnosticTexts(compiled), []);
  assert.deepEqual(
    compiled.files.map(({ path }) => path).filter((path) => /crds/.test(path)),
    [],
  );
});

test('accepts kinds that a CRD cannot express in a package without CRDs', () => {
  const compiled = compileText(SKIPPED);
  assert.deepEqual(diagnosticTexts(compiled), []);
  assert.deepEqual(
    compiled.files.map(({ path }) => path).filter((path) => /crd/.test(path)),
    [],
  );
  assert.match(
    fileText(compiled, 'testing/fake-clientset.ts'),
    /and watches\. No kind has a CRD: /,
  );
  // Nothing says that it is a custom resource: the API has more patches for its own kinds.
  assert.match(
    fileText(compiled, 'odd.x/v1/client.ts'),
    /Pick<\s*StrategicPatchClient<Thing, 'Namespaced'>,\s*'strategicMergePatch'\s*>/,
  );
  assert.deepEqual(strictOf(SKIPPED, compiled), []);
});

test('accepts a folder name that is not a domain as the group of a package without CRDs', () => {
  const files = { 'apps/v1/doc.ts': '// +kubebuilder:skip\n', 'apps/v1/types.ts': KINDS };
  const compiled = compileText(files);
  assert.deepEqual(diagnosticTexts(compiled), []);
  assert.match(fileText(compiled, 'apps/v1/register.ts'), /apiVersion === 'apps\/v1'/);
});

test('omits the CRDs of kinds that a CRD cannot express if the crd generator is off', () => {
  const good = `// +genclient
export interface Good extends TypeMeta { metadata: ObjectMeta; spec?: { a: string } }
`;
  const files = { 'odd.x/v1/types.ts': KINDS + good };
  const generators = GENERATORS.filter((name) => name !== 'crd');
  const compiled = compileText(files, { generators });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const unserved = fileText(compiled, 'testing/fake-clientset.ts').match(/^ \* - .*/gm);
  assert.deepEqual(unserved, [' * - Thing of odd.x/v1']);
  assert.deepEqual(fileText(compiled, 'testing/odd.x/crds.ts').match(/const \w+/g), [
    'const goodCrd',
    'const oddXCrds',
  ]);
  assert.deepEqual(strictOf(files, compiled), []);
  assert.ok(compileText(files).diagnostics.length > 0, 'with CRDs they are refused');
});

test('rejects types without a JSON form also without CRDs', () => {
  const types = KINDS.replace('count: number;', 'many: Map<string, string>; run(): void;');
  const files = { ...SKIPPED, 'odd.x/v1/types.ts': types };
  const wanted = ['a Map has no JSON form', 'an API cannot contain the method run'];
  for (const settings of [{}, { generators: ['client' as const] }]) {
    const messages = compileText(files, settings).diagnostics.map(({ message }) => message);
    assert.deepEqual(messages.sort(), wanted);
  }
});

test('accepts any subresource in clients of kinds without a CRD', () => {
  const marker = '// +genclient:method=Logs,verb=get,subresource=log,result=Tree\n';
  const types = KINDS.replace('// +genclient\n', `// +genclient\n${marker}`);
  const files = { ...SKIPPED, 'odd.x/v1/types.ts': types };
  assert.deepEqual(diagnosticTexts(compileText(files)), []);
});

/** Two groups of an API server; kinds of one are used in subresources of the other. */
const SUBRESOURCES = {
  'keys.x/v1/doc.ts': '// +kubebuilder:skip\n',
  'keys.x/v1/types.ts': `${IMPORT}
// +k8s:isSubresource="/grant"
export interface Grant extends TypeMeta { metadata: ObjectMeta; spec: { seconds: number } }
// +genclient
// +genclient:onlyVerbs=create
export interface Review extends TypeMeta { metadata: ObjectMeta; spec: { key: string } }
`,
  'odd.x/v1/doc.ts': '// +kubebuilder:skip\n',
  'odd.x/v1/types.ts': `${IMPORT}
// +genclient
// +genclient:method=CreateGrant,verb=create,subresource=grant,input=example.com/keys.x/v1.Grant,result=keys.x/v1.Grant
// +genclient:method=Drop,verb=create,subresource=drop,input=keys.x/v1.Grant,result=Status
export interface Thing extends TypeMeta { metadata: ObjectMeta }
`,
};

test('generates a method that posts a kind of another package to a subresource', () => {
  const compiled = compileText(SUBRESOURCES);
  assert.deepEqual(diagnosticTexts(compiled), []);
  const client = fileText(compiled, 'odd.x/v1/client.ts');
  assert.match(client, /createGrant\(\s*name: string,\s*body: DeepReadonly<Grant>,/);
  assert.match(client, /\.subresource<Grant>\('grant'\)\.create\(name, body, options\)/);
  assert.match(client, /drop\([^)]*\): Promise<ApiStatus>;/);
  assert.match(client, /import type \{ Grant \} from '\.\.\/[^']*\/keys\.x\/v1\/types\.js';/);
  assert.deepEqual(strictOf(SUBRESOURCES, compiled), []);
});

test('generates a guard and a copy function, but no definition, for a kind that is used only in a subresource', () => {
  const register = fileText(compileText(SUBRESOURCES), 'keys.x/v1/register.ts');
  assert.match(register, /function isGrant\(/);
  assert.doesNotMatch(register, /grantResource/);
  assert.match(register, /const reviewResource/);
});

test('registers the generic deepCopyJson if deepcopy-gen is false', () => {
  const doc = '// +kubebuilder:skip\n// +k8s:deepcopy-gen=false\n';
  const files = { 'odd.x/v1/doc.ts': doc, 'odd.x/v1/types.ts': KINDS };
  const compiled = compileText(files);
  assert.deepEqual(diagnosticTexts(compiled), []);
  assert.match(fileText(compiled, 'odd.x/v1/register.ts'), /deepCopy: deepCopyJson<Thing>,/);
  assert.doesNotMatch(fileText(compiled, 'odd.x/v1/deepcopy.ts'), /function/);
  assert.deepEqual(strictOf(files, compiled), []);
});

test('types the results of a create-only kind without a name and a UID', () => {
  const compiled = compileText(SUBRESOURCES);
  const client = fileText(compiled, 'keys.x/v1/client.ts');
  assert.match(client, /type ReviewClient = ReviewClient_<Review, 'Namespaced'>;/);
  assert.doesNotMatch(fileText(compiled, 'keys.x/v1/lister.ts'), /Review/);
});

const ODD_NAMES: readonly (readonly [title: string, doc: string, diagnostic: string])[] = [
  ['a group', '// +groupName=A/B', '2:4: error: "A/B" is not a valid group'],
  ['a version', '// +versionName=V1', '2:4: error: "V1" is not a valid version'],
];
for (const [title, doc, diagnostic] of ODD_NAMES) {
  test(`rejects names that are invalid in a path for kinds without CRDs: ${title}`, () => {
    const files = { ...SKIPPED, 'odd.x/v1/doc.ts': `// +kubebuilder:skip\n${doc}\n` };
    const [first = ''] = diagnosticTexts(compileText(files));
    assert.equal(first.split('\n')[0], `odd.x/v1/doc.ts:${diagnostic}`);
  });
}

const CORE = {
  'core/v1/doc.ts': '// +groupName=\n// Package v1 has the built-in kinds.\n',
  'core/v1/types.ts': `${IMPORT}
// +genclient
// +genclient:nonNamespaced
// +kubebuilder:subresource:status
export interface Namespace extends TypeMeta {
  metadata: ObjectMeta;
  spec?: { finalizers?: string[] };
  status?: { phase?: string };
}
// +genclient
export interface ConfigMap extends TypeMeta { metadata: ObjectMeta; data?: Record<string, string> }
`,
};

interface NamedObject {
  readonly kind?: string;
  readonly apiVersion?: string;
  readonly metadata: { readonly name?: string };
}

interface Client {
  create(object: NamedObject): Promise<NamedObject>;
  get(name: string): Promise<NamedObject>;
  list(): Promise<{ readonly items: NamedObject[] }>;
}

interface FakeModule {
  readonly createFakeClientset: () => {
    readonly coreV1: { namespaces(): Client; configMaps(namespace: string): Client };
    readonly fake: {
      readonly actions: readonly { readonly verb: string; readonly resource: object }[];
      reactors: object;
    };
  };
}

test('generates working clients of the core group for an empty group name', async () => {
  const compiled = compileText(CORE);
  assert.deepEqual(diagnosticTexts(compiled), []);
  assert.deepEqual(strictOf(CORE, compiled), []);
  await withOutput<FakeModule>(
    compiled,
    'testing/fake-clientset.js',
    async ({ createFakeClientset }) => {
      const { coreV1 } = createFakeClientset();
      await coreV1.namespaces().create({ metadata: { name: 'mine' } });
      const found = await coreV1.namespaces().get('mine');
      assert.deepEqual([found.apiVersion, found.kind], ['v1', 'Namespace']);
      const { items } = await coreV1.namespaces().list();
      assert.ok(items.some(({ metadata }) => metadata.name === 'mine'));
    },
  );
});

interface ClientsetModule {
  createClientset(transport: object): ReturnType<FakeModule['createFakeClientset']>;
}

test('sends requests for kinds of the core group to /api/v1', async () => {
  const asked: string[] = [];
  const transport = {
    request: ({ method, path }: { readonly method: string; readonly path: string }) => {
      asked.push(`${method} ${path}`);
      return Promise.reject(new Error('no answer'));
    },
  };
  await withOutput<ClientsetModule>(compileText(CORE), 'clientset.js', async (module) => {
    const { coreV1 } = module.createClientset(transport);
    await assert.rejects(coreV1.configMaps('default').get('a'));
    await assert.rejects(coreV1.namespaces().list());
  });
  assert.deepEqual(asked, [
    'GET /api/v1/namespaces/default/configmaps/a',
    'GET /api/v1/namespaces',
  ]);
});

interface RegisterModule {
  readonly isConfigMap: (object: object) => boolean;
  readonly configMapResource: object;
}

test('recognizes objects of the core group by their version only', async () => {
  const register = 'core/v1/register.js';
  await withOutput<RegisterModule>(compileText(CORE), register, ({ isConfigMap }) => {
    assert.ok(isConfigMap({ apiVersion: 'v1', kind: 'ConfigMap' }));
    assert.ok(!isConfigMap({ apiVersion: '/v1', kind: 'ConfigMap' }));
  });
  const text = fileText(compileText(CORE), 'core/v1/client.ts');
  assert.match(text, /\* The typed clients of v1\. /);
});

const REASON = 'error: the group core does not exist: the core group has an empty name';

test('rejects the group name core and suggests the empty name', () => {
  const refused = (doc: string): string[] => {
    const files = { ...CORE, 'core/v1/doc.ts': doc };
    return diagnosticTexts(compileText(files)).flatMap((text) => text.split('\n'));
  };
  const remedy =
    '  write // +groupName= for the built-in kinds, or a complete group name such as core.example.com';
  assert.deepEqual(
    refused('// +groupName=core\n').filter((line) => line.trim() !== '^'),
    [`core/v1/doc.ts:1:4: ${REASON}`, '    ', remedy],
  );
  assert.deepEqual(refused('// Nothing.\n')[0]?.endsWith(REASON), true);
});
