import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import {
  at,
  machinesPath,
  mergePatch,
  strategicPatch,
  testServer,
  type Send,
} from '../testing/test-server.js';

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

async function createPod(
  send: Send,
  name: string,
  phase = 'Running',
  isReady = true,
): Promise<void> {
  const created = await send('POST', pods, {
    metadata: { name, labels: { app: 'a' } },
    spec: spec(),
  });
  assert.equal(created.status, 201, created.text);
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
  await send('PATCH', `${pods}/${name}/status`, { status: { phase, conditions } }, mergePatch);
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

test('an eviction evicts the pod of its preconditions, and an unhealthy one by its policy', async () => {
  const { send } = testServer();
  for (const name of ['a', 'b', 'c']) await createPod(send, name, 'Running', false);
  const { body } = await send('GET', `${pods}/a`);
  const withPreconditions = (preconditions: JsonObject) =>
    evict(send, 'a', { deleteOptions: { preconditions } });
  assert.equal((await withPreconditions({ uid: 'other' })).status, 409);
  assert.deepEqual((await send('GET', `${pods}/a`)).body, body);
  const resourceVersion = String(at(body, 'metadata.resourceVersion'));
  assert.equal((await withPreconditions({ resourceVersion })).status, 201);

  const selector = { matchLabels: { app: 'a' } };
  const policy = { unhealthyPodEvictionPolicy: 'AlwaysAllow', minAvailable: 1, selector };
  await send('POST', budgets, { metadata: { name: 'p' }, spec: policy });
  assert.equal((await evict(send, 'b')).status, 201, 'always allowed');
  const change = { spec: { unhealthyPodEvictionPolicy: 'IfHealthyBudget' } };
  await send('PATCH', `${budgets}/p`, change, mergePatch);
  assert.equal((await evict(send, 'c')).status, 429, 'no healthy pods');
  const status = { disruptionsAllowed: 0, desiredHealthy: 1, currentHealthy: 1, expectedPods: 2 };
  await send('PATCH', `${budgets}/p/status`, { status }, mergePatch);
  assert.equal((await evict(send, 'c')).status, 201, 'the budget is healthy');
  await createPod(send, 'd');
  const more = { ...status, disruptionsAllowed: 1, observedGeneration: 2 };
  await send('PATCH', `${budgets}/p/status`, { status: more }, mergePatch);
  assert.equal((await evict(send, 'd')).status, 201);
  const spent = await send('GET', `${budgets}/p`);
  assert.equal(at(spent.body, 'status.disruptionsAllowed'), 0);
  assert.match(String(at(spent.body, 'status.disruptedPods.d')), /^20\d\d-.*Z$/);
});

test('a binding and a Scale of another object with the same name are refused', async () => {
  const { send } = testServer();
  await createPod(send, 'a', 'Pending');
  const target = { kind: 'Node', name: 'n' };
  const others: JsonObject[] = [{ uid: 'other' }, { resourceVersion: '1' }];
  for (const other of others) {
    const binding = { metadata: { name: 'a', ...other }, target };
    assert.equal((await send('POST', `${pods}/a/binding`, binding)).status, 409);
  }
  const selector = { matchLabels: { app: 'a' } };
  await send('POST', deployments, { metadata: { name: 'd' }, spec: { selector, template } });
  const scale = { metadata: { name: 'd', uid: 'other' }, spec: { replicas: 3 } };
  assert.equal((await send('PUT', `${deployments}/d/scale`, scale)).status, 409);
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

  test('are valid while the account and the object to which they are bound exist', async () => {
    const { send } = testServer();
    await send('POST', accounts, { metadata: { name: 'robot' } });
    const runAs = (name: string, serviceAccountName: string) =>
      send('POST', pods, { metadata: { name }, spec: { ...spec(), serviceAccountName } });
    await runAs('a', 'robot');
    await runAs('b', 'other');
    const issue = async (spec: JsonObject) => {
      const made = await send('POST', `${accounts}/robot/token`, { spec });
      return String(at(made.body, 'status.token'));
    };
    const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name: 'a' };
    const [free, bound] = [await issue({}), await issue({ boundObjectRef })];
    const isValid = async (token: string) => {
      const { body } = await send('POST', tokenReviews, { spec: { token } });
      return at(body, 'status.authenticated') === true;
    };
    assert.deepEqual([await isValid(free), await isValid(bound)], [true, true]);
    const claims = JSON.parse(Buffer.from(bound.split('.')[1] ?? '', 'base64url').toString()) as {
      'kubernetes.io': JsonObject;
    };
    assert.equal(at(claims['kubernetes.io'], 'pod.name'), 'a');
    const wrong = { spec: { boundObjectRef: { ...boundObjectRef, uid: 'other' } } };
    const conflict = await send('POST', `${accounts}/robot/token`, wrong);
    assert.equal(conflict.status, 409);
    assert.match(
      conflict.text,
      /Operation cannot be fulfilled on Pod \\"a\\": the UID in the bound/,
    );
    const foreign = { spec: { boundObjectRef: { ...boundObjectRef, name: 'b' } } };
    const refused = await send('POST', `${accounts}/robot/token`, foreign);
    assert.equal(refused.status, 400);
    assert.equal(
      refused.body['message'],
      'cannot bind token for serviceaccount "robot" to pod running with different serviceaccount name.',
    );
    await send('DELETE', `${pods}/a`);
    assert.deepEqual([await isValid(free), await isValid(bound)], [true, false]);
    await send('DELETE', `${accounts}/robot`);
    assert.equal(await isValid(free), false);
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

test('names the verb that a subresource of a custom resource does not have', async () => {
  const { send } = testServer();
  for (const [method, verb] of [
    ['POST', 'create'],
    ['DELETE', 'delete'],
  ] as const) {
    for (const subresource of ['status', 'scale']) {
      const { status, body, text } = await send(method, `${machinesPath}/a/${subresource}`, {});
      assert.equal(status, 405);
      assert.match(text, new RegExp(`"message":"${verb} is not supported on resources`));
      assert.equal(at(body, 'details.kind'), 'machines');
    }
  }
});
