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

/** The discovered resources as plain data, without functions. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('aggregated discovery takes two requests', async () => {
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
  // Its aggregated server was unavailable when the document was created.
  assert.deepEqual(
    failures.map(({ group, version }) => [group, version]),
    [['shop.example.com', 'v1beta1']],
  );
  assert.match(
    String(failures[0]?.error),
    /cannot reach the server of shop\.example\.com\/v1beta1/,
  );
});

test('reads each version of an older server, the preferred version first', async () => {
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

test('reports a version that cannot be read, and returns the others', async () => {
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

test('reports a document of another kind as a failure of only its version', async () => {
  const documents = { ...PLAIN, '/apis/shop.example.com/v1beta1': { kind: 'Status' } };
  const { groups, failures } = await createDiscoveryClient(serving(documents)).discover();
  assert.equal(groups.length, 2);
  assert.match(String(failures[0]?.error), /v1beta1 is not an APIResourceList/);
});

test('omits resources without a kind or with a name that is invalid in a path', async () => {
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

/** Yields the document once for each of its parts, with that part replaced by another value. */
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

test('an invalid document does not affect the APIs of another document', async () => {
  for (const documents of [AGGREGATED, PLAIN]) {
    for (const path of ['/apis', '/apis/shop.example.com/v1']) {
      if (!(path in documents)) continue;
      for (const document of spoiled(documents[path])) {
        const transport = new ScriptedTransport((request) => ({
          body: JSON.stringify(request.path === path ? document : (documents[request.path] ?? {})),
        }));
        const mapper = createRestMapper(createDiscoveryClient(transport));
        const what = JSON.stringify(document);
        // A response that is not a discovery document is an error.
        const isError = (error: unknown): boolean => error instanceof VmgenError;
        const found = await mapper.forResource('po').then(
          ({ plural }) => plural,
          (error: unknown) => String(error),
        );
        assert.match(found, /^pods$|response to \/apis is not a discovery document$/, what);
        await assert.rejects(mapper.forResource('sho'), isError, what);
        await assert.rejects(mapper.forKind({ group: '', kind: 'Pot' }), isError, what);
      }
    }
  }
});

test('returns the other groups of a server without a core group', async () => {
  const { '/apis': apis = {} } = AGGREGATED;
  const { groups } = await createDiscoveryClient(serving({ '/apis': apis })).discover();
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['shop.example.com'],
  );
});

test('rejects if the server cannot be reached', async () => {
  const refusing = serving({}, { status: 503, body: UNAVAILABLE });
  await assert.rejects(createDiscoveryClient(refusing).discover(), { statusCode: 503 });
  const other = serving({ '/api': { kind: 'PodList' }, '/apis': { kind: 'PodList' } });
  await assert.rejects(
    createDiscoveryClient(other).discover(),
    /response to \/apis? is not a discovery document/,
  );
});

test('an abort is not a failure of a version', async () => {
  const giveUp = new AbortController();
  const transport = new ScriptedTransport(({ path }) => {
    if (path.startsWith('/apis/')) giveUp.abort(new Error('gave up'));
    return { body: PLAIN[path] ?? {} };
  });
  const discovering = createDiscoveryClient(transport).discover({ signal: giveUp.signal });
  await assert.rejects(discovering, /gave up/);
});

test('returns the version of the server', async () => {
  const version = { major: '1', minor: '36', gitVersion: 'v1.36.3', platform: 'linux/amd64' };
  const client = createDiscoveryClient(serving({ '/version': version }));
  assert.deepEqual(await client.serverVersion(), version);
});
