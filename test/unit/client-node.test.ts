import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  ApiException,
  CoordinationV1Api,
  CustomObjectsApi,
  KubeConfig,
  KubernetesObjectApi,
  PatchStrategy,
  V1Lease,
  V1LeaseSpec,
  V1ObjectMeta,
  Watch,
  type KubernetesObject,
} from '@kubernetes/client-node';
import { startEmbeddedCluster, type EmbeddedCluster } from '../support/embedded-cluster.js';
import { waitFor } from '../support/wait-for.js';

const IN_DEFAULT = {
  group: 'cloudnative.tw',
  version: 'v1alpha1',
  namespace: 'default',
  plural: 'virtualmachines',
};

interface Machine extends KubernetesObject {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly resource: object; readonly image: string; readonly action?: string };
}

function machine(name: string, image = 'nginx'): Machine {
  return {
    apiVersion: 'cloudnative.tw/v1alpha1',
    kind: 'VirtualMachine',
    metadata: { name, namespace: 'default' },
    spec: { resource: { cpu: 1 }, image },
  };
}

describe('the official JavaScript client on the embedded API server', () => {
  let cluster: EmbeddedCluster;
  const config = new KubeConfig();

  before(async () => {
    cluster = await startEmbeddedCluster();
    config.loadFromFile(cluster.kubeconfig);
  });
  after(() => cluster.stop());

  test('finds kinds by discovery, and creates, reads, applies and deletes their objects', async () => {
    const client = KubernetesObjectApi.makeApiClient(config);
    const created = await client.create(machine('one'));
    assert.equal(created.spec.action, 'active', 'its default');
    const applied = await client.patch(
      machine('one', 'httpd'),
      undefined,
      undefined,
      'client-node',
      true,
      PatchStrategy.ServerSideApply,
    );
    assert.equal(applied.spec.image, 'httpd');
    assert.equal((await client.read<Machine>(machine('one'))).spec.image, 'httpd');
    const { items } = await client.list<Machine>(
      'cloudnative.tw/v1alpha1',
      'VirtualMachine',
      'default',
    );
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['one'],
    );
    await client.delete(machine('one'));
    await assert.rejects(client.read(machine('one')), (error) => {
      assert.ok(error instanceof ApiException);
      assert.equal(error.code, 404);
      assert.match(String(error.body), /virtualmachines\.cloudnative\.tw \\"one\\" not found/);
      return true;
    });
  });

  test('receives validation errors of a schema', async () => {
    const client = config.makeApiClient(CustomObjectsApi);
    const body = machine('wrong', '');
    await assert.rejects(client.createNamespacedCustomObject({ ...IN_DEFAULT, body }), (error) => {
      assert.ok(error instanceof ApiException);
      assert.equal(error.code, 422);
      assert.match(String(error.body), /spec\.image in body should be at least 1 chars long/);
      return true;
    });
  });

  test('writes a Lease with its typed client', async () => {
    const client = config.makeApiClient(CoordinationV1Api);
    const body = new V1Lease();
    body.metadata = Object.assign(new V1ObjectMeta(), { name: 'leader' });
    body.spec = Object.assign(new V1LeaseSpec(), { holderIdentity: 'me' });
    await client.createNamespacedLease({ namespace: 'default', body });
    const lease = await client.readNamespacedLease({ namespace: 'default', name: 'leader' });
    assert.equal(lease.spec?.holderIdentity, 'me');
    assert.ok(lease.metadata?.creationTimestamp instanceof Date);
  });

  test('receives changes from a watch', async () => {
    const heard: string[] = [];
    const ended = new Promise<unknown>((resolve, reject) => {
      new Watch(config)
        .watch(
          '/apis/cloudnative.tw/v1alpha1/namespaces/default/virtualmachines',
          {},
          (type, { metadata }: Machine) => heard.push(`${type} ${metadata.name}`),
          resolve,
        )
        .then((controller) => hear(controller), reject);
    });
    const hear = async (controller: AbortController): Promise<void> => {
      const client = config.makeApiClient(CustomObjectsApi);
      await client.createNamespacedCustomObject({ ...IN_DEFAULT, body: machine('two') });
      await client.deleteNamespacedCustomObject({ ...IN_DEFAULT, name: 'two' });
      await waitFor('both events', 60_000, () => (heard.length < 2 ? undefined : heard));
      controller.abort();
    };
    await ended;
    assert.deepEqual(heard, ['ADDED two', 'DELETED two']);
  });
});
