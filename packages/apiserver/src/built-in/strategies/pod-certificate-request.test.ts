import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testServer } from '../../testing/test-server.js';

const PATH = '/apis/certificates.k8s.io/v1beta1/namespaces/default/podcertificaterequests';
const KEY = { pkixPublicKey: 'YQ==', proofOfPossession: 'YQ==' };
const REQUEST = { stubPKCS10Request: 'YQ==' };
const spec = {
  signerName: 'example.com/signer',
  podName: 'pod',
  podUID: 'a',
  serviceAccountName: 'default',
  serviceAccountUID: 'b',
  nodeName: 'node',
  nodeUID: 'c',
  maxExpirationSeconds: 86_400,
};

test('accepts a PodCertificateRequest of v1beta1 with a request, or with a key and its proof', async () => {
  const { send } = testServer({ runtimeConfig: { 'certificates.k8s.io/v1beta1': true } });
  const create = (name: string, keys: Record<string, string>) =>
    send('POST', PATH, {
      apiVersion: 'certificates.k8s.io/v1beta1',
      kind: 'PodCertificateRequest',
      metadata: { name },
      spec: { ...spec, ...keys },
    });
  assert.equal((await create('key', KEY)).status, 201);
  assert.equal((await create('request', REQUEST)).status, 201);
});
