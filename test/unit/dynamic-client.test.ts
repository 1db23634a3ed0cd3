import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createInformerFactory } from '@vmgen/runtime';
import { toManifest, type Manifest } from '@vmgen/runtime/meta';
import { createDynamicClient } from '@vmgen/runtime/discovery';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { createInformers } from '../../generated/informers.js';
import { createFakeClientset } from '../../generated/testing/fake-clientset.js';

const definition = toManifest(
  crdOf(
    {
      group: 'shop.example.com',
      kind: 'Gadget',
      // Discovery does not contain the kinds of lists.
      names: { listKind: 'GadgetCollection', singular: 'gadget', shortNames: ['gd'] },
    },
    ['v1', 'v1beta1'].map((name) =>
      versionWith(name, { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }),
    ),
  ),
);

const gadget = (name: string, color: string): Manifest =>
  toManifest({
    apiVersion: 'shop.example.com/v1',
    kind: 'Gadget',
    metadata: { name },
    spec: { color, parts: [{ name: 'wheel' }] },
  });

const OWNER = { fieldManager: 'test' };
const IN_DEFAULT = { namespace: 'default' };

/** A cluster with a kind that nothing was generated for. */
async function shop() {
  const { transport } = createFakeClientset();
  const dynamic = createDynamicClient(transport);
  await assert.rejects(dynamic.forObject(gadget('a', 'red')), { code: 'ERR_VMGEN_NO_MATCH' });
  await (await dynamic.forObject(definition)).create(definition);
  return { transport, dynamic };
}

describe('the dynamic client', () => {
  test('creates, applies, reads and deletes the objects of a manifest', async () => {
    const { dynamic } = await shop();
    const red = gadget('a', 'red');
    const gadgets = await dynamic.forObject(red, IN_DEFAULT);
    const created = await gadgets.apply(red, OWNER);
    assert.equal(created.metadata.namespace, 'default');
    assert.deepEqual(created['spec'], red['spec']);
    await gadgets.apply(gadget('a', 'blue'), OWNER);
    const read = await gadgets.get('a');
    assert.deepEqual(read['spec'], { color: 'blue', parts: [{ name: 'wheel' }] });
    const again = await dynamic.forObject(read);
    assert.equal(again.namespace, 'default');
    await again.update({ ...read, spec: { color: 'green' } });
    await again.delete('a');
    assert.equal(await again.find('a'), undefined);
  });

  test('finds kinds by their kubectl names', async () => {
    const { dynamic } = await shop();
    const { mapper } = dynamic;
    for (const name of ['gd', 'gadget', 'Gadgets', 'gd.shop.example.com']) {
      assert.equal((await mapper.forResource(name)).version, 'v1', name);
    }
    const older = await mapper.forResource('gadgets.v1beta1.shop.example.com');
    assert.deepEqual([older.version, older.scope], ['v1beta1', 'Namespaced']);
    assert.ok(older.verbs.includes('patch'));
    const lease = await dynamic.forKind(
      { group: 'coordination.k8s.io', kind: 'Lease' },
      IN_DEFAULT,
    );
    assert.deepEqual((await lease.list()).items, []);
  });

  test('rejects values that are not objects, and objects without a namespace', async () => {
    const { dynamic } = await shop();
    const misplaced = { ...definition, metadata: { name: 'a', namespace: 'default' } };
    await assert.rejects(dynamic.forObject(misplaced), /are cluster-scoped/);
    assert.equal((await dynamic.forObject(definition, IN_DEFAULT)).namespace, undefined);
    await assert.rejects(dynamic.forObject({ kind: 'Pod' }), /set both, such as v1 and Pod/);
    await assert.rejects(
      dynamic.forObject({ apiVersion: 'a/b/c', kind: 'Pod' }),
      /set both, such as/,
    );
    for (const [value, message] of [
      [[], /not a mapping/],
      [{ kind: 'Pod', metadata: { name: 'a' } }, /apiVersion is missing/],
      [{ apiVersion: 'v1', metadata: { name: 'a' } }, /kind is missing/],
      [{ apiVersion: 'v1', kind: 'Pod', metadata: {} }, /metadata.name is missing/],
    ] as const) {
      assert.throws(() => toManifest(value), message);
    }
  });
});

test('one factory creates informers of generated kinds and of kinds found by discovery', async () => {
  const { transport, dynamic } = await shop();
  await (await dynamic.forObject(gadget('a', 'red'), IN_DEFAULT)).create(gadget('a', 'red'));
  await using factory = createInformerFactory(transport, IN_DEFAULT);
  const { lister: machines } = createInformers(factory).cloudnativeV1alpha1.virtualMachines();
  const resource = await dynamic.mapper.forKind({ group: 'shop.example.com', kind: 'Gadget' });
  const informer = factory.informerFor(resource);
  assert.equal(factory.informerFor(resource), informer);
  const seen: unknown[] = [];
  informer.addHandler({
    onAdd: (object) => void seen.push(object['spec']),
    onUpdate: (_old, object) => void seen.push(object['spec']),
  });
  factory.start();
  await factory.waitForSync();
  const cached = informer.lister.get('default/a');
  const copy = resource.deepCopy(cached);
  copy['spec'] = { color: 'blue' };
  await (await dynamic.forObject(cached)).update(copy);
  while (seen.length < 2) await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(seen, [{ color: 'red', parts: [{ name: 'wheel' }] }, { color: 'blue' }]);
  assert.deepEqual(cached['spec'], { color: 'red', parts: [{ name: 'wheel' }] });
  assert.deepEqual(machines.list(), []);
});
