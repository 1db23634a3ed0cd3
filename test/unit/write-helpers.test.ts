import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import {
  createOrPatch,
  createResourceClient,
  ensureFinalizer,
  isConflict,
  patchStatus,
  releaseFinalizer,
  ApiError,
} from '@vmgen/runtime';
import { extractApplyConfiguration } from '@vmgen/runtime/client';
import { gadgetCrd, gadgetResource, mine, theirs, type Gadget } from '../support/gadgets.js';

// What the runtime's helpers for writing do, on the embedded server behind the fake.

const desired: Gadget = { metadata: { name: 'a' }, spec: { size: 1 } };

function setUp() {
  const fake = createFakeTransport({ crds: [gadgetCrd] });
  const client = createResourceClient(fake, gadgetResource, { namespace: 'default' });
  const writes = (): string[] =>
    fake.actions
      .filter(({ verb }) => !['get', 'list', 'watch'].includes(verb))
      .map(({ verb, subresource }) =>
        subresource === undefined ? verb : `${verb} ${subresource}`,
      );
  return { fake, client, writes };
}

const sized = (size: number) => (gadget: Gadget) => {
  gadget.spec.size = size;
};

describe('createOrPatch', () => {
  test('creates, patches the difference at the read version, and then does nothing', async () => {
    const { fake, client, writes } = setUp();
    const created = await createOrPatch(client, desired, sized(2));
    assert.equal(created.result, 'created');
    assert.equal(created.object.spec.size, 2);
    assert.equal(desired.spec.size, 1, 'what is given is not changed');
    const patched = await createOrPatch(client, desired, sized(3));
    assert.equal(patched.result, 'patched');
    assert.deepEqual(fake.actions.at(-1)?.body, {
      metadata: { resourceVersion: created.object.metadata.resourceVersion },
      spec: { size: 3 },
    });
    const same = await createOrPatch(client, desired, sized(3));
    assert.deepEqual([same.result, same.object.spec.size], ['unchanged', 3]);
    assert.deepEqual(writes(), ['create', 'patch']);
  });

  test('keeps fields that the types do not declare', async () => {
    const { client } = setUp();
    const more = { metadata: { name: 'a' }, spec: { size: 1, hidden: 'x' } };
    await client.create(more);
    const { object } = await createOrPatch(client, desired, sized(2));
    assert.deepEqual(object.spec, { size: 2, hidden: 'x' });
  });

  test('removes fields that are deleted or undefined', async () => {
    const { client } = setUp();
    await createOrPatch(client, desired, (gadget) => {
      gadget.spec.options = { a: '1', b: '2' };
    });
    const { object } = await createOrPatch(client, desired, ({ spec }) => {
      spec.size = undefined;
      delete spec.options?.['a'];
    });
    assert.deepEqual(object.spec, { options: { b: '2' } });
  });

  test('reads and mutates again after a conflict', async () => {
    const { client } = setUp();
    await createOrPatch(client, desired, sized(2));
    let tries = 0;
    const { object } = await createOrPatch(client, desired, async (gadget) => {
      if (++tries === 1) await client.mergePatch('a', { metadata: { labels: { by: 'another' } } });
      gadget.spec.size = 5;
    });
    assert.equal(tries, 2);
    assert.deepEqual([object.spec.size, object.metadata.labels], [5, { by: 'another' }]);
  });

  test('fails after repeated conflicts', async () => {
    const { client } = setUp();
    await createOrPatch(client, desired, sized(2));
    let tries = 0;
    const rivalled = createOrPatch(
      client,
      desired,
      async (gadget) => {
        await client.mergePatch('a', { metadata: { labels: { try: String(++tries) } } });
        gadget.spec.size = 5;
      },
      { steps: 3, delayMs: 0 },
    );
    await assert.rejects(rivalled, isConflict);
    assert.equal(tries, 3);
  });

  test('patches an object that another client created meanwhile', async () => {
    const { client, writes } = setUp();
    let isFirst = true;
    const { result, object } = await createOrPatch(client, desired, async (gadget) => {
      if (isFirst) await client.create({ metadata: { name: 'a' }, spec: { tags: ['theirs'] } });
      isFirst = false;
      gadget.spec.size = 7;
    });
    assert.equal(result, 'patched');
    assert.deepEqual(object.spec, { size: 7, tags: ['theirs'] });
    assert.deepEqual(writes(), ['create', 'create', 'patch']);
  });

  test('rejects changes of the name, the namespace and the status, and writes nothing', async () => {
    const { client, writes } = setUp();
    const mutations: ((gadget: Gadget) => void)[] = [
      ({ metadata }) => (metadata.name = 'b'),
      ({ metadata }) => (metadata.namespace = 'other'),
      (gadget) => (gadget.status = { phase: 'Ready' }),
    ];
    for (const mutate of mutations) {
      await assert.rejects(createOrPatch(client, desired, mutate), { code: 'ERR_VMGEN_ARGUMENT' });
    }
    await client.create(desired);
    for (const mutate of mutations) {
      await assert.rejects(createOrPatch(client, desired, mutate), { code: 'ERR_VMGEN_ARGUMENT' });
    }
    assert.deepEqual(writes(), ['create']);
  });

  test("passes on the server's errors", async () => {
    const { fake, client } = setUp();
    fake.prependReactor({ verb: 'create', resource: 'gadgets' }, () => {
      throw new ApiError({ code: 403, reason: 'Forbidden' });
    });
    await assert.rejects(createOrPatch(client, desired, sized(2)), { reason: 'Forbidden' });
  });
});

test('patchStatus writes only the status, and only if it differs', async () => {
  const { client, writes } = setUp();
  await client.create(desired);
  const setPhase = (gadget: Gadget): void => {
    gadget.status = { ...gadget.status, phase: 'Ready' };
  };
  const { result, object } = await patchStatus(client, 'a', setPhase);
  assert.deepEqual([result, object.status], ['patched', { phase: 'Ready' }]);
  assert.equal((await patchStatus(client, 'a', setPhase)).result, 'unchanged');
  await assert.rejects(
    patchStatus(client, 'a', sized(4)),
    /the spec of "a" cannot be changed here/,
  );
  assert.deepEqual(writes(), ['create', 'patch status']);
});

test('patchStatus reads nothing if the given object is current', async () => {
  const { fake, client } = setUp();
  const created = await client.create(desired);
  const before = fake.actions.length;
  const setPhase = (gadget: Gadget): void => {
    gadget.status = { ...gadget.status, phase: 'Ready' };
  };
  const { result, object } = await patchStatus(client, created, setPhase);
  assert.deepEqual([result, object.status], ['patched', { phase: 'Ready' }]);
  assert.equal(created.status, undefined, 'the given object is not changed');
  assert.equal((await patchStatus(client, object, setPhase)).result, 'unchanged');
  const requests = fake.actions.slice(before).map(({ verb }) => verb);
  assert.deepEqual(requests, ['patch']);
});

test('patchStatus reads an outdated object again and keeps what others wrote', async () => {
  const { fake, client } = setUp();
  const outdated = await client.create(desired);
  await client.mergePatchStatus('a', { status: { phase: 'Pending' } });
  const before = fake.actions.length;
  const seen: (string | undefined)[] = [];
  const { object } = await patchStatus(client, outdated, (gadget) => {
    seen.push(gadget.status?.phase);
    gadget.status = { ...gadget.status, phase: 'Ready' };
  });
  assert.deepEqual(seen, [undefined, 'Pending']);
  assert.equal(object.status?.phase, 'Ready');
  const requests = fake.actions.slice(before).map(({ verb }) => verb);
  assert.deepEqual(requests, ['patch', 'get', 'patch']);
});

test('a finalizer is added once, keeps a deleted object, and releases it', async () => {
  const { client, writes } = setUp();
  const created = await client.create(desired);
  const held = await ensureFinalizer(client, created, 't.example.com/disk');
  assert.deepEqual(held.metadata.finalizers, ['t.example.com/disk']);
  assert.equal(await ensureFinalizer(client, held, 't.example.com/disk'), held);
  await assert.rejects(ensureFinalizer(client, created, 't.example.com/more'), isConflict);
  await client.delete('a');
  const dying = await client.get('a');
  assert.notEqual(dying.metadata.deletionTimestamp, undefined);
  assert.equal(await releaseFinalizer(client, dying, 't.example.com/other'), dying);
  await releaseFinalizer(client, dying, 't.example.com/disk');
  assert.equal(await client.find('a'), undefined);
  assert.equal(await releaseFinalizer(client, dying, 't.example.com/disk'), undefined);
  assert.deepEqual(writes(), ['create', 'patch', 'patch', 'delete', 'patch', 'patch']);
});

describe('extractApplyConfiguration', () => {
  async function applied() {
    const { client } = setUp();
    await client.apply(mine, { fieldManager: 'me' });
    await client.apply(theirs, { fieldManager: 'them' });
    await client.mergePatch('a', { spec: { options: { updated: '1' } } }, { fieldManager: 'me' });
    await client.applyStatus(
      { metadata: { name: 'a' }, status: { phase: 'Ready' } },
      { fieldManager: 'me' },
    );
    return client;
  }

  test('returns the fields, items and entries that a manager applied', async () => {
    const client = await applied();
    const object = await client.get('a');
    const type = { apiVersion: 't.example.com/v1', kind: 'Gadget' };
    const place = { name: 'a', namespace: 'default' };
    assert.deepEqual(extractApplyConfiguration(object, 'me'), {
      ...type,
      metadata: { ...mine.metadata, ...place },
      spec: mine.spec,
    });
    assert.deepEqual(extractApplyConfiguration(object, 'them'), {
      ...type,
      metadata: { ...theirs.metadata, ...place },
      spec: theirs.spec,
    });
    assert.deepEqual(extractApplyConfiguration(object, 'me', { subresource: 'status' }), {
      ...type,
      metadata: place,
      status: { phase: 'Ready' },
    });
    assert.deepEqual(extractApplyConfiguration(object, 'nobody'), { ...type, metadata: place });
  });

  test('returns a configuration whose application changes no owner', async () => {
    const client = await applied();
    const before = await client.get('a');
    for (const fieldManager of ['me', 'them']) {
      await client.apply(extractApplyConfiguration(await client.get('a'), fieldManager), {
        fieldManager,
      });
    }
    const after = await client.get('a');
    assert.deepEqual(after.spec, before.spec);
    const owners = ({ metadata }: Gadget) =>
      metadata.managedFields?.map(({ time: _, ...entry }) => entry);
    assert.deepEqual(owners(after), owners(before));
  });

  test('returns an item with its keys, including defaulted keys', async () => {
    const { client } = setUp();
    const bare = { metadata: { name: 'a' }, spec: { ports: [{ port: 80 }] } };
    const object = await client.apply(bare, { fieldManager: 'me' });
    assert.deepEqual(extractApplyConfiguration(object, 'me').spec, {
      ports: [{ port: 80, protocol: 'TCP' }],
    });
  });

  test('rejects an object without managedFields', async () => {
    const client = await applied();
    const object = await client.get('a');
    object.metadata.managedFields = undefined;
    assert.throws(() => extractApplyConfiguration(object, 'me'), { code: 'ERR_VMGEN_ARGUMENT' });
  });
});
