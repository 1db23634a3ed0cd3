import type { Transport } from '@vmgen/runtime';
import { canonicalJson } from '@vmgen/runtime/internal';
import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { verdictOf } from '../support/ask.js';
import { waitFor } from '../support/wait-for.js';
import { pick, type Draw } from '../support/seeded.js';
import type { Exchange, ExchangeFile } from '../record/exchanges/exchange.js';
import { prepareExchanges, sendExchange } from '../record/exchanges/ask-exchanges.js';
import { withoutVolatile } from '../record/exchanges/without-volatile.js';
import {
  admittedWrites,
  drawWrite,
  objectOf,
  subjectsOf,
  withSubresources,
  type Subject,
} from './admitted-writes.js';
import type { QuestionClass } from './questions.js';
import { request } from './request.js';
import {
  scriptPath,
  startWebhookServer,
  type ReceivedCall,
  type Script,
  type WebhookServer,
} from './webhook-server.js';
import { version } from './widget.js';

const CONFIGURATIONS = '/apis/admissionregistration.k8s.io/v1';

/** Replaced by the address and the CA of the webhook server, which each server has for itself. */
export const HOST = 'WEBHOOKS';
export const CA = 'CA-BUNDLE';

const GROUP = 'hooked.example.com';

/** Webhook configurations with random rules and scripted answers, and random writes to which they apply. */
export const admissionWebhooks: QuestionClass = admittedWrites({
  name: 'Admission webhooks',
  group: GROUP,
  versions: [gear('v1', true), gear('v2', false)],
  subjects: [
    ...subjectsOf(GROUP, [
      { content: { spec: { size: 2 } }, change: { spec: { size: 3, tags: ['x'] } } },
      {
        content: { spec: { color: 'blue' }, status: { phase: 'early' } },
        change: { spec: { color: 'green' } },
      },
    ]),
    {
      apiVersion: 'v1',
      kind: 'Service',
      plural: 'services',
      content: { spec: { clusterIP: 'None', ports: [{ port: 80 }] } },
      // The real server allocates addresses by IPAddress objects, which pass admission too.
      change: { spec: { clusterIP: 'None', ports: [{ port: 81 }] } },
      hasScale: false,
    },
  ],
  prepare(draw, namespace) {
    const hooks = Array.from({ length: 1 + Math.floor(draw() * 3) }, (_, i) =>
      hook(draw, `h${i + 1}`, namespace, i),
    );
    const kinds = ['Mutating', 'Validating'] as const;
    const rules = kinds.flatMap((kind) => {
      const own = hooks.filter((each) => each.kind === kind).map(({ webhook }) => webhook);
      return own.length === 0 ? [] : [configured(kind, namespace, own)];
    });
    return { rules };
  },
  write,
  ready: () => READY,
  ask: askWithWebhooks,
});

function gear(name: string, storage: boolean): JsonObject {
  return {
    ...withSubresources(version(name, storage)),
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: {
              size: { type: 'integer', default: 1, maximum: 10 },
              color: { type: 'string', default: 'red' },
              tags: { type: 'array', items: { type: 'string' } },
            },
          },
          status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        },
      },
    },
  };
}

const configured = (kind: Hook['kind'], name: string, webhooks: JsonValue[]): Exchange =>
  request('POST', `${CONFIGURATIONS}/${kind.toLowerCase()}webhookconfigurations`, {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: `${kind}WebhookConfiguration`,
    metadata: { name },
    webhooks,
  });

const inNamespace = (namespace: string): JsonObject => ({
  matchLabels: { 'kubernetes.io/metadata.name': namespace },
});

/** Created last, to see when all configurations take effect. */
const READY = (['Mutating', 'Validating'] as const).map((kind) =>
  configured(kind, 'zz-ready', [
    {
      ...hookWith('ready', { response: { allowed: false, status: { message: kind } } }),
      objectSelector: { matchLabels: { ready: kind } },
      rules: [rule(['CREATE'], ['configmaps'])],
    },
  ]),
);

function rule(operations: string[], resources: string[], more: JsonObject = {}): JsonObject {
  return { operations, apiGroups: ['*'], apiVersions: ['*'], resources, ...more };
}

function hookWith(name: string, script: Script): JsonObject {
  return {
    name: `${name}.hooks.example.com`,
    clientConfig: { url: `https://${HOST}${scriptPath(name, script)}`, caBundle: CA },
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
  };
}

interface Hook {
  readonly kind: 'Mutating' | 'Validating';
  readonly webhook: JsonObject;
}

const OPERATIONS = [['*'], ['*'], ['CREATE', 'UPDATE'], ['CREATE'], ['UPDATE'], ['DELETE']];

const RESOURCES = [
  ['*'],
  ['*/*'],
  ['*/*'],
  ['*/*'],
  ['configmaps', 'gears', 'services'],
  ['*/status'],
  ['*/scale'],
  ['gears/*', 'deployments/*'],
];

const RULE_PARTS: readonly JsonObject[] = [
  {},
  {},
  {},
  {},
  { scope: 'Namespaced' },
  { scope: 'Cluster' },
  { apiVersions: ['v1'] },
  { apiVersions: ['v2'] },
  { apiGroups: [GROUP] },
];

const CONDITIONS = [
  'object.metadata.name == "base"',
  'oldObject == null',
  'request.operation != "DELETE"',
  'object == null || has(object.data)',
  'object.data.a == "1"',
  'request.userInfo.username != "nobody"',
  'object.spec.size > 2',
  'request.dryRun',
  'request.options.fieldManager == "m"',
  'request.kind.kind == "Gear" && request.resource.resource == "gears"',
  'request.name != ""',
  '!(request.subResource in ["status", "scale"])',
  'request.namespace.startsWith("compared")',
  'object.metadata.labels.own != oldObject.metadata.labels.own',
];

const HOOK_PARTS: readonly JsonObject[] = [
  {},
  {},
  {},
  {},
  { failurePolicy: 'Ignore' },
  { failurePolicy: 'Ignore' },
  { matchPolicy: 'Exact' },
  { sideEffects: 'NoneOnDryRun' },
  { admissionReviewVersions: ['v1beta1'] },
  { admissionReviewVersions: ['v2', 'v1'] },
  { timeoutSeconds: 5 },
  { objectSelector: { matchLabels: { own: 'base' } } },
  { objectSelector: { matchExpressions: [{ key: 'own', operator: 'DoesNotExist' }] } },
  { objectSelector: { matchExpressions: [{ key: 'new', operator: 'Exists' }] } },
];

function hook(draw: Draw, name: string, namespace: string, index: number): Hook {
  const kind = draw() < 0.6 ? 'Mutating' : 'Validating';
  const script: Script =
    draw() < 0.7
      ? kind === 'Mutating'
        ? { patch: patch(draw) }
        : pick(VERDICTS, draw())
      : pick(draw() < 0.6 ? VERDICTS : FAULTS, draw());
  const conditions: JsonObject =
    draw() < 0.3
      ? {
          matchConditions: Array.from({ length: 1 + Math.floor(draw() * 2) }, (_, i) => ({
            name: `c${i}`,
            expression: pick(CONDITIONS, draw()),
          })),
        }
      : {};
  return {
    kind,
    webhook: {
      // The first of several denials wins, so they arrive one after the other.
      ...hookWith(name, index === 0 ? script : { delayMs: index * 40, ...script }),
      rules: [rule(pick(OPERATIONS, draw()), pick(RESOURCES, draw()), pick(RULE_PARTS, draw()))],
      namespaceSelector: inNamespace(namespace),
      ...(kind === 'Mutating' && draw() < 0.5 ? { reinvocationPolicy: 'IfNeeded' } : {}),
      ...pick(HOOK_PARTS, draw()),
      ...conditions,
      // A hanging webhook must not take long.
      ...(isHanging(script) ? { timeoutSeconds: 1 } : {}),
    },
  };
}

const isHanging = ({ delayMs = 0 }: Script): boolean => delayMs > 1000;

const VERDICTS: readonly Script[] = [
  {},
  { response: { warnings: ['careful', 'twice'] } },
  { response: { allowed: false } },
  { response: { allowed: false, status: { message: 'no', code: 403, reason: 'Forbidden' } } },
  { response: { allowed: false, status: { reason: 'OnlyReason', code: 422 } } },
  { response: { allowed: false, status: { message: 'low', code: 200 } } },
  { response: { allowed: false, status: { code: 499, status: 'Success' } } },
  {
    response: {
      allowed: false,
      warnings: ['denied'],
      status: {
        message: 'detailed',
        code: 409,
        details: {
          name: 'n',
          kind: 'k',
          retryAfterSeconds: 3,
          causes: [{ reason: 'FieldValueInvalid', message: 'm', field: 'f' }],
        },
      },
    },
  },
  { response: { auditAnnotations: { a: 'b' } } },
];

const FAULTS: readonly Script[] = [
  { status: 500, text: 'broken', headers: { 'content-type': 'text/plain' } },
  { status: 503, text: 'busy', headers: { 'content-type': 'text/plain' } },
  { status: 404, text: '{}' },
  { status: 403, text: 'go away', headers: { 'content-type': 'text/plain' } },
  { status: 418, text: 'tea', headers: { 'content-type': 'text/plain' } },
  {
    status: 400,
    text: '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"own","code":400}',
  },
  { text: '' },
  { text: 'no json' },
  { text: '[]' },
  { text: '{}' },
  { text: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"}' },
  { review: { kind: 'Other' } },
  { review: { apiVersion: 'admission.k8s.io/v7' } },
  { review: { apiVersion: null } },
  { review: { kind: null } },
  { review: { response: null } },
  { response: { uid: 'other' } },
  { response: { uid: null } },
  { response: { allowed: 'yes' } },
  { response: { allowed: null } },
  { response: { patch: 'AAA' } },
  { response: { patchType: 'JSONPatch' } },
  { response: { patchType: 'Merge', patch: 'e30=' } },
  { response: { patchType: 'JSONPatch', patch: 'e30=' } },
  { response: { patchType: 'JSONPatch', patch: '***' } },
  { response: { warnings: 'one' } },
  { response: { status: { code: 'x' } } },
  { closes: true },
  { delayMs: 1500 },
  { redirect: 307 },
  { redirect: 302 },
  { status: 201 },
];

const PATCHES: readonly JsonValue[] = [
  [{ op: 'add', path: '/metadata/labels/new', value: 'x' }],
  [{ op: 'add', path: '/metadata/labels', value: { new: 'y' } }],
  [{ op: 'add', path: '/metadata/annotations', value: { note: 'z' } }],
  [{ op: 'add', path: '/metadata/annotations/deep', value: 'z' }],
  [{ op: 'replace', path: '/data/a', value: '9' }],
  [{ op: 'replace', path: '/data/absent', value: '9' }],
  [{ op: 'remove', path: '/data/absent' }],
  [{ op: 'remove', path: '/data' }],
  [{ op: 'add', path: '/data/empty' }],
  [{ op: 'add', path: '/data', value: { n: 5 } }],
  [{ op: 'add', path: '/spec/size', value: 5 }],
  [{ op: 'add', path: '/spec/size', value: 50 }],
  [{ op: 'add', path: '/spec/size', value: 'big' }],
  [{ op: 'remove', path: '/spec/size' }],
  [{ op: 'remove', path: '/spec' }],
  [{ op: 'add', path: '/spec/unknown', value: { a: 1 } }],
  [{ op: 'add', path: '/unknown', value: 1 }],
  [{ op: 'add', path: '/status', value: { phase: 'patched' } }],
  [{ op: 'add', path: '/spec/replicas', value: 7 }],
  [{ op: 'add', path: '/spec/replicas', value: -1 }],
  [{ op: 'add', path: '/spec/replicas', value: 'many' }],
  [{ op: 'replace', path: '/metadata/name', value: 'renamed' }],
  [{ op: 'add', path: '/metadata/namespace', value: 'default' }],
  [{ op: 'add', path: '/metadata/labels/number', value: 5 }],
  [{ op: 'add', path: '/metadata/labels/bad', value: '!' }],
  [{ op: 'add', path: '/metadata/resourceVersion', value: '5' }],
  [{ op: 'add', path: '/metadata/uid', value: 'abc' }],
  [{ op: 'add', path: '/metadata/generation', value: 77 }],
  [{ op: 'add', path: '/metadata/managedFields', value: [] }],
  [{ op: 'remove', path: '/metadata/managedFields' }],
  [{ op: 'add', path: '/metadata/finalizers', value: ['a.example.com/f'] }],
  [{ op: 'replace', path: '/kind', value: 'Other' }],
  [{ op: 'replace', path: '/apiVersion', value: 'v7' }],
  [{ op: 'test', path: '/metadata/name', value: 'base' }],
  [{ op: 'test', path: '/metadata/name', value: 'other' }],
  [{ op: 'copy', from: '/metadata/labels', path: '/metadata/annotations' }],
  [{ op: 'move', from: '/metadata/labels', path: '/metadata/annotations' }],
  [{ op: 'replace', path: '', value: { a: 1 } }],
  [{ op: 'wave', path: '/data' }],
  [{ op: 'add', path: 'data', value: 1 }],
  [{ op: 'add', path: '/metadata/labels/~1', value: 'x' }],
  [],
  {},
];

function patch(draw: Draw): JsonValue {
  // Most patches apply to all kinds.
  return pick(draw() < 0.4 ? PATCHES.slice(0, 4) : PATCHES, draw());
}

function write(draw: Draw, subject: Subject, collection: string): Exchange {
  const { apiVersion, kind, change, hasScale } = subject;
  const { name, send, patch, merge, apply } = drawWrite(draw, collection, 0.85);
  const whole = objectOf(subject, name);
  const changed = Object.fromEntries(
    Object.entries({ ...whole, ...change }).map(([key, value]) => {
      const before = whole[key];
      return [key, isJsonObject(before) && isJsonObject(value) ? { ...before, ...value } : value];
    }),
  );
  const { metadata: _, ...unnamed } = whole;
  const newName = (): string => `new-${Math.floor(draw() * 3)}`;
  const applied = { apiVersion, kind, metadata: { labels: { applied: 'a' } }, ...subject.content };
  const annotations = [{ op: 'add', path: '/metadata/annotations', value: { j: 'p' } }];
  const choices: readonly (() => Exchange)[] = [
    () => send('POST', '', objectOf(subject, newName())),
    () => send('POST', '', objectOf(subject, newName())),
    () => send('POST', '', { ...unnamed, metadata: { generateName: 'gen-' } }),
    () => send('POST', '', objectOf(subject, 'Bad_Name')),
    () => send('PUT', `/${name}`, changed),
    () => merge(`/${name}`, change),
    () => merge(`/${name}`, { metadata: { labels: { merged: 'm' } } }),
    () => merge(`/${name}`, {}),
    () => patch(`/${name}`, annotations),
    () => apply(draw() < 0.5 ? name : 'applied', applied),
    () => merge(`/${name}/status`, { status: { phase: 'p', replicas: 1 } }),
    () =>
      hasScale ? merge(`/${name}/scale`, { spec: { replicas: 4 } }) : merge(`/${name}`, change),
    () => send('DELETE', `/${name}`),
    () => send('DELETE', `/${newName()}`),
    () =>
      send('DELETE', `/${name}`, {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy: 'Background',
        dryRun: ['All'],
      }),
    () => send('DELETE', ''),
  ];
  return pick(choices, draw())();
}

/** Asks with a webhook server of its own, and adds what the webhooks received to each answer. */
async function askWithWebhooks(asked: Transport, file: ExchangeFile): Promise<JsonObject> {
  const webhooks = await startWebhookServer();
  try {
    const own = pointedAt(webhooks);
    const server = withUserAgent(asked);
    await prepareExchanges(server, { ...file, before: file.before.map(own) });
    await waitUntilReady(server);
    webhooks.take();
    const answers: JsonObject = {};
    for (const exchange of file.exchanges) {
      const response = await sendExchange(server, own(exchange));
      const text = await response.text();
      const calls = webhooks.take();
      answers[exchange.title] = withoutHost(answerOf(response, text, calls), webhooks.host);
    }
    return answers;
  } finally {
    await webhooks.close();
  }
}

/** Both servers derive the field manager from it. */
export function withUserAgent(server: Transport): Transport {
  return {
    ...server,
    request: (call) =>
      server.request({ ...call, headers: { ...call.headers, 'user-agent': 'compared/1' } }),
  };
}

export function pointedAt({ host, caBundle }: WebhookServer): (exchange: Exchange) => Exchange {
  return (exchange) => {
    const { body } = exchange;
    if (body === undefined) return exchange;
    const text = typeof body === 'string' ? body : stringifyJson(body);
    return {
      ...exchange,
      body: text.replaceAll(`https://${HOST}/`, `https://${host}/`).replaceAll(CA, caBundle),
      isRaw: true,
    };
  };
}

async function waitUntilReady(server: Transport): Promise<void> {
  for (const kind of ['Mutating', 'Validating']) {
    await waitFor(`the webhooks take effect (${kind})`, 30_000, async () => {
      const exchange = request('POST', '/api/v1/namespaces/default/configmaps?dryRun=All', {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'ready', labels: { ready: kind } },
      });
      const response = await sendExchange(server, exchange);
      return response.status === 400 ? true : undefined;
    });
  }
}

function answerOf(
  response: Awaited<ReturnType<typeof sendExchange>>,
  text: string,
  calls: readonly ReceivedCall[],
): JsonObject {
  const parsed = text.startsWith('{') ? parseJson(text) : {};
  const body = isJsonObject(parsed) ? parsed : {};
  const { status, message, causes, warnings } = verdictOf(response, body);
  const isFailure = status >= 300;
  return {
    status,
    ...(isFailure
      ? {
          message,
          causes: [...causes],
          reason: body['reason'] ?? null,
          details: withoutCauses(body['details']),
        }
      : { object: masked(body) }),
    warnings: [...warnings],
    calls: calls
      .map(({ hook, method, review }): JsonObject => ({ hook, method, review: masked(review) }))
      .sort((a, b) => (stringifyJson(a) < stringifyJson(b) ? -1 : 1)),
  };
}

function withoutCauses(details: JsonValue | undefined): JsonValue {
  if (!isJsonObject(details)) return details ?? null;
  const { causes: _, ...rest } = details;
  return masked(rest);
}

/** Removes what differs between servers: generated values and the user. */
export function masked(value: JsonValue): JsonValue {
  return mapMembers(withoutVolatile(value, ''), (key, member) => {
    if (key === 'userInfo') return 'USER';
    // Their order depends on the time.
    const isUnordered = key === 'managedFields' && Array.isArray(member);
    return isUnordered ? member.map((item) => canonicalJson(item)).sort() : member;
  });
}

function mapMembers(
  value: JsonValue,
  replace: (key: string, member: JsonValue) => JsonValue,
): JsonValue {
  if (Array.isArray(value)) return value.map((item) => mapMembers(item, replace));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replace(key, mapMembers(member, replace))]),
  );
}

export function withoutHost(answer: JsonObject, host: string): JsonObject {
  const text = stringifyJson(answer).replaceAll(host, HOST);
  const parsed = parseJson(withoutVolatile(text, ''));
  return isJsonObject(parsed) ? parsed : {};
}
