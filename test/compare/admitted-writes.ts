import { stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import { pick, type Draw } from '../support/seeded.js';
import type { Exchange } from '../record/exchanges/exchange.js';
import type { Ask } from './ask-answers.js';
import type { QuestionClass } from './questions.js';
import { request } from './request.js';
import { definition, DEFINITIONS } from './widget.js';

const MERGE = 'application/merge-patch+json';
const APPLY = 'application/apply-patch+yaml';
const JSON_PATCH = 'application/json-patch+json';

/** How many requests each scenario has. */
const STEPS = 5;

/** A kind whose objects are written. */
export interface Subject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly plural: string;
  readonly content: JsonObject;
  /** Merged in an update. */
  readonly change: JsonObject;
  readonly hasScale: boolean;
}

const template: JsonObject = {
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};

/** What is written: objects of built-in kinds, and two versions of a kind of `group`. */
export const subjectsOf = (
  group: string,
  gears: readonly Pick<Subject, 'content' | 'change'>[],
): readonly Subject[] => [
  {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    plural: 'configmaps',
    content: { data: { a: '1' } },
    change: { data: { a: '2', c: '3' } },
    hasScale: false,
  },
  ...gears.map((gear, i) => ({
    apiVersion: `${group}/v${i + 1}`,
    kind: 'Gear',
    plural: 'gears',
    ...gear,
    hasScale: true,
  })),
  {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    plural: 'deployments',
    content: { spec: { replicas: 2, selector: { matchLabels: { a: 'b' } }, template } },
    change: { spec: { replicas: 3, paused: true } },
    hasScale: true,
  },
];

/** What admits the writes, and the writes. */
interface Admission {
  readonly name: string;
  readonly group: string;
  /** The versions of Gear. */
  readonly versions: readonly JsonObject[];
  readonly subjects: readonly Subject[];
  /** What a scenario creates before its writes: in its namespace before the object `base`, and after it. */
  prepare(
    draw: Draw,
    namespace: string,
  ): { objects?: readonly Exchange[]; rules: readonly Exchange[] };
  write(draw: Draw, subject: Subject, collection: string): Exchange;
  /** Stored last, to see when all rules take effect. */
  ready(): readonly Exchange[];
  readonly ask: Ask;
}

/** Random writes in scenarios. Each has its own namespace, which its policies or webhooks select. */
export const admittedWrites = (admission: Admission): QuestionClass => ({
  name: admission.name,
  kind: 'ConfigMap',
  areScenarios: true,
  needsOwnServers: true,
  questions(draw, prefix, count) {
    const { group, versions } = admission;
    const scenarios = Array.from({ length: count * 3 }, (_, i) =>
      scenario(admission, draw, `${prefix}-${i + 1}`, i + 1),
    );
    return {
      before: [
        request('POST', DEFINITIONS, definition(group, 'gears', 'Gear', [...versions])),
        ...scenarios.flatMap(({ before }) => before),
        ...admission.ready(),
      ],
      exchanges: scenarios.flatMap(({ exchanges }) => exchanges),
    };
  },
  ask: admission.ask,
});

/** Adds a status and a scale to a version of Gear. */
export const withSubresources = (version: JsonObject): JsonObject => ({
  ...version,
  subresources: {
    status: {},
    scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
  },
});

function scenario(of: Admission, draw: Draw, namespace: string, index: number) {
  const subject = pick(of.subjects, draw());
  const { apiVersion, plural } = subject;
  const root = apiVersion.includes('/') ? '/apis' : '/api';
  const collection = `${root}/${apiVersion}/namespaces/${namespace}/${plural}`;
  const { objects = [], rules } = of.prepare(draw, namespace);
  return {
    before: [
      request('POST', '/api/v1/namespaces', {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: namespace, labels: { scenario: `s${index % 2}` } },
      }),
      ...objects,
      request('POST', `${collection}?fieldManager=m`, objectOf(subject, 'base')),
      ...rules,
    ],
    exchanges: Array.from({ length: STEPS }, (_, i): Exchange => {
      const step = of.write(draw, subject, collection);
      return { ...step, title: `${index}.${i + 1} ${step.title}` };
    }),
  };
}

export const objectOf = ({ apiVersion, kind, content }: Subject, name: string): JsonObject => ({
  apiVersion,
  kind,
  metadata: { name, labels: { own: name } },
  ...content,
});

/** Draws the options and the object of a write: `base` in this share of the draws, and otherwise an absent one. */
export function drawWrite(draw: Draw, collection: string, share: number) {
  const isDry = draw() < 0.15;
  const query = [...(draw() < 0.5 ? ['fieldManager=m'] : []), ...(isDry ? ['dryRun=All'] : [])];
  const name = draw() < share ? 'base' : 'absent';
  const sendTo = (
    method: Exchange['method'],
    path: string,
    body?: JsonValue,
    contentType = 'application/json',
  ): Exchange => {
    const title = `${method} ${path} ${contentType} ${body === undefined ? '' : stringifyJson(body)}`;
    return request(method, path, body, { title, contentType });
  };
  const send = (method: Exchange['method'], path: string, body?: JsonValue, type?: string) =>
    sendTo(
      method,
      `${collection}${path}${query.length === 0 ? '' : `?${query.join('&')}`}`,
      body,
      type,
    );
  const applying = `?fieldManager=applier&force=true${isDry ? '&dryRun=All' : ''}`;
  return {
    name,
    send,
    patch: (path: string, body: JsonValue): Exchange => send('PATCH', path, body, JSON_PATCH),
    merge: (path: string, body: JsonValue): Exchange => send('PATCH', path, body, MERGE),
    apply: (target: string, body: JsonValue): Exchange =>
      sendTo('PATCH', `${collection}/${target}${applying}`, body, APPLY),
  };
}
