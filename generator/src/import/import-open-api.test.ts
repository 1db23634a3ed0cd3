import type { JsonObject } from '@vmgen/base/json';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileText, fileText, diagnosticTexts } from '../testing/compile-text.js';
import { importOpenApi, type ImportOpenApiOptions } from './import-open-api.js';

const META = 'io.k8s.apimachinery.pkg.apis.meta.v1';
const FLUNDERS = 'io.k8s.sample-apiserver.pkg.apis.wardle.v1alpha1';
const ref = (name: string): JsonObject => ({
  allOf: [{ $ref: `#/components/schemas/${name}` }],
  default: {},
});
const of = (group: string, version: string, kind: string): JsonObject => ({
  group,
  version,
  kind,
});

/** An operation on objects of a kind. */
function operation(
  action: string,
  kind: JsonObject,
  parameters: readonly string[] = [],
): JsonObject {
  return {
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': kind,
    parameters: parameters.map((name) => ({ name, in: 'query' })),
    responses: {
      200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/x' } } } },
    },
  };
}

const FLUNDER = of('wardle.example.com', 'v1alpha1', 'Flunder');
const COLLECTION = '/apis/wardle.example.com/v1alpha1/namespaces/{namespace}/flunders';

/** As an aggregated API server of Go types describes itself. */
const WARDLE: JsonObject = {
  openapi: '3.0.0',
  paths: {
    '/apis/wardle.example.com/v1alpha1/': { get: {} },
    [COLLECTION]: {
      get: operation('list', FLUNDER, ['limit', 'watch']),
      post: operation('post', FLUNDER),
      parameters: [],
    },
    [`${COLLECTION}/{name}`]: {
      get: operation('get', FLUNDER),
      put: operation('put', FLUNDER),
      delete: operation('delete', FLUNDER),
    },
    [`${COLLECTION}/{name}/scale`]: {
      get: operation('get', of('autoscaling', 'v1', 'Scale')),
      put: operation('put', of('autoscaling', 'v1', 'Scale')),
    },
    [`${COLLECTION}/{name}/shout`]: { post: operation('connect', FLUNDER) },
    '/apis/wardle.example.com/v1alpha1/watch/flunders': { get: operation('watchlist', FLUNDER) },
  },
  components: {
    schemas: {
      [`${FLUNDERS}.Flunder`]: {
        description: 'Flunder is a fish.',
        type: 'object',
        properties: {
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          metadata: ref(`${META}.ObjectMeta`),
          spec: ref(`${FLUNDERS}.FlunderSpec`),
        },
        'x-kubernetes-group-version-kind': [FLUNDER],
      },
      [`${FLUNDERS}.FlunderList`]: {
        type: 'object',
        required: ['items'],
        properties: {
          apiVersion: { type: 'string' },
          items: { type: 'array', items: ref(`${FLUNDERS}.Flunder`) },
          kind: { type: 'string' },
          metadata: ref(`${META}.ListMeta`),
        },
        'x-kubernetes-group-version-kind': [of('wardle.example.com', 'v1alpha1', 'FlunderList')],
      },
      [`${FLUNDERS}.FlunderSpec`]: {
        type: 'object',
        required: ['count', 'name', 'ports'],
        'x-kubernetes-unions': [{ discriminator: 'name' }],
        properties: {
          anything: ref(`${FLUNDERS}.Anything`),
          colour: { type: 'string', enum: ['red', 'blue'] },
          count: { type: 'integer', format: 'int32', default: 0 },
          keys: { type: 'object', additionalProperties: { type: 'string', format: 'byte' } },
          limits: {
            type: 'object',
            additionalProperties: ref('io.k8s.apimachinery.pkg.api.resource.Quantity'),
          },
          name: { description: "The fish's name.", type: 'string', default: '' },
          optional: { type: 'string', default: '' },
          ports: {
            type: 'array',
            items: ref(`${FLUNDERS}.Port`),
            'x-kubernetes-list-type': 'map',
            'x-kubernetes-list-map-keys': ['number'],
            'x-kubernetes-patch-strategy': 'merge',
          },
          since: { $ref: `#/components/schemas/${META}.MicroTime` },
          template: ref('io.k8s.api.core.v1.PodTemplateSpec'),
        },
      },
      [`${FLUNDERS}.Port`]: {
        type: 'object',
        required: ['number'],
        properties: {
          number: { type: 'integer', format: 'int32', default: 0 },
          protocol: { type: 'string', default: 'TCP' },
        },
      },
      [`${FLUNDERS}.Anything`]: { description: 'Written by hand in Go.' },
      [`${FLUNDERS}.NobodyUsesIt`]: { type: 'object' },
      'io.k8s.api.core.v1.PodTemplateSpec': {
        type: 'object',
        properties: { metadata: ref(`${META}.ObjectMeta`) },
      },
      'io.k8s.apimachinery.pkg.api.resource.Quantity': {
        oneOf: [{ type: 'string' }, { type: 'number' }],
      },
      [`${META}.ObjectMeta`]: { type: 'object', properties: { name: { type: 'string' } } },
      [`${META}.ListMeta`]: { type: 'object' },
      [`${META}.MicroTime`]: { type: 'string', format: 'date-time' },
    },
  },
};

const DISCOVERY: JsonObject = {
  kind: 'APIResourceList',
  groupVersion: 'wardle.example.com/v1alpha1',
  resources: [
    {
      name: 'flunders',
      singularName: 'flunder',
      namespaced: true,
      kind: 'Flunder',
      verbs: ['create', 'delete', 'get', 'list', 'update'],
      shortNames: ['fl'],
      categories: ['all', 'fish'],
    },
  ],
};

function imported(
  document: JsonObject,
  options: Partial<ImportOpenApiOptions> = {},
): { files: Record<string, string>; problems: string[] } {
  const problems: string[] = [];
  const report = (path: string, problem: string): void => {
    problems.push(`${path} ${problem}`);
  };
  const files = importOpenApi([document], { report, ...options });
  return { files: Object.fromEntries(files.map(({ path, text }) => [path, text])), problems };
}

const TYPES = `import type { PodTemplateSpec } from '@vmgen/kubernetes/core/v1';
import type {
  Int32,
  JSONValue,
  ListMeta,
  MicroTime,
  ObjectMeta,
  ResourceList,
  TypeMeta,
} from '@vmgen/runtime';

/** Flunder is a fish. */
// +genclient
// +genclient:skipVerbs=deleteCollection,patch,apply
// +genclient:method=GetScale,verb=get,subresource=scale,result=Scale
// +genclient:method=UpdateScale,verb=update,subresource=scale,input=Scale,result=Scale
export interface Flunder extends TypeMeta {
  metadata: ObjectMeta;
  spec?: FlunderSpec;
}

export interface FlunderSpec {
  anything?: JSONValue;
  colour?: 'red' | 'blue';
  count: Int32;
  keys?: Record<string, Base64>;
  limits?: ResourceList;
  /** The fish's name. */
  name: string;
  // +kubebuilder:default=""
  optional?: string;
  // +listType=map
  // +listMapKey=number
  ports: Port[];
  since?: MicroTime;
  template?: PodTemplateSpec;
}

// +kubebuilder:validation:Format=byte
export type Base64 = string;

export interface Port {
  number: Int32;
  // +kubebuilder:default=TCP
  protocol?: string;
}

export interface FlunderList extends TypeMeta {
  metadata: ListMeta;
  items: Flunder[];
}
`;

test('an aggregated API becomes a package with its verbs and subresources', () => {
  const { files, problems } = imported(WARDLE);
  assert.deepEqual(problems, []);
  assert.deepEqual(Object.keys(files), ['wardle/v1alpha1/doc.ts', 'wardle/v1alpha1/types.ts']);
  assert.equal(files['wardle/v1alpha1/types.ts'], TYPES);
  assert.match(files['wardle/v1alpha1/doc.ts'] ?? '', /\+groupName=wardle\.example\.com\n/);
});

test('generates a typed client from imported types', () => {
  const { files } = imported(WARDLE);
  const types = files['wardle/v1alpha1/types.ts']?.replace(/.*PodTemplateSpec.*\n/g, '') ?? '';
  const compiled = compileText({ ...files, 'wardle/v1alpha1/types.ts': types });
  assert.deepEqual(diagnosticTexts(compiled), []);
  const register = fileText(compiled, 'wardle/v1alpha1/register.ts');
  assert.match(register, /plural: 'flunders'/);
  // Copies keep fields that a newer server adds.
  assert.match(register, /deepCopy: deepCopyJson<Flunder>/);
  const client = fileText(compiled, 'wardle/v1alpha1/client.ts');
  assert.match(client, /updateScale\(/);
  assert.doesNotMatch(client, /shout/);
});

test('takes verbs and short names from discovery', () => {
  const { files } = imported(WARDLE, { discovery: [DISCOVERY] });
  const types = files['wardle/v1alpha1/types.ts'] ?? '';
  assert.match(types, /\+genclient:skipVerbs=deleteCollection,watch,patch,apply\n/);
  assert.match(types, /\+kubebuilder:resource:shortName=fl,categories=\{all,fish\}\n/);
});

test('omits descriptions on request, and links to a page', () => {
  const options = {
    descriptions: false,
    markers: 'documentation',
    pageOf: ({ kind }) => `https://example.com/${kind}`,
  } satisfies Partial<ImportOpenApiOptions>;
  const types = imported(WARDLE, options).files['wardle/v1alpha1/types.ts'] ?? '';
  assert.doesNotMatch(types, /fish/);
  assert.match(types, /apply\n.*\n.*\n \*\n \* @see https:\/\/example\.com\/Flunder\n \*\//);
  assert.match(types, /  \/\*\* \+kubebuilder:default=TCP \*\//);
});

test("takes Kubernetes' own types from the documents on request", () => {
  const { files } = imported(WARDLE, { isKubernetes: true });
  assert.match(files['wardle/v1alpha1/types.ts'] ?? '', /from '\.\.\/\.\.\/core\/v1\/types\.js'/);
  assert.match(files['core/v1/types.ts'] ?? '', /metadata\?: ObjectMeta;/);
  assert.equal(files['core/v1/doc.ts'], undefined, 'a package without kinds is not a valid group');
});

test('omits methods with types of groups that are not imported', () => {
  const kindOf = (name: string, kind: JsonObject) => ({
    [name]: {
      type: 'object',
      properties: { metadata: ref(`${META}.ObjectMeta`) },
      'x-kubernetes-group-version-kind': [kind],
    },
  });
  const flunders = WARDLE['paths'] as JsonObject;
  const { problems, files } = imported({
    ...WARDLE,
    paths: {
      ...flunders,
      [`${COLLECTION}/{name}/eviction`]: {
        post: operation('post', of('policy', 'v1', 'Eviction')),
      },
      [`${COLLECTION}/{name}/exec`]: {
        get: operation('get', of('wardle.example.com', 'v1alpha1', 'FlunderExecOptions')),
      },
    },
    components: {
      schemas: {
        ...kindOf(`${FLUNDERS}.Flunder`, FLUNDER),
        ...kindOf('io.k8s.api.policy.v1.Eviction', of('policy', 'v1', 'Eviction')),
      },
    },
  });
  assert.deepEqual(problems, []);
  const types = files['wardle/v1alpha1/types.ts'] ?? '';
  assert.doesNotMatch(types, /Evict|Exec/);
  assert.match(types, /method=GetScale,.*result=Scale/);
  const compiled = compileText(files);
  assert.ok(compiled.files.length > 0, diagnosticTexts(compiled).join('\n'));
});

test('reports names and references that cannot be resolved', () => {
  const schemas = {
    [`${FLUNDERS}.Flunder`]: {
      type: 'object',
      properties: {
        metadata: ref(`${META}.ObjectMeta`),
        spec: { $ref: '#/components/schemas/com.example.v1.Gone' },
        away: { $ref: 'https://example.com/schema.json' },
        wrong: 'text',
      },
      'x-kubernetes-group-version-kind': [FLUNDER],
    },
    '../evil': { type: 'object' },
    'com.example.wardle.v1alpha1.Other': { type: 'object' },
  };
  const { problems, files } = imported({ ...WARDLE, components: { schemas } });
  assert.deepEqual(problems, [
    '../evil does not contain a group and version, such as io.k8s.api.apps.v1.Deployment',
    `${FLUNDERS}.Flunder.properties[wrong] must be an object, not a string`,
    `${FLUNDERS} has the folder wardle/v1alpha1, as com.example.wardle.v1alpha1 has`,
    'https://example.com/schema.json cannot be resolved in the documents',
    '#/components/schemas/com.example.v1.Gone cannot be resolved in the documents',
  ]);
  assert.deepEqual(Object.keys(files), ['wardle/v1alpha1/doc.ts', 'wardle/v1alpha1/types.ts']);
});
