import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ApiError, createResourceClient, type KubernetesObject } from '@vmgen/runtime';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { createFakeTransport } from './create-fake-transport.js';

interface Widget extends KubernetesObject {
  spec: { size: number };
}

const crd = crdOf(
  { group: 't.example.com', kind: 'Widget', names: { singular: 'widget', listKind: 'WidgetList' } },
  [
    versionWith(
      'v1',
      { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
      { subresources: { status: {} } },
    ),
  ],
);

const resource = {
  group: 't.example.com',
  version: 'v1',
  kind: 'Widget',
  listKind: 'WidgetList',
  plural: 'widgets',
  singular: 'widget',
  scope: 'Namespaced' as const,
  deepCopy: (object: unknown) => structuredClone(object) as Widget,
};

const widget = (name: string): Widget => ({
  apiVersion: 't.example.com/v1',
  kind: 'Widget',
  metadata: { name, namespace: 'default' },
  spec: { size: 1 },
});

const refusal = new ApiError({
  kind: 'Status',
  code: 403,
  reason: 'Forbidden',
  message: 'not today',
});

function setUp() {
  const fake = createFakeTransport({ crds: [crd], objects: [widget('seeded')] });
  return { fake, client: createResourceClient<Widget>(fake, resource, { namespace: 'default' }) };
}

describe('the server of the fake transport', () => {
  test('has the seeded objects and validates requests', async () => {
    const { client } = setUp();
    assert.equal((await client.get('seeded')).spec.size, 1);
    const wrong = { ...widget('wrong'), spec: { size: 'big' as unknown as number } };
    await assert.rejects(client.create(wrong), { statusCode: 422 });
  });
});

describe('actions', () => {
  test('are recorded in order, including rejected ones', async () => {
    const { fake, client } = setUp();
    await client.create(widget('a'));
    await assert.rejects(client.get('absent'));
    await client.list({ labelSelector: 'x=y' });
    assert.deepEqual(
      fake.actions.map(({ verb, resource: plural, name }) => [verb, plural, name]),
      [
        ['create', 'widgets', undefined],
        ['get', 'widgets', 'absent'],
        ['list', 'widgets', undefined],
      ],
    );
    const [create, , list] = fake.actions;
    assert.equal(create?.namespace, 'default');
    assert.equal((create.body as Widget).metadata.name, 'a');
    assert.equal(list?.query['labelSelector'], 'x=y');
    const before = fake.actions;
    fake.clearActions();
    assert.equal(fake.actions.length, 0);
    assert.equal(before.length, 3);
  });

  test('include the subresource', async () => {
    const { fake, client } = setUp();
    await client.updateStatus(await client.get('seeded'));
    const { verb, subresource, name } = fake.actions[1] ?? {};
    assert.deepEqual([verb, subresource, name], ['update', 'status', 'seeded']);
  });
});

describe('reactors', () => {
  test('handle a request before the server, beginning with the last prepended one', async () => {
    const { fake, client } = setUp();
    fake.prependReactor({ verb: 'get', resource: 'widgets' }, () => widget('first'));
    fake.prependReactor({ verb: 'get', resource: 'widgets' }, (action) =>
      action.name === 'special' ? widget('second') : undefined,
    );
    assert.equal((await client.get('special')).metadata.name, 'second');
    assert.equal((await client.get('other')).metadata.name, 'first');
    assert.equal((await client.list()).items.length, 1);
  });

  test('reject requests with the Status that they return or throw', async () => {
    const { fake, client } = setUp();
    fake.prependReactor({ verb: 'create' }, () => refusal);
    fake.prependReactor({ verb: 'delete', resource: 'widgets' }, () => {
      throw refusal;
    });
    await assert.rejects(client.create(widget('a')), { statusCode: 403, message: 'not today' });
    await assert.rejects(client.delete('seeded'), { statusCode: 403 });
    assert.equal(fake.actions.length, 2);
  });

  test('cause a network error if they throw any other error', async () => {
    const { fake, client } = setUp();
    fake.prependReactor({}, () => {
      throw new Error('connection reset');
    });
    await assert.rejects(client.get('seeded'), /connection reset/);
  });

  test('match subresources only if they specify them', async () => {
    const { fake, client } = setUp();
    fake.prependReactor({ verb: 'update', resource: 'widgets' }, () => refusal);
    const object = await client.get('seeded');
    await client.updateStatus(object);
    fake.prependReactor({ verb: 'update', resource: 'widgets/status' }, () => refusal);
    await assert.rejects(client.updateStatus(object), { statusCode: 403 });
  });

  test('handle only requests unknown to the server if they are appended', async () => {
    const { fake, client } = setUp();
    fake.appendReactor({ verb: 'get' }, () => widget('appended'));
    assert.equal((await client.get('seeded')).metadata.name, 'seeded');
    await assert.rejects(client.get('absent'), { statusCode: 404 });
    const gadgets = createResourceClient<Widget>(
      fake,
      { ...resource, plural: 'gadgets' },
      { namespace: 'default' },
    );
    assert.equal((await gadgets.get('x')).metadata.name, 'appended');
  });
});

test('stores initial objects of a YAML text, and rejects a text without kinds', async () => {
  const configMap = (name: string): string =>
    `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;
  const objects = `# Two objects.\n---\n${configMap('a')}---\n${configMap('b')}`;
  await using fake = createFakeTransport({ objects });
  const path = '/api/v1/namespaces/default/configmaps';
  for (const name of ['a', 'b']) {
    const { status } = await fake.request({ method: 'GET', path: `${path}/${name}`, headers: {} });
    assert.equal(status, 200);
  }
  assert.throws(() => createFakeTransport({ objects: 'generated/manifests.yaml' }), /the objects/);
  assert.throws(() => createFakeTransport({ objects: 'a: b' }), /the kind is not served/);
});

test('completes the Status of an error that a reactor throws', async () => {
  const { fake, client } = setUp();
  fake.prependReactor(
    { verb: 'get', resource: 'widgets' },
    () => new ApiError({ code: 503, message: 'not now' }),
  );
  await assert.rejects(client.get('seeded'), { statusCode: 503, message: 'not now' });
  fake.prependReactor(
    { verb: 'get', resource: 'widgets' },
    () => new ApiError({ reason: 'Broken' }),
  );
  await assert.rejects(client.get('seeded'), { statusCode: 500, reason: 'Broken' });
});

test('calls beforeSend before a request is handled', async () => {
  const { fake } = setUp();
  const beforeSend = (): void => {
    throw new Error('not the leader');
  };
  const path = '/apis/t.example.com/v1/namespaces/default/widgets/seeded';
  for (const transport of [fake, fake.server.transport]) {
    const request = transport.request({ method: 'DELETE', path, beforeSend });
    await assert.rejects(request, { message: 'not the leader' });
  }
  assert.deepEqual(fake.actions, []);
  assert.equal((await fake.request({ method: 'GET', path })).status, 200);
});

test('ends watches on close, which is idempotent', async () => {
  const { fake, client } = setUp();
  const names: string[] = [];
  for await (const event of client.watch()) {
    if (event.type === 'ADDED') names.push(event.object.metadata.name);
    await fake.close();
    await fake[Symbol.asyncDispose]();
  }
  assert.deepEqual(names, ['seeded']);
});

test('rejects a watch with the reason of its signal', async () => {
  const { client } = setUp();
  const controller = new AbortController();
  const names: string[] = [];
  const watch = async (): Promise<void> => {
    for await (const event of client.watch({ signal: controller.signal })) {
      if (event.type === 'ADDED') names.push(event.object.metadata.name);
      setImmediate(() => controller.abort(new Error('enough')));
    }
  };
  await assert.rejects(watch(), { message: 'enough' });
  assert.deepEqual(names, ['seeded']);
});

describe('watch reactors', () => {
  test('send events, and reject with the reason of the signal', async () => {
    const { fake, client } = setUp();
    const controller = new AbortController();
    fake.prependWatchReactor({ resource: 'widgets' }, async function* () {
      yield { type: 'ADDED' as const, object: widget('a') };
      await new Promise(() => {});
    });
    const names: string[] = [];
    const watch = async (): Promise<void> => {
      for await (const event of client.watch({ signal: controller.signal })) {
        if (event.type !== 'ADDED') continue;
        names.push(event.object.metadata.name ?? '');
        controller.abort(new Error('enough'));
      }
    };
    await assert.rejects(watch(), { message: 'enough' });
    assert.deepEqual(names, ['a']);
    assert.equal(fake.actions[0]?.verb, 'watch');
  });

  test('reject a watch', async () => {
    const { fake, client } = setUp();
    fake.prependWatchReactor({}, () => refusal);
    await assert.rejects(client.watch()[Symbol.asyncIterator]().next(), { statusCode: 403 });
  });
});
