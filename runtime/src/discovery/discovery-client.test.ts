import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ScriptedTransport,
  type ScriptedAnswer,
} from '../client/scripted-transport.test.helper.js';
import { VmgenError } from '../errors/vmgen-error.js';
import { createDiscoveryClient } from './discovery-client.js';
import { AGGREGATED, PLAIN } from './documents.test.data.js';
import { createRestMapper } from './rest-mapper.js';

const UNAVAILABLE = { kind: 'Status', code: 503, reason: 'ServiceUnavailable', message: 'down' };

function serving(documents: Readonly<Record<string, object>>, other: ScriptedAnswer = {}) {
  return new ScriptedTransport(({ path }) => {
    const body = documents[path];
    return body === undefined ? { status: 404, body: '404 page not found', ...other } : { body };
  });
}

const PODS = {
  group: '',
  version: 'v1',
  kind: 'Pod',
  listKind: '',
  plural: 'pods',
  singular: 'pod',
  scope: 'Namespaced',
  verbs: ['get', 'list'],
  shortNames: ['po'],
  categories: ['all'],
  subresources: [
    { name: 'eviction', group: 'policy', version: 'v1', kind: 'Eviction', verbs: ['create'] },
    { name: 'log', group: '', version: 'v1', kind: 'Pod', verbs: ['get'] },
  ],
};
const SHOPS = {
  group: 'shop.example.com',
  version: 'v1',
  kind: 'Shop',
  listKind: '',
  plural: 'shops',
  singular: 'shop',
  scope: 'Cluster',
  verbs: ['get'],
  shortNames: [],
  categories: [],
  subresources: [],
};

/** What was discovered as plain data: functions are the same for all resources. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('a server with aggregated discovery is asked twice and tells all', async () => {
  const transport = serving(AGGREGATED);
  const { groups, failures } = await createDiscoveryClient(transport).discover();
  assert.deepEqual(plain(groups), [
    { name: '', versions: [{ version: 'v1', resources: [PODS] }] },
    {
      name: 'shop.example.com',
      versions: [
        { version: 'v1', resources: [SHOPS] },
        { version: 'v1beta1', resources: [] },
      ],
    },
  ]);
  assert.deepEqual(
    transport.requests.map(({ path }) => path),
    ['/api', '/apis'],
  );
  assert.match(
    transport.requests[0]?.headers?.['accept'] ?? '',
    /^application\/json;g=apidiscovery\.k8s\.io;v=v2;as=APIGroupDiscoveryList,.*,application\/json$/,
  );
  // Its aggregated server was down when the document was made.
  assert.deepEqual(
    failures.map(({ group, version }) => [group, version]),
    [['shop.example.com', 'v1beta1']],
  );
  assert.match(
    String(failures[0]?.error),
    /cannot reach the server of shop\.example\.com\/v1beta1/,
  );
});

test('an older server is asked version by version, the preferred one first', async () => {
  const documents = {
    ...PLAIN,
    '/apis/shop.example.com/v1beta1': { kind: 'APIResourceList', resources: null },
  };
  const { groups, failures } = await createDiscoveryClient(serving(documents)).discover();
  assert.deepEqual(plain(groups), [
    { name: '', versions: [{ version: 'v1', resources: [PODS] }] },
    {
      name: 'shop.example.com',
      versions: [
        { version: 'v1', resources: [SHOPS] },
        { version: 'v1beta1', resources: [] },
      ],
    },
  ]);
  assert.deepEqual(failures, []);
});

test('a version that cannot be asked does not hide the others, and is told', async () => {
  const transport = serving(PLAIN, { status: 503, body: UNAVAILABLE });
  const { groups, failures } = await createDiscoveryClient(transport).discover();
  assert.deepEqual(
    groups.map(({ name, versions }) => [name, versions.map(({ version }) => version)]),
    [
      ['', ['v1']],
      ['shop.example.com', ['v1']],
    ],
  );
  assert.deepEqual(
    failures.map(({ group, version, error }) => [group, version, String(error)]),
    [['shop.example.com', 'v1beta1', 'ApiError: down']],
  );
});

test('a document of another kind is a failure of its version alone', async () => {
  const documents = { ...PLAIN, '/apis/shop.example.com/v1beta1': { kind: 'Status' } };
  const { groups, failures } = await createDiscoveryClient(serving(documents)).discover();
  assert.equal(groups.length, 2);
  assert.match(String(failures[0]?.error), /v1beta1 is not an APIResourceList/);
});

test('a resource that cannot stand in a path, or says no kind, is left out', async () => {
  const named = (name: string, kind = 'Shop'): object => ({ name, kind, verbs: [] });
  const resources = ['../../api/v1/secrets', 'a/../b', 'Shops', 'a b', ''].map((name) =>
    named(name),
  );
  const documents = {
    ...PLAIN,
    '/api/v1': { kind: 'APIResourceList', resources: [...resources, named('x', ''), named('ok')] },
  };
  const { groups } = await createDiscoveryClient(serving(documents)).discover();
  assert.deepEqual(
    groups[0]?.versions[0]?.resources.map(({ plural }) => plural),
    ['ok'],
  );
});

/** The document once for each of its parts, with that part as something else. */
function* spoiled(document: unknown): Generator {
  yield* [null, 7, 'x', true, {}, [], [null], [7]];
  if (typeof document !== 'object' || document === null) return;
  for (const [name, value] of Object.entries(document)) {
    for (const part of spoiled(value)) {
      yield Array.isArray(document)
        ? document.with(Number(name), part)
        : { ...document, [name]: part };
    }
  }
}

test('a document with anything in the place of anything costs no API of another document', async () => {
  for (const documents of [AGGREGATED, PLAIN]) {
    for (const path of ['/apis', '/apis/shop.example.com/v1']) {
      if (!(path in documents)) continue;
      for (const document of spoiled(documents[path])) {
        const transport = new ScriptedTransport((request) => ({
          body: JSON.stringify(request.path === path ? document : (documents[request.path] ?? {})),
        }));
        const mapper = createRestMapper(createDiscoveryClient(transport));
        const what = JSON.stringify(document);
        // An answer that is no discovery is an error; it may be another one the next time.
        const isError = (error: unknown): boolean => error instanceof VmgenError;
        const found = await mapper.forResource('po').then(
          ({ plural }) => plural,
          (error: unknown) => String(error),
        );
        assert.match(found, /^pods$|answer to \/apis is no discovery$/, what);
        await assert.rejects(mapper.forResource('sho'), isError, what);
        await assert.rejects(mapper.forKind({ group: '', kind: 'Pot' }), isError, what);
      }
    }
  }
});

test('a server that has no core group still tells the others', async () => {
  const { '/apis': apis = {} } = AGGREGATED;
  const { groups } = await createDiscoveryClient(serving({ '/apis': apis })).discover();
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['shop.example.com'],
  );
});

test('a server that cannot be asked at all is an error', async () => {
  const refusing = serving({}, { status: 503, body: UNAVAILABLE });
  await assert.rejects(createDiscoveryClient(refusing).discover(), { statusCode: 503 });
  const other = serving({ '/api': { kind: 'PodList' }, '/apis': { kind: 'PodList' } });
  await assert.rejects(
    createDiscoveryClient(other).discover(),
    /answer to \/apis? is no discovery/,
  );
});

test('giving up is no failure of a version', async () => {
  const giveUp = new AbortController();
  const transport = new ScriptedTransport(({ path }) => {
    if (path.startsWith('/apis/')) giveUp.abort(new Error('gave up'));
    return { body: PLAIN[path] ?? {} };
  });
  const discovering = createDiscoveryClient(transport).discover({ signal: giveUp.signal });
  await assert.rejects(discovering, /gave up/);
});

test('the version of the server', async () => {
  const version = { major: '1', minor: '36', gitVersion: 'v1.36.3', platform: 'linux/amd64' };
  const client = createDiscoveryClient(serving({ '/version': version }));
  assert.deepEqual(await client.serverVersion(), version);
});
