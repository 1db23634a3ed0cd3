import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { TransportRequest } from '@vmgen/runtime';
import { createApiServer } from '../node/create-api-server.js';
import { startHttpsServer } from '../http/start-https-server.js';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { httpsCall } from '../testing/https-call.js';

const MAPS = '/api/v1/namespaces/default/configmaps';
const POD = '/api/v1/namespaces/default/pods/absent';
const SITES = '/apis/web.example.com/v1/namespaces/default/sites';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';
const FORMS = 'application/json, application/yaml, application/vnd.kubernetes.protobuf';
const STREAMS = 'application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch';

const sites = crdOf({ group: 'web.example.com', kind: 'Site' }, [versionWith('v1', {})]);

async function ask(request: TransportRequest) {
  const server = createApiServer({ crds: [sites] });
  const response = await server.handle(request);
  const body = JSON.parse(await response.text()) as { message?: string };
  return { status: response.status, body };
}

const get = (path: string, accept = 'application/json'): TransportRequest => ({
  method: 'GET',
  path,
  headers: { accept },
});

// Answers of kube-apiserver 1.37.2.
describe('the generic router', () => {
  test('compares the media types of a client as they are written', async () => {
    for (const accept of ['text/html', 'application/*', 'Application/JSON', 'application/cbor']) {
      const one = await ask(get(`${MAPS}/absent`, accept));
      assert.equal(one.status, 406, accept);
      const text = '406: Not Acceptable\n\nAvailable representations: ';
      assert.equal(one.body.message, `${text}${FORMS}`);
      assert.equal((await ask(get(MAPS, accept))).body.message, `${text}${FORMS}, ${STREAMS}`);
      assert.equal((await ask(get('/api/v1', accept))).body.message, `${text}${FORMS}`);
      const unserved = await ask(get('/api/v1/foos', accept));
      assert.equal(unserved.status, 404);
    }
    for (const accept of ['', '*/*;q=0.1', 'text/html, application/json']) {
      assert.equal((await ask(get(`${MAPS}/absent`, accept))).status, 404, accept);
    }
  });

  test('is not asked for custom resources', async () => {
    assert.equal((await ask(get(`${SITES}/absent`, 'application/*'))).status, 404);
    const { body } = await ask(get(SITES, 'text/html'));
    assert.equal(body.message, `only the following media types are accepted: ${FORMS}`);
  });

  test('answers HEAD only for what it does not route, and reads the first Accept header', async (t) => {
    const server = await startHttpsServer(createApiServer({ crds: [sites] }));
    t.after(() => server.close());
    const statuses = async (method: string, paths: string[], headers = {}) => {
      const answers = paths.map((path) => httpsCall(server, { method, path, headers }));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const routed = [MAPS, `${MAPS}?watch=true`, `${MAPS}/absent`, '/api', '/api/v1', '/version'];
    assert.deepEqual(new Set(await statuses('HEAD', routed)), new Set([405]));
    const others = [
      SITES,
      '/apis',
      '/apis/apps',
      '/healthz',
      '/apis/web.example.com/v1',
      '/metrics',
    ];
    assert.deepEqual(new Set(await statuses('HEAD', others)), new Set([200]));
    assert.deepEqual(await statuses('HEAD', [`${SITES}/absent`, '/api/v1/foos']), [404, 404]);
    const accept = (...types: string[]) => ({ accept: types });
    assert.deepEqual(await statuses('GET', [MAPS], accept('text/html', '*/*')), [406]);
    assert.deepEqual(await statuses('GET', [MAPS], accept('*/*', 'text/html')), [200]);
  });
});

test('shows the objects of some subresources in no table', async () => {
  const body = '{"metadata":{"name":"absent"}}';
  for (const [method, path] of [
    ['POST', `${POD}/eviction`],
    ['POST', `${POD}/binding`],
    ['POST', '/api/v1/namespaces/default/bindings'],
    ['POST', '/api/v1/namespaces/default/serviceaccounts/absent/token'],
    ['PUT', '/api/v1/namespaces/absent/finalize'],
    ['GET', `${POD}/resize`],
    ['GET', `${POD}/ephemeralcontainers`],
    ['GET', '/apis/certificates.k8s.io/v1/certificatesigningrequests/absent/approval'],
  ] as const) {
    const request = { method, path, headers: { accept: TABLE }, ...(method !== 'GET' && { body }) };
    const { status, body: answer } = await ask(request);
    assert.equal(status, 406, path);
    assert.equal(answer.message, `only the following media types are accepted: ${FORMS}`);
  }
  assert.equal((await ask(get(`${POD}/status`, TABLE))).status, 404);
});

test('rejects names that cannot be segments of a path', async () => {
  for (const [name, problem] of [
    ['..', "may not be '..'"],
    ['.', "may not be '.'"],
    ['a%b', "may not contain '%'"],
  ] as const) {
    for (const collection of [MAPS, SITES]) {
      const { status, body } = await ask(get(`${collection}/${encodeURIComponent(name)}`));
      assert.equal(status, 400);
      assert.equal(body.message, `Name parameter invalid: "${name}": ${problem}`);
    }
  }
});

test('answers 500 for namespaces that cannot be segments of a path', async () => {
  const headers = { 'content-type': 'application/json' };
  for (const [collection, key] of [
    ['/api/v1/namespaces/%2e%2e/configmaps', '/configmaps/..'],
    [SITES.replace('default', '..'), '/web.example.com/sites/..'],
  ] as const) {
    for (const [method, path, shown] of [
      ['GET', collection, key],
      ['GET', `${collection}?watch=true&timeoutSeconds=1`, key],
      ['GET', `${collection}/a`, `${key}/a`],
      ['DELETE', `${collection}/a`, `${key}/a`],
      ['DELETE', collection, key],
    ] as const) {
      const { status, body } = await ask({ method, path });
      assert.deepEqual([status, body.message], [500, `invalid key: "${shown}"`]);
    }
  }
  for (const [name, problem] of [
    ['..', "may not be '..'"],
    ['a%b', "may not contain '%'"],
  ] as const) {
    const path = `/api/v1/namespaces/${encodeURIComponent(name)}/configmaps`;
    const body = JSON.stringify({ metadata: { name: 'a' } });
    const { body: answer } = await ask({ method: 'POST', path, headers, body });
    assert.equal(
      answer.message,
      `Internal error occurred: invalid resource name "${name}": [${problem}]`,
    );
  }
});

test('reports the type of a patch before the types that the client accepts', async () => {
  const headers = { 'content-type': 'text/plain', accept: 'text/html' };
  const { status } = await ask({ method: 'PATCH', path: `${MAPS}/a`, headers, body: '{}' });
  assert.equal(status, 415);
});

test('ignores parameters with a semicolon or an invalid escape', async () => {
  for (const query of ['limit=1;x', 'limit=%zz', 'limit=%4', '%zz=1&limit=1', 'limit=1&limit=x']) {
    assert.equal((await ask(get(`${MAPS}?${query}`))).status, 200, query);
  }
  assert.equal((await ask(get(`${MAPS}?x;&limit=x`))).status, 400);
});
