import type { JsonObject, JsonValue } from '@vmgen/base/json';
import type { Exchange } from '../record/exchanges/exchange.js';
import { pick, type Draw } from '../support/seeded.js';
import { askScenarios } from './ask-answers.js';
import type { QuestionClass } from './questions.js';
import { request } from './request.js';
import { DEFINITIONS, definition, version } from './widget.js';

const MERGE = 'application/merge-patch+json';

/** Names of a second definition of the group, most of which the first one has already. */
const RIVALS: readonly JsonObject[] = [
  { plural: 'bees', kind: 'A' },
  { plural: 'bees', kind: 'B', shortNames: ['as'] },
  { plural: 'bees', kind: 'B', singular: 'a' },
  { plural: 'bees', kind: 'B', listKind: 'AList' },
  { plural: 'bees', kind: 'B', shortNames: ['b'] },
  { plural: 'bees', kind: 'B' },
];

const CHANGES: readonly JsonValue[] = [
  { spec: { names: { plural: 'as', kind: 'A', shortNames: ['x'] } } },
  { spec: { names: { plural: 'as', kind: 'Other' } } },
  { spec: { versions: [version('v1', true), version('v2', false)] } },
  { spec: { versions: [version('v1', false), version('v2', true)] } },
  { spec: { versions: [version('v2', true)] } },
  { spec: { scope: 'Cluster' } },
  { metadata: { finalizers: ['compared.example.com/f'] } },
  { metadata: { finalizers: [] } },
  { metadata: { labels: { a: 'b' } } },
  { spec: { preserveUnknownFields: true } },
];

function scenario(draw: Draw, namespace: string, id: number): Exchange[] {
  const group = `g${id}.${namespace}.example.com`;
  const [first, second] = [`${DEFINITIONS}/as.${group}`, `${DEFINITIONS}/bees.${group}`];
  const objects = `/apis/${group}/v1/namespaces/${namespace}/as`;
  const steps: Exchange[] = [];
  const add = (
    method: Exchange['method'],
    path: string,
    body?: JsonValue,
    contentType?: string,
  ): void => {
    const title = `${id}.${steps.length + 1} ${method} ${path.slice(path.lastIndexOf('/'))}`;
    steps.push(
      request(method, path, body, { title, ...(contentType === undefined ? {} : { contentType }) }),
    );
  };
  const object = (name: string, finalizers: JsonValue): JsonObject => ({
    apiVersion: `${group}/v1`,
    kind: 'A',
    metadata: { name, finalizers },
  });
  const patch = (path: string, body: JsonValue): void => add('PATCH', path, body, MERGE);

  add('POST', DEFINITIONS, definition(group, 'as', 'A'));
  add('GET', first);
  const isHeld = draw() < 0.6;
  if (draw() < 0.8) add('POST', objects, object('held', isHeld ? ['compared.example.com/f'] : []));
  if (draw() < 0.5) {
    const rival = definition(group, 'bees', 'B');
    const names = pick(RIVALS, draw());
    const spec = { ...(rival['spec'] as JsonObject), names };
    add('POST', DEFINITIONS, { ...rival, spec });
    add('GET', second);
    add('GET', first);
  }
  for (let i = Math.floor(draw() * 3); i > 0; i--) {
    patch(first, pick(CHANGES, draw()));
    add('GET', first);
  }
  if (draw() < 0.3) {
    patch(`${first}/status`, {
      status: { storedVersions: pick([['v1'], ['v2'], ['v1', 'v2']], draw()) },
    });
    add('GET', first);
  }
  if (draw() < 0.8) {
    add('DELETE', first);
    add('GET', first);
    add('POST', objects, object('late', []));
    if (draw() < 0.3) {
      add('POST', DEFINITIONS, definition(group, 'as', 'A'));
      add('GET', first);
    }
    if (draw() < 0.3) add('DELETE', first);
    if (draw() < 0.3) patch(first, pick(CHANGES, draw()));
    patch(`${objects}/held`, { metadata: { finalizers: null } });
    add('GET', `${first}?until=gone`);
    add('GET', second);
  }
  return steps;
}

/** The status of definitions while they are created, changed and deleted. */
export const definitionsOverTime: QuestionClass = {
  name: 'definitions over time',
  kind: 'CustomResourceDefinition',
  ask: askScenarios,
  areScenarios: true,
  questions: (draw, namespace, count) => ({
    before: [],
    exchanges: Array.from({ length: count }, (_, i) => scenario(draw, namespace, i + 1)).flat(),
  }),
};
