import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { Exchange } from '../record/exchanges/exchange.js';
import { pick, type Draw } from '../support/seeded.js';
import { askValues } from './ask-answers.js';
import type { QuestionClass } from './questions.js';
import { request } from './request.js';
import { WIDGET, widgetKind, widgetsIn } from './widget.js';

const PRETTY = ['', '', '', 'pretty=true', 'pretty=1', 'pretty=false', 'pretty', 'pretty=x'];
const JSON_TYPE = 'application/json';
const JSON_ACCEPTED = [
  JSON_TYPE,
  JSON_TYPE,
  JSON_TYPE,
  'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io',
];

const YAML_ACCEPTED = [
  'application/yaml',
  'application/yaml',
  'application/yaml;q=0.9, application/json;q=0.5',
  'application/yaml;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
  'application/yaml;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io, application/yaml',
];

/** Texts that YAML quotes, folds or writes as a block. */
const TEXTS = [
  ...[
    'v',
    '',
    ' ',
    'yes',
    'n',
    'null',
    '~',
    '1',
    '1.5',
    '0x1f',
    '1_0',
    '010',
    '.5',
    '-',
    '=',
    '<<',
  ],
  ...[
    '2026-01-01',
    '2026-01-01T00:00:00Z',
    '1:30',
    'a: b',
    'a #b',
    '# a',
    '- a',
    '@a',
    "it's",
    '"',
  ],
  ...[
    'a\nb',
    'a\nb\n',
    '\n',
    'a\n\n',
    ' a\nb',
    'a \nb',
    'a\tb',
    'é',
    '中',
    '😀',
    '\u00a0',
    'a\r\nb',
  ],
  'a text of several words that is longer than what the printer of the server puts on one line',
  "a text: of several words that is longer than what the printer's server puts on one line: it is",
  'a "text" of several words\tthat is longer than what the printer of the server puts on one line',
];

/** Keys of maps that JavaScript and Go have in another order. */
const KEYS = ['0', '01', '1', '10', '2', '9', 'a', 'B', '-x', '.y', '_z', '4294967296', 'ab'];

const metadata = (draw: Draw): JsonObject => ({
  finalizers: ['compared.example.com/a'],
  labels: texts(draw, ''),
  annotations: texts(draw, 'x/'),
  ownerReferences: [{ uid: 'u', name: 'o', kind: 'K', apiVersion: 'v1', controller: true }],
});

function texts(draw: Draw, prefix: string): JsonObject {
  const keys = KEYS.filter((key) => /^\w+$/.test(key) && draw() < 0.4);
  return Object.fromEntries(keys.map((key) => [`${prefix}k${key}`, 'v']));
}

const dataOf = (draw: Draw, values: readonly string[] = ['v']): JsonObject =>
  Object.fromEntries(KEYS.filter(() => draw() < 0.4).map((key) => [key, pick(values, draw())]));

const container = (name: string): JsonObject => ({
  name,
  image: 'i:1',
  env: [
    { name: 'A', value: 'b' },
    { name: 'B', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
  ],
  ports: [{ containerPort: 80, name: 'http' }],
  resources: { requests: { memory: '1Gi', cpu: '1' }, limits: { cpu: '2' } },
  volumeMounts: [{ mountPath: '/a', name: 'v', readOnly: true }],
});

const podSpec = (): JsonObject => ({
  containers: [{ ...container('c'), livenessProbe: { httpGet: { path: '/', port: 80 } } }],
  initContainers: [container('i')],
  volumes: [{ name: 'v', configMap: { name: 'c', items: [{ path: 'p', key: 'k' }] } }],
  nodeSelector: { b: '1', a: '2' },
  tolerations: [{ operator: 'Exists', key: 'k' }],
});

interface TextKind {
  collection(namespace: string): string;
  object(draw: Draw, values?: readonly string[]): JsonObject;
}

const KINDS: readonly TextKind[] = [
  {
    collection: (namespace) => `/api/v1/namespaces/${namespace}/configmaps`,
    object: (draw, values) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      data: dataOf(draw, values),
      immutable: false,
    }),
  },
  {
    collection: (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`,
    object: () => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      spec: {
        selector: { matchLabels: { b: '1', a: '2' } },
        template: { metadata: { labels: { b: '1', a: '2' } }, spec: podSpec() },
        strategy: { rollingUpdate: { maxUnavailable: 1, maxSurge: '25%' }, type: 'RollingUpdate' },
        replicas: 1,
      },
    }),
  },
  {
    collection: (namespace) => `/api/v1/namespaces/${namespace}/events`,
    object: () => ({
      apiVersion: 'v1',
      kind: 'Event',
      source: { host: 'h', component: 'c' },
      reason: 'R',
      message: 'm',
      firstTimestamp: '2026-01-01T00:00:00Z',
      count: 1,
    }),
  },
  {
    collection: widgetsIn,
    object: (draw, values) => ({
      ...WIDGET,
      spec: {
        tags: ['b', 'a'],
        size: 2,
        data: dataOf(draw, values),
        any: { b: [{ d: 1, c: 2 }], a: { 1: 1, 0: 0 } },
        parts: [{ value: 'v', name: 'n' }],
      },
    }),
  },
];

function objectOf(
  kind: TextKind,
  draw: Draw,
  namespace: string,
  name: string,
  values?: readonly string[],
): JsonObject {
  const object: JsonObject = {
    ...kind.object(draw, values),
    metadata: { ...metadata(draw), name },
  };
  const isEvent = object['kind'] === 'Event';
  return isEvent
    ? { ...object, involvedObject: { namespace, name: 'p', kind: 'Pod', apiVersion: 'v1' } }
    : object;
}

/** A copy whose objects have their members in random order. */
function shuffled(draw: Draw, value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map((item) => shuffled(draw, item));
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([key, it]) => ({ key, it, at: draw() }));
  members.sort((a, b) => a.at - b.at);
  return Object.fromEntries(members.map(({ key, it }) => [key, shuffled(draw, it)]));
}

const withQuery = (path: string, ...queries: readonly string[]): string => {
  const query = queries.filter((each) => each !== '').join('&');
  return query === '' ? path : `${path}?${query}`;
};

function question(draw: Draw, namespace: string, number: number, form: AnswerForm): Exchange {
  const kind = pick(KINDS, draw());
  const collection = kind.collection(namespace);
  const pretty = pick(PRETTY, draw());
  const dry = 'dryRun=All&fieldManager=m';
  const body = (name: string): string =>
    stringifyJson(shuffled(draw, objectOf(kind, draw, namespace, name, form.values)));
  const title = (what: string): string => `${number}: ${what}`;
  const made = (method: Exchange['method'], path: string, text?: string): Exchange => {
    const accept = pick(form.accepted, draw());
    return request(method, path, text, {
      title: title(`${method} ${path} ${accept} ${text ?? ''}`),
      accept,
    });
  };
  const roll = draw();
  if (roll < 0.2) return made('GET', withQuery(`${collection}/base`, pretty));
  if (roll < 0.35) return made('GET', withQuery(collection, pretty));
  if (roll < 0.4) return made('GET', withQuery(`${collection}/missing`, pretty));
  if (roll < 0.65) return made('POST', withQuery(collection, dry, pretty), body('new'));
  if (roll < 0.8) return made('PUT', withQuery(`${collection}/base`, dry, pretty), body('base'));
  if (roll < 0.85) return made('POST', withQuery(collection, dry, pretty), '{"metadata":[]}');
  if (roll < 0.9) {
    const patch = stringifyJson({ metadata: { labels: { z: 'z', a: 'a' } } });
    const merge = made('PATCH', withQuery(`${collection}/base`, dry, pretty), patch);
    return { ...merge, contentType: 'application/merge-patch+json' };
  }
  return made('DELETE', withQuery(`${collection}/base`, 'dryRun=All', pretty));
}

/** The form in which answers are requested. */
interface AnswerForm {
  readonly accepted: readonly string[];
  /** The values of maps. */
  readonly values: readonly string[];
}

const answersIn = (name: string, form: AnswerForm): QuestionClass => ({
  name,
  kind: 'Widget',
  ask: askValues,
  questions: (draw, namespace, count) => ({
    before: [
      ...widgetKind,
      ...KINDS.map((kind) =>
        request(
          'POST',
          `${kind.collection(namespace)}?fieldManager=m`,
          shuffled(draw, objectOf(kind, draw, namespace, 'base', form.values)),
        ),
      ),
    ],
    exchanges: Array.from({ length: count }, (_, i) => question(draw, namespace, i + 1, form)),
  }),
});

/** Answers in JSON. */
export const jsonAnswers = answersIn('JSON answers and errors', {
  accepted: JSON_ACCEPTED,
  values: ['v'],
});

/** Answers in YAML. */
export const yamlAnswers = answersIn('YAML answers and errors', {
  accepted: YAML_ACCEPTED,
  values: TEXTS,
});
