import assert from 'node:assert/strict';
import { test } from 'node:test';
import { at, mergePatch, testServer } from '../../testing/test-server.js';

const PATH = '/apis/certificates.k8s.io/v1/certificatesigningrequests';

const signingRequest = (username?: string) => ({
  apiVersion: 'certificates.k8s.io/v1',
  kind: 'CertificateSigningRequest',
  metadata: { name: 'a' },
  spec: {
    request: 'YQ==',
    signerName: 'example.com/signer',
    usages: ['client auth'],
    ...(username === undefined
      ? {}
      : { username, uid: '1', groups: ['system:masters'], extra: { a: ['b'] } }),
  },
});

test('sets the user of a CertificateSigningRequest, whatever the client sends', async () => {
  const { send } = testServer();
  const jane = { 'impersonate-user': 'jane', 'impersonate-uid': '42' };
  const { status, body } = await send('POST', PATH, signingRequest('system:admin'), jane);
  assert.equal(status, 201);
  assert.deepEqual(at(body, 'spec'), {
    ...signingRequest().spec,
    username: 'jane',
    uid: '42',
    groups: ['system:authenticated'],
  });
});

test('ignores changes of the spec of a CertificateSigningRequest', async () => {
  const { send } = testServer();
  const created = await send('POST', PATH, signingRequest());
  assert.equal(at(created.body, 'spec.username'), 'vmgen');
  const patch = {
    metadata: { labels: { a: 'b' } },
    spec: { username: 'system:admin', usages: ['server auth'] },
  };
  const { status, body } = await send('PATCH', `${PATH}/a`, patch, mergePatch);
  assert.equal(status, 200);
  assert.equal(at(body, 'metadata.labels.a'), 'b');
  assert.deepEqual(at(body, 'spec'), at(created.body, 'spec'));
});
