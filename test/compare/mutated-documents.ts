import {
  cloneJson,
  isJsonObject,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { printGoYaml } from '@vmgen/base/yaml';
import type { Exchange } from '../record/exchanges/exchange.js';
import { pick, type Draw } from '../support/seeded.js';
import type { QuestionClass } from './questions.js';
import { request } from './request.js';
import { WIDGET, widgetKind, widgetsIn } from './widget.js';

interface MutatedKind {
  collection(namespace: string): string;
  base(namespace: string): JsonObject;
}

const template: JsonObject = {
  metadata: { labels: { a: 'b' } },
  spec: {
    containers: [
      {
        name: 'c',
        image: 'i:1',
        env: [{ name: 'A', value: 'b' }],
        ports: [{ containerPort: 80, protocol: 'TCP' }],
        resources: { limits: { cpu: '1' } },
      },
    ],
    volumes: [{ name: 'v', emptyDir: {} }],
    nodeSelector: { a: 'b' },
  },
};

const KINDS: readonly MutatedKind[] = [
  {
    collection: (namespace) => `/api/v1/namespaces/${namespace}/configmaps`,
    base: () => ({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' }, immutable: false }),
  },
  {
    collection: (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`,
    base: () => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      spec: { replicas: 1, selector: { matchLabels: { a: 'b' } }, template },
    }),
  },
  {
    collection: (namespace) => `/api/v1/namespaces/${namespace}/events`,
    base: (namespace) => ({
      apiVersion: 'v1',
      kind: 'Event',
      involvedObject: { kind: 'Pod', name: 'p', namespace },
      reason: 'R',
      count: 1,
      firstTimestamp: '2026-01-01T00:00:00Z',
      lastTimestamp: '2026-01-01T00:00:00Z',
    }),
  },
  {
    collection: (namespace) => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`,
    base: () => ({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      spec: {
        holderIdentity: 'a',
        leaseDurationSeconds: 15,
        renewTime: '2026-01-01T00:00:00.000000Z',
      },
    }),
  },
  {
    collection: widgetsIn,
    base: () => ({
      ...WIDGET,
      spec: { size: 2, tags: ['b', 'a'], data: { a: '1' }, parts: [{ name: 'n', value: 'v' }] },
    }),
  },
];

const inGroup =
  (group: string, plural: string) =>
  (namespace: string): string =>
    `${group}/namespaces/${namespace}/${plural}`;

/** Further kinds that clients write often. */
const MORE_KINDS: readonly MutatedKind[] = [
  {
    collection: inGroup('/api/v1', 'secrets'),
    base: () => ({ apiVersion: 'v1', kind: 'Secret', type: 'Opaque', data: { a: 'YQ==' } }),
  },
  {
    collection: inGroup('/api/v1', 'services'),
    base: () => ({
      apiVersion: 'v1',
      kind: 'Service',
      spec: {
        clusterIP: 'None',
        selector: { a: 'b' },
        ports: [{ name: 'http', port: 80, targetPort: 'http', protocol: 'TCP' }],
      },
    }),
  },
  {
    collection: inGroup('/api/v1', 'pods'),
    base: () => ({ apiVersion: 'v1', kind: 'Pod', spec: template['spec'] ?? null }),
  },
  {
    collection: inGroup('/api/v1', 'serviceaccounts'),
    base: () => ({
      apiVersion: 'v1',
      kind: 'ServiceAccount',
      imagePullSecrets: [{ name: 's' }],
      automountServiceAccountToken: false,
    }),
  },
  {
    collection: inGroup('/apis/apps/v1', 'statefulsets'),
    base: () => ({
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      spec: { serviceName: 's', selector: { matchLabels: { a: 'b' } }, template },
    }),
  },
  {
    collection: inGroup('/apis/batch/v1', 'jobs'),
    base: () => ({
      apiVersion: 'batch/v1',
      kind: 'Job',
      spec: {
        backoffLimit: 2,
        template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i:1' }] } },
      },
    }),
  },
  {
    collection: inGroup('/apis/networking.k8s.io/v1', 'ingresses'),
    base: () => ({
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      spec: {
        rules: [
          {
            host: 'a.example.com',
            http: {
              paths: [
                {
                  path: '/',
                  pathType: 'Prefix',
                  backend: { service: { name: 's', port: { number: 80 } } },
                },
              ],
            },
          },
        ],
      },
    }),
  },
  {
    collection: inGroup('/apis/rbac.authorization.k8s.io/v1', 'roles'),
    base: () => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    }),
  },
];

const VALUES: readonly JsonValue[] = [
  ...[null, true, false, 0, 1, -1, 1.5, 9007199254740993n, '', 'a', '5', 'A b', 'a/b'],
  ...['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000000Z', '2026-01-01', '2026-13-01T00:00:00Z'],
  ...['2026-01-01T25:00:00Z', '2026-01-01T00:00:00', '2026-01-01 00:00:00Z', 'T'],
  ...[[], {}, [null], ['a'], [1], [{}], [[]], { a: 'b' }, { a: null }, { a: 1 }, { name: 'x' }],
];

/** A copy: a later mutation may change it. */
const anyValue = (draw: Draw): JsonValue => cloneJson(pick(VALUES, draw()));

const UNKNOWN = ['foo', 'Foo', 'x-y', 'spec', 'kind', 'metadata', 'name'];

/** The places of a document: each object or list with one of its keys. */
function placesOf(
  value: JsonValue,
): { readonly container: JsonObject | JsonValue[]; readonly key: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => [
    { container: value, key },
    ...placesOf(member),
  ]);
}

/** Changes a document in place at a random place. */
function mutate(draw: Draw, document: JsonObject): void {
  const { container, key } = pick(placesOf(document), draw());
  const roll = draw();
  if (Array.isArray(container)) {
    if (roll < 0.6) container[Number(key)] = anyValue(draw);
    else container.push(roll < 0.8 ? cloneJson(container[Number(key)] ?? null) : anyValue(draw));
    return;
  }
  const value = container[key] ?? null;
  if (roll < 0.5) container[key] = anyValue(draw);
  else if (roll < 0.6) Reflect.deleteProperty(container, key);
  else if (roll < 0.85) container[pick(UNKNOWN, draw())] = anyValue(draw);
  else {
    Reflect.deleteProperty(container, key);
    container[draw() < 0.5 ? key.toUpperCase() : key + key] = value;
  }
}

/** Repeats a random line of YAML that has a scalar, or a random key of JSON. */
function withDuplicate(draw: Draw, text: string, isYaml: boolean): string {
  if (isYaml) {
    const lines = text.split('\n');
    const at = Math.floor(draw() * lines.length);
    const line = lines[at] ?? '';
    if (!/^ *[\w.-]+: \S/.test(line)) return text;
    return [...lines.slice(0, at + 1), line, ...lines.slice(at + 1)].join('\n');
  }
  const members = [...text.matchAll(/"[\w.-]+":(?:"[^"\\]*"|\d+|true|false|null)(?=[,}])/g)];
  if (members.length === 0) return text;
  const { index, 0: member } = pick(members, draw());
  return `${text.slice(0, index)}${member},${text.slice(index)}`;
}

const VALIDATIONS = ['', '', '&fieldValidation=Strict', '&fieldValidation=Ignore'];

function documentOf(kind: MutatedKind, draw: Draw, namespace: string, name: string): JsonObject {
  const document = cloneJson<JsonObject>({
    ...kind.base(namespace),
    metadata: { name, labels: { l: 'v' }, annotations: { n: 'v' } },
  });
  for (let i = Math.floor(draw() * 3); i >= 0; i--) mutate(draw, document);
  return document;
}

interface Form {
  readonly method: Exchange['method'];
  readonly type: string;
}

const PATCH_TYPES = [
  'application/merge-patch+json',
  'application/strategic-merge-patch+json',
  'application/json-patch+json',
] as const;

/** The part of a document that a mutation changed, as a patch of the base. */
function patchOf(draw: Draw, document: JsonObject, type: string): JsonValue {
  const { apiVersion, kind, metadata, ...rest } = document;
  const whole =
    draw() < 0.2 ? document : draw() < 0.7 ? rest : { ...rest, metadata: metadata ?? null };
  if (type !== 'application/json-patch+json') return whole;
  if (apiVersion === null || kind === null) return [{ op: 'replace', path: '', value: whole }];
  const operations: JsonValue[] = [];
  const add = (path: string, value: JsonValue): void =>
    void operations.push({
      op: pick(['add', 'replace', 'remove', 'test'], draw() ** 2),
      path,
      value,
    });
  for (const [key, value] of Object.entries(whole)) {
    if (!isJsonObject(value)) add(`/${key}`, value);
    else for (const [name, member] of Object.entries(value)) add(`/${key}/${name}`, member);
  }
  return operations;
}

type Encoding = 'json' | 'yaml';

function question(
  draw: Draw,
  namespace: string,
  number: number,
  methods: readonly Form['method'][],
  { isApply, kinds }: Mutations,
): Exchange {
  const kind = pick(kinds, draw());
  const collection = kind.collection(namespace);
  const query = `?dryRun=All&fieldManager=m${pick(VALIDATIONS, draw())}`;
  const method = pick(methods, draw());
  const isCreate = method === 'POST';
  const document = documentOf(kind, draw, namespace, isCreate ? 'new' : 'base');
  const path = `${collection}${isCreate ? '' : '/base'}${query}`;
  const isPatch = method === 'PATCH' && !isApply;
  const encoding: Encoding = isPatch || draw() < 0.5 ? 'json' : 'yaml';
  const contentType = isPatch
    ? pick(PATCH_TYPES, draw())
    : isApply
      ? 'application/apply-patch+yaml'
      : `application/${encoding}`;
  const value = isPatch ? patchOf(draw, document, contentType) : document;
  const plain =
    encoding === 'yaml' && isJsonObject(value) ? printGoYaml(value) : stringifyJson(value);
  const text = draw() < 0.3 ? withDuplicate(draw, plain, encoding === 'yaml') : plain;
  const force = isApply && draw() < 0.7 ? '&force=true' : '';
  const title = `${number}: ${method} ${path} ${contentType} ${text}`;
  return request(method, path + force, text, { title, contentType });
}

/** What the questions of a class change. */
interface Mutations {
  readonly kinds: readonly MutatedKind[];
  readonly isApply: boolean;
}

const mutated = (
  name: string,
  methods: readonly Form['method'][],
  mutations: Mutations,
): QuestionClass => ({
  name,
  kind: 'Widget',
  questions: (draw, namespace, count) => ({
    before: [
      ...widgetKind,
      ...mutations.kinds.map((kind) =>
        request('POST', `${kind.collection(namespace)}?fieldManager=m`, {
          ...kind.base(namespace),
          metadata: { name: 'base' },
        }),
      ),
    ],
    exchanges: Array.from({ length: count }, (_, i) =>
      question(draw, namespace, i + 1, methods, mutations),
    ),
  }),
});

/** Documents of several kinds with changes of any type at any place. */
export const mutatedDocuments: readonly QuestionClass[] = [
  mutated('changed bodies in JSON and YAML', ['POST', 'PUT'], { kinds: KINDS, isApply: false }),
  mutated('changed patches', ['PATCH'], { kinds: KINDS, isApply: false }),
  mutated('changed applied objects', ['PATCH'], { kinds: KINDS, isApply: true }),
  mutated('changed objects of more kinds', ['POST', 'PUT', 'PATCH'], {
    kinds: MORE_KINDS,
    isApply: false,
  }),
  mutated('applied objects of more kinds', ['PATCH'], { kinds: MORE_KINDS, isApply: true }),
];
