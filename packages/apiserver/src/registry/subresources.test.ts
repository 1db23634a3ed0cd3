import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import { at, mergePatch, strategicPatch, testServer, type Send } from '../testing/test-server.js';

const pods = '/api/v1/namespaces/default/pods';
const deployments = '/apis/apps/v1/namespaces/default/deployments';
const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const accounts = '/api/v1/namespaces/default/serviceaccounts';
const requests = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const tokenReviews = '/apis/authentication.k8s.io/v1/tokenreviews';

const template = { metadata: { labels: { app: 'a' } }, spec: spec() };

function spec(): JsonObject {
  return { containers: [{ name: 'c', image: 'nginx' }] };
}

async function createPod(send: Send, name: string, phase = 'Running'): Promise<void> {
  const created = await send('POST', pods, {
    metadata: { name, labels: { app: 'a' } },
    spec: spec(),
  });
  assert.equal(created.status, 201, created.text);
  await send('PATCH', `${pods}/${name}/status`, { status: { phase } }, mergePatch);
}

const evict = (send: Send, name: string, body: JsonObject = {}) =>
  send('POST', `${pods}/${name}/eviction`, { metadata: { name }, ...body });

describe('scale', () => {
  test('returns the selector of a Deployment as text, and sets its replicas', async () => {
    const { send } = testServer();
    const selector = {
      matchLabels: { app: 'a' },
      matchExpressions: [{ key: 'old', operator: 'DoesNotExist' }],
    };
    await send('POST', deployments, {
      metadata: { name: 'd' },
      spec: { replicas: 1, selector, template },
    });
    const scaled = await send(
      'PATCH',
      `${deployments}/d/scale`,
      { spec: { replicas: 3 } },
      mergePatch,
    );
    assert.equal(at(scaled.body, 'status.selector'), 'app=a,!old', scaled.text);
    const { body } = await send('GET', `${deployments}/d`);
    assert.deepEqual([at(body, 'spec.replicas'), at(body, 'metadata.generation')], [3, 2]);
  });
});

describe('eviction', () => {
  test('deletes a pod with the given options', async () => {
    const { send } = testServer();
    await createPod(send, 'a');
    const tried = await evict(send, 'a', { deleteOptions: { dryRun: ['All'] } });
    assert.equal(tried.status, 201, tried.text);
    assert.equal((await send('GET', `${pods}/a`)).status, 200);
    assert.equal((await evict(send, 'a')).status, 201);
    assert.equal((await send('GET', `${pods}/a`)).status, 404);
    assert.equal((await evict(send, 'a')).status, 404);
  });

  test('respects the disruption budget', async () => {
    const { send } = testServer();
    for (const name of ['a', 'b']) await createPod(send, name);
    await createPod(send, 'done', 'Succeeded');
    const selector = { matchLabels: { app: 'a' } };
    await send('POST', budgets, { metadata: { name: 'p' }, spec: { minAvailable: 1, selector } });
    const counts = { disruptionsAllowed: 1, desiredHealthy: 1, currentHealthy: 2, expectedPods: 2 };
    await send('PATCH', `${budgets}/p/status`, { status: counts }, mergePatch);
    const unseen = await evict(send, 'a');
    assert.equal(
      at(unseen.body, 'details.causes.0.message'),
      'The disruption budget p is still being processed by the server.',
    );
    const status = { ...counts, observedGeneration: 1 };
    await send('PATCH', `${budgets}/p/status`, { status }, mergePatch);
    assert.equal((await evict(send, 'a')).status, 201);
    const refused = await evict(send, 'b');
    assert.equal(refused.status, 429);
    assert.equal(
      refused.body['message'],
      "Cannot evict pod as it would violate the pod's disruption budget.",
    );
    assert.equal(
      at(refused.body, 'details.causes.0.message'),
      'The disruption budget p needs 1 healthy pods and has 2 currently',
    );
    assert.equal((await evict(send, 'done')).status, 201);
  });
});

test('sets the node of a pod once by a binding', async () => {
  const { send } = testServer();
  await createPod(send, 'a', 'Pending');
  const binding = { metadata: { name: 'a' }, target: { kind: 'Node', name: 'n' } };
  const bound = await send('POST', `${pods}/a/binding`, binding);
  assert.equal(bound.status, 201, bound.text);
  assert.equal(at((await send('GET', `${pods}/a`)).body, 'spec.nodeName'), 'n');
  const again = await send('POST', '/api/v1/namespaces/default/bindings', binding);
  assert.equal(again.status, 409);
  assert.match(again.text, /pod a is already assigned to node/);
});

describe('parts of an object', () => {
  test('updates only the conditions of a signing request by approval', async () => {
    const { send } = testServer();
    const csr = { request: 'eA==', signerName: 'example.com/x', usages: ['client auth'] };
    const created = await send('POST', requests, { metadata: { name: 'r' }, spec: csr });
    assert.equal(created.status, 201, created.text);
    const approved = await send(
      'PATCH',
      `${requests}/r/approval`,
      {
        metadata: { labels: { a: 'b' } },
        status: { certificate: 'eA==', conditions: [{ type: 'Approved', status: 'True' }] },
      },
      mergePatch,
    );
    assert.equal(at(approved.body, 'status.conditions.0.type'), 'Approved', approved.text);
    assert.equal(at(approved.body, 'status.certificate'), undefined);
    assert.equal(at(approved.body, 'metadata.labels'), undefined);
  });

  test('adds ephemeral containers and resizes resources by their subresources', async () => {
    const { send } = testServer();
    await createPod(send, 'a');
    const debug = { spec: { ephemeralContainers: [{ name: 'debug', image: 'busybox' }] } };
    const added = await send('PATCH', `${pods}/a/ephemeralcontainers`, debug, strategicPatch);
    assert.equal(at(added.body, 'spec.ephemeralContainers.0.name'), 'debug', added.text);
    const wanted = { name: 'c', image: 'other', resources: { requests: { cpu: '0.5' } } };
    const resized = await send(
      'PATCH',
      `${pods}/a/resize`,
      { spec: { containers: [wanted] } },
      strategicPatch,
    );
    assert.equal(
      at(resized.body, 'spec.containers.0.resources.requests.cpu'),
      '500m',
      resized.text,
    );
    assert.equal(at(resized.body, 'spec.containers.0.image'), 'nginx');
  });
});

describe('tokens', () => {
  test('of a service account are recognized by the server that issued them', async () => {
    const { send } = testServer();
    await send('POST', accounts, { metadata: { name: 'robot' } });
    const spec = { audiences: ['me'], expirationSeconds: 600 };
    const made = await send('POST', `${accounts}/robot/token`, { spec });
    assert.equal(made.status, 201, made.text);
    const token = String(at(made.body, 'status.token'));
    assert.equal(token.split('.').length, 3);
    const known = await send('POST', tokenReviews, { spec: { token, audiences: ['me', 'you'] } });
    assert.equal(at(known.body, 'status.authenticated'), true, known.text);
    assert.equal(at(known.body, 'status.user.username'), 'system:serviceaccount:default:robot');
    assert.deepEqual(at(known.body, 'status.audiences'), ['me']);
    const others: JsonObject[] = [
      { token, audiences: ['you'] },
      { token: `${token}x` },
      { token: 'x' },
    ];
    for (const other of others) {
      const { body } = await send('POST', tokenReviews, { spec: other });
      assert.equal(at(body, 'status.authenticated'), undefined);
    }
  });

  test('are valid for at least ten minutes', async () => {
    const { send } = testServer();
    await send('POST', accounts, { metadata: { name: 'robot' } });
    const made = await send('POST', `${accounts}/robot/token`, { spec: { expirationSeconds: 60 } });
    assert.equal(made.status, 422);
    assert.match(made.text, /may not specify a duration less than 10 minutes/);
  });
});

test('answers access reviews without storing them', async () => {
  const { send } = testServer();
  const access = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
  const resourceAttributes = { verb: 'get', resource: 'pods' };
  const answer = await send('POST', access, { spec: { resourceAttributes } });
  assert.deepEqual([answer.status, at(answer.body, 'status.allowed')], [201, true]);
  assert.equal((await send('GET', access)).status, 405);
  const me = await send('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', {});
  assert.equal(at(me.body, 'status.userInfo.username'), 'vmgen');
});

test('rejects connections to containers and nodes with a message', async () => {
  const { send } = testServer();
  await createPod(send, 'a');
  const paths = [`${pods}/a/log`, `${pods}/a/exec?command=ls`, '/api/v1/nodes/n/proxy/metrics/x'];
  for (const path of paths) {
    const { status, text } = await send('GET', path);
    assert.equal(status, 501, text);
    assert.match(text, /run no containers and no nodes/);
  }
});
