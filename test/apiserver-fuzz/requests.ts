import { pick, type Draw } from '../support/seeded.js';
import type { FuzzRequest } from './client.js';
import { DEFINITIONS, KINDS, NAMESPACES, widgetDefinition, type FuzzKind } from './kinds.js';
import { isMapping } from '@vmgen/runtime/meta';

/** What can be asked, and how often beside the others. */
const WEIGHTS = {
  create: 24,
  update: 12,
  mergePatch: 14,
  jsonPatch: 6,
  strategicPatch: 5,
  apply: 10,
  delete: 10,
  get: 10,
  list: 10,
  watch: 1,
  deleteCollection: 0.3,
  changeDefinition: 1,
  deleteDefinition: 0.05,
  namespace: 0.3,
  strangePath: 2,
} as const;
type Operation = keyof typeof WEIGHTS;

const CHOICES = Object.entries(WEIGHTS).flatMap(([operation, weight]) =>
  Array.from({ length: Math.round(weight * 20) }, () => operation as Operation),
);

/** Values of unexpected types. */
const STRANGE: readonly unknown[] = [
  null,
  [],
  {},
  '',
  0,
  -1,
  1.5,
  1e300,
  true,
  [null],
  [{}],
  ['a', 'a'],
  { a: null },
  '\u0000\u2028\ud800',
  'x'.repeat(300),
  '2026-01-01T00:00:00Z',
  '__proto__',
  Array.from({ length: 500 }, () => ({})),
];

const FIELDS = ['finalizers', 'ownerReferences', 'managedFields', 'labels', 'annotations'];
const JSON_TYPE = { 'content-type': 'application/json' };
const as = (type: string): Record<string, string> => ({
  'content-type': `application/${type}`,
});

/** The next request of a random sequence. */
export function nextRequest(random: Draw): FuzzRequest {
  const operation = pick(CHOICES, random());
  const kind = pick(KINDS, random());
  const name = `o${Math.floor(random() * 6)}`;
  const collection = collectionOf(kind, pick(NAMESPACES, random()));
  const below = random() < 0.1 ? `/${pick([...kind.subresources, 'status', 'no'], random())}` : '';
  const path = `${collection}/${name}${below}`;
  const send = (
    method: string,
    to: string,
    body?: unknown,
    headers: Record<string, string> = JSON_TYPE,
  ): FuzzRequest => ({
    method,
    path: `${to}${method === 'GET' ? '' : queryOf(random)}`,
    headers: { ...headers, ...acceptOf(random) },
    body: body === undefined ? undefined : textOf(body, random),
  });
  switch (operation) {
    case 'create':
      return send('POST', below === '' ? collection : path, objectOf(kind, name, random));
    case 'update':
      return send('PUT', path, objectOf(kind, name, random));
    case 'mergePatch':
      return send('PATCH', path, patchOf(kind, name, random), as('merge-patch+json'));
    case 'strategicPatch':
      return send('PATCH', path, patchOf(kind, name, random), as('strategic-merge-patch+json'));
    case 'jsonPatch':
      return send('PATCH', path, jsonPatch(random), as('json-patch+json'));
    case 'apply': {
      const query = `?fieldManager=m${Math.floor(random() * 3)}&force=true`;
      const body = objectOf(kind, name, random);
      return { ...send('PATCH', path, body, as('apply-patch+yaml')), path: `${path}${query}` };
    }
    case 'delete':
      return send('DELETE', path, random() < 0.2 ? deleteOptions(random) : undefined);
    case 'get':
      return send('GET', path);
    case 'list':
      return send('GET', `${random() < 0.3 ? collectionOf(kind) : collection}${listQuery(random)}`);
    case 'watch':
      return send('GET', `${collection}?watch=true&timeoutSeconds=1&${listQuery(random).slice(1)}`);
    case 'deleteCollection':
      return send('DELETE', collection);
    case 'changeDefinition':
      return random() < 0.3
        ? send('POST', DEFINITIONS, widgetDefinition(random))
        : plain('PATCH', `${DEFINITIONS}/widgets.fuzz.test`, {
            spec: widgetDefinition(random)['spec'],
          });
    case 'deleteDefinition':
      return send('DELETE', `${DEFINITIONS}/widgets.fuzz.test`);
    case 'namespace':
      return namespaceRequest(random);
    case 'strangePath':
      return send(pick(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], random()), strangePath(random));
  }
}

/** What other requests need: sent before the first, and now and then again. */
export function preparation(random: Draw): readonly FuzzRequest[] {
  return [
    ...NAMESPACES.map((name) => plain('POST', '/api/v1/namespaces', namespaceNamed(name))),
    plain('POST', DEFINITIONS, widgetDefinition(random)),
  ];
}

function plain(method: string, path: string, body: unknown): FuzzRequest {
  const headers = method === 'PATCH' ? as('merge-patch+json') : JSON_TYPE;
  return { method, path, headers, body: JSON.stringify(body) };
}

const namespaceNamed = (name: string): unknown => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
});

function namespaceRequest(random: Draw): FuzzRequest {
  const name = pick(NAMESPACES, random());
  if (random() < 0.98) return plain('POST', '/api/v1/namespaces', namespaceNamed(name));
  return { method: 'DELETE', path: `/api/v1/namespaces/${name}`, headers: {}, body: undefined };
}

function collectionOf({ path, kind, isNamespaced }: FuzzKind, namespace?: string): string {
  const inside = isNamespaced && namespace !== undefined ? `/namespaces/${namespace}` : '';
  return `${path}${inside}/${kind.toLowerCase()}s`;
}

function objectOf(kind: FuzzKind, name: string, random: Draw): unknown {
  const { apiVersion } = kind;
  const metadata = { name, labels: { tier: pick(['gold', 'tin'], random()) } };
  const object = { apiVersion, kind: kind.kind, metadata, ...kind.content(random) };
  if (random() < 0.02) Object.assign(metadata, { finalizers: ['fuzz.test/hold'] });
  return random() < 0.3 ? disturbed(object, random) : object;
}

function patchOf(kind: FuzzKind, name: string, random: Draw): unknown {
  if (random() < 0.2) return { metadata: { finalizers: null } };
  if (random() < 0.2) return { metadata: { [pick(FIELDS, random())]: pick(STRANGE, random()) } };
  return objectOf(kind, name, random);
}

/** The value with something strange at a random place. */
function disturbed(value: unknown, random: Draw): unknown {
  if (random() < 0.15) return pick(STRANGE, random());
  if (Array.isArray(value)) {
    return [...value.map((item) => disturbed(item, random)), pick(STRANGE, random())];
  }
  if (!isMapping(value)) return pick(STRANGE, random());
  const keys = Object.keys(value);
  const key = keys.length === 0 || random() < 0.1 ? pick(FIELDS, random()) : pick(keys, random());
  return { ...value, [key]: disturbed(value[key], random) };
}

function jsonPatch(random: Draw): unknown {
  const steps = Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
    op: pick(['add', 'replace', 'remove', 'test', 'move', 'copy', 'no'], random()),
    path: pointer(random),
    from: pointer(random),
    value: pick(STRANGE, random()),
  }));
  return random() < 0.05 ? pick(STRANGE, random()) : steps;
}

function pointer(random: Draw): string {
  const parts = ['spec', 'metadata', 'labels', 'size', 'data', 'a', '0', '-', 'parts', '~1', ''];
  return Array.from({ length: Math.floor(random() * 4) }, () => `/${pick(parts, random())}`).join(
    '',
  );
}

function deleteOptions(random: Draw): unknown {
  const propagationPolicy = pick(['Foreground', 'Background', 'Orphan', 'No', null], random());
  return {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    propagationPolicy,
    ...(random() < 0.2 ? { gracePeriodSeconds: pick(STRANGE, random()) } : {}),
  };
}

function queryOf(random: Draw): string {
  if (random() < 0.8) return '';
  const choices = [
    'dryRun=All',
    'dryRun=no',
    'fieldValidation=Strict',
    'fieldValidation=Warn',
    'fieldManager=%00',
    'pretty=true',
    'propagationPolicy=Orphan',
    '%',
    'dryRun=All&dryRun=All',
  ];
  return `?${pick(choices, random())}`;
}

function listQuery(random: Draw): string {
  const choices = [
    '',
    '',
    'limit=2',
    'limit=2&continue=x',
    'labelSelector=tier%3Dgold',
    'labelSelector=tier%20in%20(',
    'fieldSelector=metadata.name%3Do1',
    'fieldSelector=a%3D%3D',
    'resourceVersion=0',
    'resourceVersion=5&resourceVersionMatch=Exact',
    'resourceVersion=-1',
    'sendInitialEvents=true',
    'limit=-5',
    'limit=99999999999999999999',
  ];
  return `?${pick(choices, random())}`;
}

function strangePath(random: Draw): string {
  const parts = ['api', 'apis', 'v1', 'apps', 'fuzz.test', 'widgets', 'namespaces', 'f1', 'pods'];
  const odd = ['%', '%00', '..', '', 'openapi', 'v3', 'v2', 'version', 'metrics', '?watch=true'];
  const words = [...parts, ...parts, ...odd];
  return Array.from(
    { length: 1 + Math.floor(random() * 6) },
    () => `/${pick(words, random())}`,
  ).join('');
}

function acceptOf(random: Draw): Record<string, string> {
  if (random() < 0.8) return {};
  const choices = [
    'application/json;as=Table;g=meta.k8s.io;v=v1',
    'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1',
    'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1',
    'application/yaml',
    'application/vnd.kubernetes.protobuf',
    ';;,',
  ];
  return { accept: pick(choices, random()) };
}

/** A body as text, now and then broken. */
function textOf(body: unknown, random: Draw): string {
  const text = JSON.stringify(body);
  const roll = random();
  if (roll < 0.96) return text;
  if (roll < 0.97) return text.slice(0, Math.floor(random() * text.length));
  if (roll < 0.98) return text.replace(/\d+/, '9007199254740993');
  if (roll < 0.985) return text.replace('{', '{"kind":"A","kind":"B",');
  if (roll < 0.99) return '['.repeat(20_000);
  return text.replace(/"/g, '').replace(/,/g, ',\n ');
}
