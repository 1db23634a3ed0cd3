import type { Transport } from '@vmgen/runtime';
import {
  isJsonObject,
  parseJson,
  stringifyJson,
  type JsonObject,
  type JsonValue,
} from '@vmgen/base/json';
import { pick, type Draw } from '../support/seeded.js';
import { waitFor } from '../support/wait-for.js';
import type { Exchange, ExchangeFile } from '../record/exchanges/exchange.js';
import { prepareExchanges, sendExchange } from '../record/exchanges/ask-exchanges.js';
import { CA, HOST, masked, pointedAt, withoutHost, withUserAgent } from './admission-webhooks.js';
import type { QuestionClass } from './questions.js';
import { request } from './request.js';
import { startWebhookServer, type AnswerCall } from './webhook-server.js';
import { definition, DEFINITIONS } from './widget.js';

/** How many requests each scenario has. */
const STEPS = 10;

/**
 * Requests for kinds with three versions and a conversion webhook. An object may have an annotation with
 * which the webhook answers a conversion of it wrongly. Each scenario has a kind of its own, because such
 * an object fails the lists of all namespaces.
 */
export const conversionWebhooks: QuestionClass = {
  name: 'Conversion webhooks',
  kind: 'Thing',
  areScenarios: true,
  needsOwnServers: true,
  questions(draw, namespace, count) {
    const scenarios = Array.from({ length: count * 2 }, (_, i) => scenario(draw, namespace, i + 1));
    return {
      before: scenarios.map(({ kind }) => request('POST', DEFINITIONS, kind)),
      exchanges: scenarios.flatMap(({ exchanges }) => exchanges),
    };
  },
  ask: askWithConversion,
};

const GROUP = 'converted.example.com';
const VERSIONS = ['v1', 'v2', 'v3'] as const;
type Version = (typeof VERSIONS)[number];

const text: JsonObject = { type: 'string' };

/** v2 renames the size of v1 and has other defaults; v3 requires a field, and has one tag only. */
const SPECS: Readonly<Record<Version, JsonObject>> = {
  v1: {
    type: 'object',
    properties: {
      size: { type: 'integer', default: 1, maximum: 10 },
      color: { ...text, default: 'red' },
      tags: { type: 'array', items: text },
      note: text,
    },
  },
  v2: {
    type: 'object',
    properties: {
      replicas: { type: 'integer' },
      color: text,
      tags: { type: 'array', items: text },
      note: { ...text, default: 'none' },
    },
  },
  v3: {
    type: 'object',
    required: ['replicas'],
    properties: { replicas: { type: 'integer' }, color: text, tag: text, note: text },
  },
};

function versionOf(name: Version, storage: boolean): JsonObject {
  return {
    name,
    served: true,
    storage,
    subresources: { status: {} },
    additionalPrinterColumns: [
      { name: 'Size', type: 'integer', jsonPath: name === 'v1' ? '.spec.size' : '.spec.replicas' },
    ],
    ...(name === 'v3' ? {} : { selectableFields: [{ jsonPath: '.spec.color' }] }),
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: SPECS[name],
          status: { type: 'object', properties: { phase: text } },
        },
      },
    },
  };
}

function kindOf(index: number, stored: Version, reviewVersions: string[]): JsonObject {
  const versions = VERSIONS.map((name) => versionOf(name, name === stored));
  const base = definition(GROUP, `things${index}`, `Thing${index}`, versions);
  const spec = isJsonObject(base['spec']) ? base['spec'] : {};
  const conversion = {
    strategy: 'Webhook',
    webhook: {
      conversionReviewVersions: reviewVersions,
      clientConfig: { url: `https://${HOST}/convert`, caBundle: CA },
    },
  };
  return { ...base, spec: { ...spec, conversion } };
}

/** The wrong answers of the webhook: changes of the response, of the review or of the converted object. */
interface Fault {
  readonly status?: number;
  readonly text?: string;
  readonly closes?: boolean;
  review?(review: JsonObject): JsonObject;
  response?(response: JsonObject): JsonObject;
  object?(object: JsonObject): JsonValue;
  metadata?(metadata: JsonObject): JsonValue;
}

const result = (content: JsonObject): Fault => ({
  response: (response) => ({ ...response, result: content, convertedObjects: [] }),
});

/** By name. An annotation `fault-VERSION` selects one for conversions to a version. */
const FAULTS: Readonly<Record<string, Fault>> = {
  status: { status: 500, text: 'broken' },
  'not-found': { status: 404, text: 'no such page' },
  text: { text: 'hello' },
  empty: { text: '' },
  list: { text: '[]' },
  closes: { closes: true },
  kind: { review: (review) => ({ ...review, kind: 'Other' }) },
  'review-version': { review: (review) => ({ ...review, apiVersion: 'apiextensions.k8s.io/v7' }) },
  'no-response': { review: ({ response: _, ...review }) => review },
  'other-uid': { response: (response) => ({ ...response, uid: 'other' }) },
  'no-uid': { response: ({ uid: _, ...response }) => response },
  failed: result({ status: 'Failed', message: 'cannot convert this' }),
  'failed-silently': result({ status: 'Failed' }),
  'no-result': { response: ({ result: _, ...response }) => response },
  'no-status': result({ message: 'no status' }),
  'no-objects': { response: (response) => ({ ...response, convertedObjects: [] }) },
  'absent-objects': { response: ({ convertedObjects: _, ...response }) => response },
  'two-objects': {
    response: (response) => {
      const { convertedObjects: objects } = response;
      return {
        ...response,
        convertedObjects: Array.isArray(objects) ? [...objects, ...objects] : [],
      };
    },
  },
  'null-object': { object: () => null },
  'no-type': { object: ({ kind: _, ...object }) => object },
  'other-version': { object: (object) => ({ ...object, apiVersion: `${GROUP}/v9` }) },
  'other-kind': { object: (object) => ({ ...object, kind: 'Other' }) },
  'no-metadata': { object: ({ metadata: _, ...object }) => object },
  'text-metadata': { object: (object) => ({ ...object, metadata: 'x' }) },
  name: { metadata: (metadata) => ({ ...metadata, name: 'renamed' }) },
  namespace: { metadata: (metadata) => ({ ...metadata, namespace: 'default' }) },
  uid: { metadata: (metadata) => ({ ...metadata, uid: 'abc' }) },
  'text-labels': { metadata: (metadata) => ({ ...metadata, labels: 'a=b' }) },
  'number-label': { metadata: (metadata) => ({ ...metadata, labels: { a: 5 } }) },
  'null-label': { metadata: (metadata) => ({ ...metadata, labels: { a: null } }) },
  'bad-label': { metadata: (metadata) => ({ ...metadata, labels: { a: '!' } }) },
  'bad-labels': { metadata: (metadata) => ({ ...metadata, labels: { 'a b': 'c', d: '!' } }) },
  'bad-annotation': {
    metadata: (metadata) => ({
      ...metadata,
      annotations: { ...asObject(metadata['annotations']), 'a b': 'c' },
    }),
  },
  'null-labels': { metadata: (metadata) => ({ ...metadata, labels: null }) },
  'more-labels': {
    metadata: (metadata) => ({
      ...metadata,
      labels: { ...asObject(metadata['labels']), by: 'webhook' },
    }),
  },
  'other-metadata': {
    metadata: (metadata) => ({
      ...metadata,
      finalizers: ['a.example.com/f'],
      generation: 77,
      creationTimestamp: '2001-01-01T00:00:00Z',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u' }],
      unknown: 1,
    }),
  },
  'unknown-field': {
    object: (object) => ({ ...object, extra: 1, spec: { ...asObject(object['spec']), extra: 2 } }),
  },
  'wrong-types': {
    object: (object) => ({ ...object, spec: { replicas: 'many', size: 'big', tags: 5 } }),
  },
  'null-fields': { object: (object) => ({ ...object, spec: { color: null, tags: null } }) },
  'null-spec': { object: (object) => ({ ...object, spec: null }) },
  'no-spec': { object: ({ spec: _, ...object }) => object },
  'text-spec': { object: (object) => ({ ...object, spec: 'x' }) },
};

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

const asObject = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Converts between all versions. What a version does not have is in annotations. */
function converted(object: JsonObject, target: string): JsonObject {
  const source = textOf(object['apiVersion']).slice(GROUP.length + 1);
  const { size, replicas, tag, tags, ...rest } = asObject(object['spec']);
  const count = size ?? replicas;
  const all = source === 'v3' ? (tag === undefined ? undefined : [tag]) : tags;
  const spec: JsonObject = { ...rest };
  if (count !== undefined) spec[target === 'v1' ? 'size' : 'replicas'] = count;
  if (target === 'v3') {
    if (Array.isArray(all) && all[0] !== undefined) spec['tag'] = all[0];
  } else if (all !== undefined) spec['tags'] = all;
  return {
    ...object,
    apiVersion: `${GROUP}/${target}`,
    ...(object['spec'] === undefined ? {} : { spec }),
  };
}

const answerCall: AnswerCall = (sent) => {
  const review = asObject(sent);
  const { uid = null, desiredAPIVersion = '', objects = [] } = asObject(review['request']);
  const target = textOf(desiredAPIVersion).slice(GROUP.length + 1);
  const [object = {}] = Array.isArray(objects) ? objects.map(asObject) : [];
  const annotations = asObject(asObject(object['metadata'])['annotations']);
  const fault = FAULTS[textOf(annotations[`fault-${target}`])] ?? {};
  if (fault.closes === true) return undefined;
  const whole = converted(object, target);
  const changed: JsonValue = fault.object?.(whole) ?? (fault.object === undefined ? whole : null);
  const answer =
    isJsonObject(changed) && fault.metadata !== undefined
      ? { ...changed, metadata: fault.metadata(asObject(changed['metadata'])) }
      : changed;
  const response: JsonObject = {
    uid,
    convertedObjects: [answer],
    result: { status: 'Success' },
  };
  const reply: JsonObject = {
    apiVersion: review['apiVersion'] ?? null,
    kind: 'ConversionReview',
    response: fault.response?.(response) ?? response,
  };
  return {
    ...(fault.status === undefined ? {} : { status: fault.status }),
    text: fault.text ?? stringifyJson(fault.review?.(reply) ?? reply),
  };
};

interface Scenario {
  readonly kind: JsonObject;
  readonly exchanges: readonly Exchange[];
}

function scenario(draw: Draw, namespace: string, index: number): Scenario {
  const stored = pick(VERSIONS, draw());
  const others = VERSIONS.filter((version) => version !== stored);
  const kind = kindOf(
    index,
    stored,
    pick([['v1'], ['v1'], ['v1', 'v1beta1'], ['v1beta1']], draw()),
  );
  const isFaulty = draw() < 0.6;
  const subject: Subject = {
    plural: `things${index}`,
    kind: `Thing${index}`,
    namespace,
    stored,
    fault: isFaulty ? pick(Object.keys(FAULTS), draw()) : undefined,
    faultyVersion: pick(draw() < 0.8 ? others : [stored], draw()),
  };
  const first = [
    write(subject, 'POST', stored, '', objectOf(subject, stored, 'base')),
    write(subject, 'POST', stored, '', objectOf(subject, stored, 'other', false)),
  ];
  return {
    kind,
    exchanges: [...first, ...Array.from({ length: STEPS - 2 }, () => step(draw, subject))].map(
      (each, i) => ({ ...each, title: `${index}.${i + 1} ${each.title}` }),
    ),
  };
}

interface Subject {
  readonly plural: string;
  readonly kind: string;
  readonly namespace: string;
  readonly stored: Version;
  /** The name of the fault of the object `base`. */
  readonly fault: string | undefined;
  readonly faultyVersion: Version;
}

function objectOf(subject: Subject, version: Version, name: string, isFaulty = true): JsonObject {
  const { kind, fault, faultyVersion } = subject;
  const annotations: JsonObject =
    fault === undefined || !isFaulty ? {} : { [`fault-${faultyVersion}`]: fault };
  return {
    apiVersion: `${GROUP}/${version}`,
    kind,
    metadata: { name, labels: { own: name }, annotations: { a: 'b', ...annotations } },
    spec: specOf(version),
  };
}

const specOf = (version: Version): JsonObject =>
  ({
    v1: { size: 2, tags: ['x', 'y'] },
    v2: { replicas: 3, color: 'blue', tags: ['x', 'y'] },
    v3: { replicas: 4, tag: 'z' },
  })[version];

const MERGE = 'application/merge-patch+json';
const JSON_PATCH = 'application/json-patch+json';
const APPLY = 'application/apply-patch+yaml';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const METADATA = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';

function collectionOf({ plural, namespace }: Subject, version: Version): string {
  return `/apis/${GROUP}/${version}/namespaces/${namespace}/${plural}`;
}

function write(
  subject: Subject,
  method: Exchange['method'],
  version: Version,
  path: string,
  body?: JsonValue,
  options: { readonly contentType?: string; readonly accept?: string | undefined } = {},
): Exchange {
  const whole = `${collectionOf(subject, version)}${path}`;
  const { contentType = 'application/json', accept = 'application/json' } = options;
  const shown = body === undefined ? '' : stringifyJson(body);
  const title = `${method} ${whole} ${contentType} ${accept} ${shown} (stored ${subject.stored}, ${subject.faultyVersion}: ${subject.fault ?? 'no fault'})`;
  return request(method, whole, body, { title, contentType, accept });
}

function step(draw: Draw, subject: Subject): Exchange {
  const version = pick(VERSIONS, draw());
  const name = pick(['base', 'base', 'base', 'other', 'other', 'absent'], draw());
  const dry = draw() < 0.1 ? 'dryRun=All' : '';
  const manager = pick(['m1', 'm2'], draw());
  const query = `?fieldManager=${manager}${dry === '' ? '' : `&${dry}`}`;
  const color = pick(['green', 'blue', 5, null], draw());
  const send = (method: Exchange['method'], path: string, body?: JsonValue): Exchange =>
    write(subject, method, version, path, body);
  const get = (path: string, accept?: string): Exchange =>
    write(subject, 'GET', version, path, undefined, { accept });
  const patch = (path: string, body: JsonValue, contentType = MERGE): Exchange =>
    write(subject, 'PATCH', version, path, body, { contentType });
  const selections = [
    '?limit=1',
    '?resourceVersion=0',
    '?labelSelector=own%3Dother',
    '?fieldSelector=spec.color%3Dblue',
  ];
  const choices: readonly (() => Exchange)[] = [
    () => get(`/${name}`),
    () => get(`/${name}`),
    () => get(`/${name}?resourceVersion=0`),
    () => get(`/${name}`, pick([TABLE, METADATA], draw())),
    () => get(`/${name}/status`),
    () => get(''),
    () => get(pick(selections, draw())),
    () => get('', pick([TABLE, METADATA_LIST], draw())),
    () => get(`?watch=true&timeoutSeconds=1&resourceVersion=0`),
    () => send('POST', query, objectOf(subject, version, pick(['third', 'base'], draw()))),
    () => send('POST', query, objectOf(subject, version, 'fourth', false)),
    () => send('PUT', `/${name}${query}`, objectOf(subject, version, name)),
    () => patch(`/${name}${query}`, { spec: { color } }),
    () => patch(`/${name}${query}`, { metadata: { labels: { merged: 'm' } } }),
    () => patch(`/${name}${query}`, {}),
    () => patch(`/${name}/status${query}`, { status: { phase: 'p' } }),
    () => patch(`/${name}${query}`, [{ op: 'add', path: '/spec/note', value: 'n' }], JSON_PATCH),
    () =>
      patch(
        `/${pick([name, 'applied'], draw())}${query}${pick(['', '&force=true'], draw())}`,
        {
          apiVersion: `${GROUP}/${version}`,
          kind: subject.kind,
          spec: pick([specOf(version), { note: 'applied' }], draw()),
        },
        APPLY,
      ),
    () => send('DELETE', `/${name}${dry === '' ? '' : `?${dry}`}`),
    () => send('DELETE', draw() < 0.5 ? '?labelSelector=own%3Dother' : `/${name}`),
  ];
  return pick(choices, draw())();
}

/** Asks with a webhook server of its own. */
async function askWithConversion(asked: Transport, file: ExchangeFile): Promise<JsonObject> {
  const webhooks = await startWebhookServer(answerCall);
  try {
    const own = pointedAt(webhooks);
    const server = withUserAgent(asked);
    await prepareExchanges(server, { ...file, before: file.before.map(own) });
    for (const { title, path } of file.exchanges.filter(({ title }) => title.includes('.1 '))) {
      await waitFor(`the kind is served: ${title}`, 60_000, async () => {
        const response = await server.request({ method: 'GET', path });
        await response.text();
        return response.status === 200 ? true : undefined;
      });
    }
    const answers: JsonObject = {};
    for (const exchange of file.exchanges) {
      // A list waits until the watch cache has all changes.
      const [collection, query = ''] = exchange.path.split('?');
      if (query.includes('resourceVersion=0')) {
        await (await server.request({ method: 'GET', path: collection ?? '' })).text();
      }
      const response = await sendExchange(server, exchange);
      const text = await response.text();
      answers[exchange.title] = withoutHost(
        answerOf(response.status, response.headers['warning'], text),
        webhooks.host,
      );
    }
    return answers;
  } finally {
    await webhooks.close();
  }
}

function answerOf(status: number, warning: string | undefined, text: string): JsonObject {
  // A watch answers with a line per event.
  const isWatch = /^\{"type":"[A-Z]+","object":/.test(text);
  const shown = text
    .replaceAll(/(?<=revision=)\d+/g, 'VERSION')
    .replaceAll(/(?<="continue":")[^"]+/g, 'TOKEN')
    // The texts of Kubernetes.
    .replaceAll(/"description":"[^"]*"/g, '"description":""');
  const values = (isWatch ? shown.trim().split('\n') : [shown]).map((part) =>
    part.startsWith('{') ? masked(parseJson(part)) : part,
  );
  return { status, warning: warning ?? null, answer: isWatch ? values : (values[0] ?? null) };
}
