import { isJsonObject, stringifyJson, type JsonObject, type JsonValue } from '@vmgen/base/json';
import type { Exchange } from '../record/exchanges/exchange.js';
import { pick, type Draw } from '../support/seeded.js';
import { askOwners } from './ask-answers.js';
import type { QuestionClass } from './questions.js';
import { merged, request } from './request.js';
import { DEFINITIONS, definition, version, WIDGET, widgetKind, widgetsIn } from './widget.js';

interface OwnedKind {
  readonly collection: (namespace: string) => string;
  readonly type: { readonly apiVersion: string; readonly kind: string };
  readonly name: string;
  readonly base: JsonObject;
  /** Changes of the object, each one of which may be a part of a write. */
  readonly changes: readonly JsonObject[];
  readonly statuses: readonly JsonValue[];
}

const METADATA: readonly JsonObject[] = [
  { metadata: { labels: { a: 'x', b: 'y' } } },
  { metadata: { labels: {} } },
  { metadata: { annotations: { 'x/a': 'b' } } },
  { metadata: { finalizers: ['compared.example.com/f'] } },
  { metadata: { finalizers: [] } },
  { metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'K', name: 'o', uid: 'u' }] } },
];

const condition = (type: string, status: string): JsonObject => ({
  type,
  status,
  reason: 'R',
  message: '',
  lastTransitionTime: '2026-01-01T00:00:00Z',
});

const template: JsonObject = {
  metadata: { labels: { a: 'b' } },
  spec: { containers: [{ name: 'c', image: 'i' }] },
};

const KINDS: readonly OwnedKind[] = [
  {
    collection: (namespace) => `/api/v1/namespaces/${namespace}/configmaps`,
    type: { apiVersion: 'v1', kind: 'ConfigMap' },
    name: 'base',
    base: { data: { a: '1' } },
    changes: [{ data: { a: '2' } }, { data: { b: '' } }, { data: {} }, { immutable: false }],
    statuses: [],
  },
  {
    collection: (namespace) => `/apis/apps/v1/namespaces/${namespace}/deployments`,
    type: { apiVersion: 'apps/v1', kind: 'Deployment' },
    name: 'base',
    base: { spec: { selector: { matchLabels: { a: 'b' } }, template } },
    changes: [
      { spec: { replicas: 3 } },
      { spec: { strategy: { type: 'Recreate', rollingUpdate: null } } },
      { spec: { template: { spec: { containers: [{ name: 'c', image: 'j' }] } } } },
      { spec: { template: { spec: { containers: [{ name: 'd', image: 'i' }] } } } },
      { spec: { template: { spec: { nodeSelector: { a: 'b' } } } } },
    ],
    statuses: [
      { observedGeneration: 1 },
      { replicas: 2, conditions: [condition('Available', 'True')] },
      { conditions: [condition('Available', 'False'), condition('Progressing', 'True')] },
    ],
  },
  {
    collection: widgetsIn,
    type: WIDGET,
    name: 'base',
    base: { spec: { tags: ['a'], parts: [{ name: 'p' }], data: { a: '1' } } },
    changes: [
      { spec: { size: 2 } },
      { spec: { tags: ['b', 'a'] } },
      { spec: { tags: [] } },
      { spec: { parts: [{ name: 'p', value: 'v' }, { name: 'q' }] } },
      { spec: { data: { b: '2' } } },
      { spec: { any: { a: [{ b: 1 }], c: {} } } },
      { spec: { any: null, data: null } },
    ],
    statuses: [{}, { a: 1 }, { conditions: [condition('Ready', 'True')] }, 'x', null],
  },
  {
    collection: () => DEFINITIONS,
    type: { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition' },
    name: 'owned.owned.example.com',
    base: definition('owned.example.com', 'owned', 'Owned'),
    changes: [
      { spec: { names: { shortNames: ['ow'] } } },
      { spec: { names: { categories: ['all'] } } },
      { spec: { versions: [version('v1', true), version('v2', false)] } },
      { spec: { conversion: { strategy: 'None' } } },
    ],
    statuses: [{ storedVersions: ['v1'] }, { conditions: [condition('Custom', 'True')] }],
  },
];

const APPLY = 'application/apply-patch+yaml';
const MERGE = 'application/merge-patch+json';

function question(draw: Draw, namespace: string, number: number): Exchange {
  const kind = pick(KINDS, draw());
  const collection = kind.collection(namespace);
  const query = `?dryRun=All&fieldManager=${pick(['m', 'n', 'o'], draw())}`;
  const isStatus = kind.statuses.length > 0 && draw() < 0.3;
  const part = isStatus
    ? { status: pick(kind.statuses, draw()) }
    : merged(
        pick([...kind.changes, ...METADATA], draw()),
        pick([...kind.changes, ...METADATA], draw()),
      );
  const path = `${collection}/${kind.name}${isStatus ? '/status' : ''}`;
  const named = { ...kind.type, metadata: { name: kind.name } };
  const made = (
    method: Exchange['method'],
    to: string,
    body: JsonValue,
    contentType = 'application/json',
  ): Exchange => {
    const text = stringifyJson(body);
    const title = `${number}: ${method} ${to} ${contentType} ${text}`;
    return request(method, to, text, { title, contentType });
  };
  const roll = draw();
  if (roll < 0.15) return made('GET', path, null);
  if (roll < 0.35) return made('PATCH', path + query, part, MERGE);
  if (roll < 0.5) {
    const whole = merged(merged(named, kind.base), part);
    return made('PUT', path + query, {
      ...whole,
      metadata: { ...object(whole['metadata']), name: kind.name },
    });
  }
  const force = draw() < 0.7 ? '&force=true' : '';
  return made('PATCH', path + query + force, merged(named, part), APPLY);
}

const object = (value: JsonValue | undefined): JsonObject => (isJsonObject(value) ? value : {});

/** Who owns the fields of an object after a write. */
export const managedFields: QuestionClass = {
  name: 'managedFields',
  kind: 'Widget',
  ask: askOwners,
  questions: (draw, namespace, count) => ({
    before: [
      ...widgetKind,
      ...KINDS.flatMap(({ collection, type, name, base, changes, statuses }) => {
        const whole = merged({ ...type, metadata: { name } }, base);
        const path = `${collection(namespace)}/${name}`;
        const [change = {}] = changes;
        const applied = merged({ ...type, metadata: { name } }, change);
        const status = statuses.at(-1) === null ? { a: 1 } : statuses[0];
        return [
          request('POST', `${collection(namespace)}?fieldManager=m`, whole),
          request('PATCH', `${path}?fieldManager=n&force=true`, applied, { contentType: APPLY }),
          ...(status === undefined
            ? []
            : [
                request(
                  'PATCH',
                  `${path}/status?fieldManager=s`,
                  { status },
                  { contentType: MERGE },
                ),
              ]),
        ];
      }),
    ],
    exchanges: Array.from({ length: count }, (_, i) => question(draw, namespace, i + 1)),
  }),
};
