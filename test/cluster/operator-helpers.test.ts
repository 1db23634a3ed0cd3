import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import {
  createHttpTransport,
  createOrPatch,
  createResourceClient,
  ensureFinalizer,
  isConflict,
  loadKubeConfig,
  patchStatus,
  releaseFinalizer,
  setControllerReference,
  waitFor,
  waitConditions,
  type HttpTransport,
} from '@vmgen/runtime';
import {
  customResourceDefinitionResource,
  leaseResource,
  type CustomResourceDefinitionObject,
} from '@vmgen/runtime/api';
import { poll } from '@vmgen/runtime/async';
import { extractApplyConfiguration, type FullResourceClient } from '@vmgen/runtime/client';
import { startEnvtest } from '@vmgen/apiserver/envtest';
import { endsAfterTests } from '../support/ends-after.js';
import { gadgetCrd, gadgetResource, mine, theirs, type Gadget } from '../support/gadgets.js';

const atEnd = endsAfterTests();
const limit = { timeoutMs: 30_000 };
let transport: HttpTransport;
let gadgets: FullResourceClient<Gadget, 'Namespaced'>;

before(async () => {
  const plane = await startEnvtest();
  atEnd(() => plane.stop());
  transport = createHttpTransport(await loadKubeConfig({ kubeconfig: plane.kubeconfig }), {});
  atEnd(() => transport.close());
  gadgets = createResourceClient(transport, gadgetResource, { namespace: 'default' });
  const definitions = createResourceClient(transport, customResourceDefinitionResource);
  // JSON, of a type that does not say so.
  await definitions.create(JSON.parse(JSON.stringify(gadgetCrd)) as CustomResourceDefinitionObject);
  await waitFor(definitions, 'gadgets.t.example.com', waitConditions.crdEstablished, limit);
  // Established says that the API is announced; the first answers may still be 404.
  await poll(
    () =>
      gadgets.list().then(
        () => true,
        () => false,
      ),
    { intervalMs: 100, ...limit },
  );
});

describe('the helpers of operators on a real kube-apiserver', () => {
  test('create, patch, skip unchanged objects, and report a conflict', async () => {
    const desired: Gadget = { metadata: { name: 'written' }, spec: {} };
    const write = (size: number) =>
      createOrPatch(gadgets, desired, (gadget) => {
        gadget.spec.size = size;
      });
    const results = [await write(1), await write(2), await write(2)];
    assert.deepEqual(
      results.map(({ result }) => result),
      ['created', 'patched', 'unchanged'],
    );
    let tries = 0;
    const { object } = await createOrPatch(gadgets, desired, async (gadget) => {
      if (++tries === 1) await gadgets.mergePatch('written', { metadata: { labels: { a: 'b' } } });
      gadget.spec.size = 3;
    });
    assert.deepEqual([tries, object.spec.size, object.metadata.labels], [2, 3, { a: 'b' }]);
    const { object: seen } = await patchStatus(gadgets, 'written', (gadget) => {
      gadget.status = { phase: 'Ready' };
    });
    assert.deepEqual(seen.status, { phase: 'Ready' });
  });

  test('keep a deleted object with a finalizer, and wait for its removal', async () => {
    const created = await gadgets.create({ metadata: { name: 'held' }, spec: {} });
    const held = await ensureFinalizer(gadgets, created, 't.example.com/disk');
    await assert.rejects(ensureFinalizer(gadgets, created, 't.example.com/more'), isConflict);
    const isDying = waitFor(
      gadgets,
      'held',
      (gadget) => gadget?.metadata.deletionTimestamp !== undefined,
      limit,
    );
    const isGone = waitFor(gadgets, 'held', waitConditions.deleted, limit);
    await gadgets.delete('held');
    const dying = (await isDying) ?? assert.fail();
    assert.equal(dying.metadata.uid, held.metadata.uid);
    await releaseFinalizer(gadgets, dying, 't.example.com/disk');
    assert.equal(await isGone, undefined);
    assert.equal(await releaseFinalizer(gadgets, dying, 't.example.com/disk'), undefined);
  });

  test('wait for an object that is created later', async () => {
    const found = waitFor(gadgets, 'later', waitConditions.exists, limit);
    const ready = waitFor(gadgets, 'later', waitConditions.is('Ready'), { timeoutMs: 500 });
    const late = assert.rejects(ready, { code: 'ERR_VMGEN_TIMEOUT' });
    await gadgets.create({ metadata: { name: 'later' }, spec: {} });
    assert.equal((await found).metadata.name, 'later');
    await late;
  });

  test('set owner references that the server accepts', async () => {
    const owner = await gadgets.create({ metadata: { name: 'owner' }, spec: {} });
    const lease = { metadata: { name: 'owned', namespace: 'default' } };
    setControllerReference(owner, lease);
    const leases = createResourceClient(transport, leaseResource, { namespace: 'default' });
    const created = await leases.create(lease);
    assert.equal(created.metadata.ownerReferences?.[0]?.uid, owner.metadata.uid);
  });

  test('extract the fields that each field manager applied', async () => {
    const [me, them] = [{ fieldManager: 'me' }, { fieldManager: 'them' }];
    await gadgets.apply(mine, me);
    await gadgets.apply(theirs, them);
    const before = await gadgets.get('a');
    for (const [manager, applied] of [
      ['me', mine],
      ['them', theirs],
    ] as const) {
      const { metadata, spec } = extractApplyConfiguration(before, manager);
      assert.deepEqual(metadata, { ...applied.metadata, namespace: 'default' });
      assert.deepEqual(
        { ...spec, tags: spec?.tags?.toSorted() },
        {
          ...applied.spec,
          tags: applied.spec.tags.toSorted(),
        },
      );
    }
    await gadgets.apply(extractApplyConfiguration(before, 'me'), me);
    await gadgets.apply(extractApplyConfiguration(before, 'them'), them);
    const after = await gadgets.get('a');
    assert.deepEqual(after, before);
  });
});
