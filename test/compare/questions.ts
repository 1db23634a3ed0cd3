import { stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { Exchange, ExchangeFile } from '../record/exchanges/exchange.js';
import { pick, type Draw } from '../support/seeded.js';
import { admissionPolicies } from './admission-policies.js';
import { admissionWebhooks } from './admission-webhooks.js';
import { jsonAnswers, yamlAnswers } from './answer-forms.js';
import type { Ask } from './ask-answers.js';
import { conversionWebhooks } from './conversion-webhooks.js';
import { definitionsOverTime } from './definitions-over-time.js';
import { managedFields } from './managed-fields.js';
import { mutatedDocuments } from './mutated-documents.js';
import { merged, request } from './request.js';

/** A class of random questions. */
export interface QuestionClass {
  readonly name: string;
  readonly kind: string;
  /** The requests that come first, and `count` questions. */
  questions(draw: Draw, namespace: string, count: number): Questions;
  /** How the answers are read; by default, the difference that a request makes to its object. */
  readonly ask?: Ask;
  /**
   * The questions depend on each other, so those with different answers are not sent again. Each
   * consists of several requests, so a tenth of them is asked.
   */
  readonly areScenarios?: boolean;
  /** Its objects change the answers to other classes, such as admission policies: it needs servers of its own. */
  readonly needsOwnServers?: boolean;
}

/** What is sent first without a comparison, and the questions. */
type Questions = Pick<ExchangeFile, 'before' | 'exchanges'>;

/** A class of writes to one object, `base`. */
interface WriteClass {
  readonly name: string;
  readonly kind: string;
  readonly apiVersion: string;
  /** The collection below the namespace, such as `/api/v1/namespaces/NAME/configmaps`. */
  collection(namespace: string): string;
  base(namespace: string): JsonObject;
  question(draw: Draw, base: JsonObject): Question;
}

function ofWrites(writes: WriteClass): QuestionClass {
  return {
    ...writes,
    questions(draw, namespace, count) {
      const collection = writes.collection(namespace);
      const base = writes.base(namespace);
      const exchanges = Array.from({ length: count }, (_, i): Exchange => {
        const { method, path, contentType, body } = writes.question(draw, base);
        const title = `${i + 1}: ${method} ${path} ${contentType} ${body}`;
        return request(method, collection + path, body, { title, contentType });
      });
      return { before: [request('POST', `${collection}?fieldManager=m`, base)], exchanges };
    },
  };
}

/** A question to the collection of its class. */
interface Question {
  readonly method: Exchange['method'];
  /** Behind the collection. */
  readonly path: string;
  readonly contentType: string;
  readonly body: string;
}

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const MERGE = 'application/merge-patch+json';
const STRATEGIC = 'application/strategic-merge-patch+json';
const JSON_PATCH = 'application/json-patch+json';
const APPLY = 'application/apply-patch+yaml';

/** Values of all types, as clients send them by mistake. */
const VALUES: readonly JsonValue[] = [
  null,
  true,
  0,
  1,
  -1,
  1.5,
  9007199254740993n,
  '',
  'a',
  'a/b',
  'Not OK',
  '5',
  '2026-01-01T00:00:00Z',
  [],
  [null],
  ['a'],
  [1],
  [{}],
  {},
  { a: 'b' },
  { a: null },
  { a: 1 },
];

const META_FIELDS = [
  'annotations',
  'creationTimestamp',
  'deletionGracePeriodSeconds',
  'deletionTimestamp',
  'finalizers',
  'generateName',
  'generation',
  'labels',
  'namespace',
  'ownerReferences',
  'resourceVersion',
  'selfLink',
  'uid',
  'unknown',
] as const;

const EVENT_FIELDS = [
  'action',
  'count',
  'eventTime',
  'firstTimestamp',
  'involvedObject',
  'lastTimestamp',
  'message',
  'reason',
  'related',
  'reportingComponent',
  'reportingInstance',
  'series',
  'source',
  'type',
] as const;

const LEASE_FIELDS = [
  'acquireTime',
  'holderIdentity',
  'leaseDurationSeconds',
  'leaseTransitions',
  'preferredHolder',
  'renewTime',
  'strategy',
  'unknown',
] as const;

const TIMES: readonly JsonValue[] = [
  '2026-01-01T00:00:00.000000Z',
  '2026-01-01T00:00:00Z',
  '2026-01-01T00:00:00.5Z',
  '2026-13-01T00:00:00Z',
];

const BODIES = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '"a"',
  '5',
  '{',
  '{"a"}',
  '{"a":1,}',
  '{"metadata":{"name":"x"}} x',
  '{"kind":1}',
  '{"kind":"Secret"}',
  '{"apiVersion":"v2"}',
  '{"apiVersion":1,"metadata":{}}',
  '{"metadata":{"name":"x"},"data":{"1":"a","a":"b","0":"c"}}',
  '{"metadata":{"name":"x"},"data":{"a":"1","a":"2"}}',
  '{"metadata":{"name":"x"},"foo":1,"bar":{"a":2}}',
  'metadata: {name: x}\ndata: {a: b}\n',
  'metadata: {name: x}\ndata: {a: yes}\n',
  'metadata: {name: x}\ndata: {a: b, a: c}\n',
  'metadata: [name\n',
  'a: b: c\n',
  '\tmetadata: {}\n',
  '- a\n- b\n',
  '---\n',
] as const;

const VALIDATIONS = [
  '',
  '&fieldValidation=Strict',
  '&fieldValidation=Warn',
  '&fieldValidation=Ignore',
];

/** A value at one or two fields of an object. */
function change(draw: Draw, fields: readonly string[], values: readonly JsonValue[]): JsonObject {
  const changed: JsonObject = { [pick(fields, draw())]: pick(values, draw()) };
  if (draw() < 0.3) changed[pick(fields, draw())] = pick(values, draw());
  return changed;
}

/** A create, an update or a patch of any language that brings `part` into the base. */
function write(draw: Draw, base: JsonObject, part: JsonObject, type: JsonObject): Question {
  const name = { metadata: { name: 'new' } };
  const query = `?dryRun=All&fieldManager=m${pick(VALIDATIONS, draw())}`;
  const roll = draw();
  if (roll < 0.35) {
    const body = stringifyJson(merged(merged(base, name), part));
    return { method: 'POST', path: query, contentType: JSON_TYPE, body };
  }
  if (roll < 0.5) {
    const body = stringifyJson(merged(base, part));
    return { method: 'PUT', path: `/base${query}`, contentType: JSON_TYPE, body };
  }
  if (roll < 0.65) {
    return {
      method: 'PATCH',
      path: `/base${query}`,
      contentType: MERGE,
      body: stringifyJson(part),
    };
  }
  if (roll < 0.8) {
    const body = stringifyJson(part);
    return { method: 'PATCH', path: `/base${query}`, contentType: STRATEGIC, body };
  }
  const body = stringifyJson(merged({ ...type, metadata: { name: 'base' } }, part));
  return { method: 'PATCH', path: `/base${query}`, contentType: APPLY, body };
}

const configMap = {
  kind: 'ConfigMap',
  apiVersion: 'v1',
  collection: (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`,
  base: (): JsonObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'base' },
    data: { a: '1' },
  }),
};
const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap' };

const writeClasses: readonly WriteClass[] = [
  {
    name: 'metadata of any type',
    ...configMap,
    question: (draw, base) =>
      write(draw, base, { metadata: change(draw, META_FIELDS, VALUES) }, CONFIG_MAP),
  },
  {
    name: 'fields of any type',
    ...configMap,
    question: (draw, base) =>
      write(
        draw,
        base,
        change(draw, ['data', 'binaryData', 'immutable', 'foo'], VALUES),
        CONFIG_MAP,
      ),
  },
  {
    name: 'bodies and field validation',
    ...configMap,
    question(draw) {
      const type = pick([JSON_TYPE, YAML_TYPE, MERGE, STRATEGIC, JSON_PATCH, APPLY], draw());
      const isCreate = type === JSON_TYPE || type === YAML_TYPE;
      const query = `?dryRun=All&fieldManager=m${pick(VALIDATIONS, draw())}`;
      return {
        method: isCreate ? 'POST' : 'PATCH',
        path: isCreate ? query : `/base${query}`,
        contentType: type,
        body: pick(BODIES, draw()),
      };
    },
  },
  {
    name: 'Events',
    kind: 'Event',
    apiVersion: 'v1',
    collection: (namespace) => `/api/v1/namespaces/${namespace}/events`,
    base: (namespace) => ({
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { name: 'base' },
      involvedObject: { kind: 'Pod', name: 'p', namespace },
      reason: 'R',
    }),
    question: (draw, base) =>
      write(draw, base, change(draw, EVENT_FIELDS, [...VALUES, ...TIMES, { count: 2 }]), {
        apiVersion: 'v1',
        kind: 'Event',
      }),
  },
  {
    name: 'Leases',
    kind: 'Lease',
    apiVersion: 'coordination.k8s.io/v1',
    collection: (namespace) => `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases`,
    base: () => ({
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'base' },
      spec: { holderIdentity: 'a', leaseDurationSeconds: 15 },
    }),
    question: (draw, base) =>
      write(
        draw,
        base,
        { spec: change(draw, LEASE_FIELDS, [...VALUES, ...TIMES]) },
        { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease' },
      ),
  },
];

/** The classes that are asked, each with questions of its own. */
export const questionClasses: readonly QuestionClass[] = [
  ...writeClasses.map(ofWrites),
  jsonAnswers,
  yamlAnswers,
  managedFields,
  ...mutatedDocuments,
  definitionsOverTime,
  admissionPolicies,
  admissionWebhooks,
  conversionWebhooks,
];
