import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@vmgen/base/json';
import type { CustomResourceDefinition, JSONSchemaProps } from '@vmgen/crd';
import {
  type Conversion,
  type ConversionReview,
  createConversionHandler,
  createConversionKey,
  defineConversion,
} from '@vmgen/runtime/conversion';
import type { WebhookHandler } from '../admission/webhook-client.js';
import {
  answerWith,
  configureWebhooks,
  HOOK_URL,
  patchOf,
  ruleOf,
  webhook,
} from '../testing/admission-objects.js';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import { at, mergePatch, type Send, testServer } from '../testing/test-server.js';

const propertiesOf = (properties: Record<string, JSONSchemaProps>) => ({
  spec: { type: 'object', properties },
});
const text: JSONSchemaProps = { type: 'string' };
const specOf = (object: object): { host?: string; hosts?: string[] } =>
  (object as { spec?: object }).spec ?? {};
const patch = (send: Send, path: string, body: object) =>
  send('PATCH', path, JSON.stringify(body), mergePatch);

const definition = (storage: string): CustomResourceDefinition =>
  crdOf(
    { group: 'test.example.com', kind: 'Thing' },
    [
      versionWith(
        'v1',
        propertiesOf({ hosts: { type: 'array', items: text }, tier: { ...text, default: 'a' } }),
        { storage: storage === 'v1' },
      ),
      versionWith(
        'v1alpha1',
        propertiesOf({ host: text, tier: text, grade: { ...text, default: 'g' } }),
        { storage: storage === 'v1alpha1' },
      ),
    ],
    {
      conversion: {
        strategy: 'Webhook',
        webhook: {
          clientConfig: { url: 'https://hooks.example.com/convert' },
          conversionReviewVersions: ['v1'],
        },
      },
    },
  );

const conversion = defineConversion({
  group: 'test.example.com',
  kind: 'Thing',
  hub: 'v1',
  spokes: {
    v1alpha1: {
      toHub: { '.spec.hosts': (source) => specOf(source).host?.split(',') },
      fromHub: {
        '.spec.host': (source) => specOf(source).hosts?.[0],
        '.spec.grade': () => undefined,
      },
    },
  },
});

const CRD = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/things.test.example.com';
const things = (version: string): string =>
  `/apis/test.example.com/${version}/namespaces/default/things`;
const thing = (version: string, spec: JsonObject): JsonObject => ({
  apiVersion: `test.example.com/${version}`,
  kind: 'Thing',
  metadata: { name: 'a' },
  spec,
});

function serve(own: Conversion = conversion) {
  const tested = testServer({ conversions: [own] });
  tested.server.installCustomResourceDefinition(definition('v1'));
  return tested;
}

describe('a kind with a conversion in process', () => {
  test('is converted on create, get, list, update, patch and delete', async () => {
    const { send } = serve();
    const created = await send('POST', things('v1alpha1'), thing('v1alpha1', { host: 'x' }));
    assert.equal(created.status, 201);
    assert.deepEqual(at(created.body, 'spec'), { host: 'x', grade: 'g', tier: 'a' });

    const read = await send('GET', `${things('v1')}/a`);
    assert.equal(at(read.body, 'apiVersion'), 'test.example.com/v1');
    assert.deepEqual(at(read.body, 'spec'), { hosts: ['x'], tier: 'a' });
    const list = await send('GET', things('v1alpha1'));
    assert.deepEqual(at(list.body, 'items.0.spec'), { host: 'x', grade: 'g', tier: 'a' });

    const spec = { hosts: ['x', 'y'], tier: 'b' };
    const updated = await send('PUT', `${things('v1')}/a`, { ...read.body, spec });
    assert.deepEqual(at(updated.body, 'spec'), spec);
    const patched = await patch(send, `${things('v1alpha1')}/a`, { spec: { tier: 'c' } });
    assert.deepEqual(at(patched.body, 'spec'), { host: 'x', grade: 'g', tier: 'c' });
    const after = await send('GET', `${things('v1')}/a`);
    assert.deepEqual(at(after.body, 'spec'), { hosts: ['x', 'y'], tier: 'c' });
    assert.equal(at(after.body, 'metadata.uid'), at(created.body, 'metadata.uid'));
    assert.equal((await send('DELETE', `${things('v1alpha1')}/a`)).status, 200);
  });

  test('sends watch events in the requested version', async () => {
    const { send, server } = serve();
    await send('POST', things('v1'), thing('v1', { hosts: ['x', 'y'] }));
    const path = `${things('v1alpha1')}?watch=true&resourceVersion=0`;
    const watch = await server.handle({ method: 'GET', path });
    assert.ok(watch.body !== null);
    for await (const chunk of watch.body) {
      const event = JSON.parse(Buffer.from(chunk).toString()) as JsonObject;
      assert.equal(at(event, 'object.spec.host'), 'x');
      break;
    }
  });

  test('converts stored objects after the storage version has changed', async () => {
    const { send } = serve();
    await send('POST', things('v1'), thing('v1', { hosts: ['x', 'y'] }));
    const changed = await patch(send, CRD, {
      spec: { versions: definition('v1alpha1').spec.versions },
    });
    assert.deepEqual(at(changed.body, 'status.storedVersions'), ['v1', 'v1alpha1']);
    for (let write = 0; write < 2; write++) {
      assert.equal(at((await send('GET', `${things('v1alpha1')}/a`)).body, 'spec.host'), 'x');
      assert.deepEqual(at((await send('GET', `${things('v1')}/a`)).body, 'spec.hosts'), ['x', 'y']);
      await patch(send, `${things('v1alpha1')}/a`, { metadata: { labels: { a: 'b' } } });
    }
  });

  test('prunes the fields that the requested version does not have', async () => {
    const { send } = serve({
      ...conversion,
      convert: (object, version) => ({
        ...conversion.convert(object, version),
        extra: 1,
      }),
    });
    await send('POST', things('v1'), thing('v1', { hosts: ['x'] }));
    assert.equal(at((await send('GET', `${things('v1alpha1')}/a`)).body, 'extra'), undefined);
  });

  test('receives no resource version, and changes only labels and annotations', async () => {
    const received: unknown[] = [];
    const { send } = serve({
      ...conversion,
      convert: (object, version) => {
        received.push(object.metadata?.resourceVersion);
        const converted = conversion.convert(object, version);
        const metadata = {
          ...converted.metadata,
          labels: { by: version },
          generation: 99,
          finalizers: ['x/y'],
        };
        return { ...converted, metadata };
      },
    });
    await send('POST', things('v1'), thing('v1', { hosts: ['x'] }));
    const { body } = await send('GET', `${things('v1alpha1')}/a`);
    assert.equal(at(body, 'metadata.labels.by'), 'v1alpha1');
    assert.equal(at(body, 'metadata.generation'), 1);
    assert.equal(at(body, 'metadata.finalizers'), undefined);
    assert.deepEqual(new Set(received), new Set([undefined]));
  });

  test('answers 500 if the conversion fails or returns another object', async () => {
    const messageOf = async (convert: Conversion['convert']): Promise<unknown> => {
      const { send } = serve({ ...conversion, convert });
      await send('POST', things('v1'), thing('v1', { hosts: ['x'] }));
      const { status, body } = await send('GET', `${things('v1alpha1')}/a`);
      assert.equal(status, 500);
      assert.equal(at(body, 'reason'), 'InternalError');
      assert.equal((await send('GET', `${things('v1')}/a`)).status, 200);
      return String(at(body, 'message')).replace(/revision=\d+/, 'revision=N');
    };
    const prefix =
      'Internal error occurred: StorageError: corrupt object, Code: 7, Key: /test.example.com/things/default/a, ResourceVersion: 0, AdditionalErrorMsg: object not decodable revision=N: conversion webhook for test.example.com/v1, Kind=Thing';
    const failing = (): never => {
      throw new Error('no zone');
    };
    assert.equal(await messageOf(failing), `${prefix} failed: no zone`);
    assert.equal(
      await messageOf((object) => ({ ...object, apiVersion: 'test.example.com/v7' })),
      `${prefix} returned invalid object at index 0: invalid groupVersion (expected test.example.com/v1alpha1, received test.example.com/v7)`,
    );
    assert.equal(
      await messageOf((object, version) => ({
        ...object,
        apiVersion: `test.example.com/${version}`,
        metadata: { ...object.metadata, name: 'b' },
      })),
      `${prefix} returned invalid object: must have the same name: a != b`,
    );
  });

  test('states the programming error of a function, which no log of an operator has', async () => {
    const { send } = serve(
      defineConversion({
        group: 'test.example.com',
        kind: 'Thing',
        hub: 'v1',
        spokes: {
          v1alpha1: {
            toHub: {
              '.spec.hosts': () => {
                throw new TypeError('no such zone');
              },
            },
            fromHub: {},
          },
        },
      }),
    );
    const answer = await send('POST', things('v1alpha1'), thing('v1alpha1', { host: 'x' }));
    assert.equal(answer.status, 500);
    assert.match(
      String(at(answer.body, 'message')),
      /failed: cannot compute \.spec\.hosts of version v1 .* has the cause \(TypeError: no such zone\)$/,
    );
  });

  // As observed on kube-apiserver 1.37.2.
  test('fails an update before all checks if the stored object cannot be converted back', async () => {
    const { send } = serve({
      ...conversion,
      convert: (object, version) => {
        if (version === 'v1') throw new Error('no way back');
        return conversion.convert(object, version);
      },
    });
    await send('POST', things('v1'), thing('v1', { hosts: ['x'] }));
    // Without a resource version, which is required.
    const updated = thing('v1alpha1', { host: 'y' });
    const answer = await send('PUT', `${things('v1alpha1')}/a`, updated);
    assert.equal(
      at(answer.body, 'message'),
      'conversion webhook for test.example.com/v1alpha1, Kind=Thing failed: no way back',
    );
    const dryRun = await send('PUT', `${things('v1alpha1')}/a?dryRun=All`, updated);
    assert.equal(dryRun.status, 422);
  });

  test('names the first of several objects that cannot be listed', async () => {
    const { send } = serve({
      ...conversion,
      convert: () => {
        throw new Error('down');
      },
    });
    for (const name of ['a', 'b', 'c']) {
      await send('POST', things('v1'), { ...thing('v1', {}), metadata: { name } });
    }
    const { body } = await send('GET', things('v1alpha1'));
    const message = String(at(body, 'message'));
    assert.match(message, /^failed to read one or more .*\/a, [^\[\]]*: down \(and 2 more\)$/);

    // As observed on kube-apiserver 1.37.2, a page reads only its own objects.
    const page = await send('GET', `${things('v1alpha1')}?limit=2`);
    assert.match(String(at(page.body, 'message')), /: down \(and 1 more\)$/);
    const prefix = '/registry/test.example.com/things/default';
    assert.deepEqual(
      (at(page.body, 'details.causes') as JsonObject[]).map(({ field }) => field),
      [`${prefix}/a`, `${prefix}/b`],
    );
  });

  test('answers 404 for absent objects, and deletes through the storage version', async () => {
    const failing = (): never => {
      throw new Error('down');
    };
    const { send } = serve({ ...conversion, convert: failing });
    assert.equal((await send('GET', `${things('v1alpha1')}/none`)).status, 404);
    await send('POST', things('v1'), thing('v1', { hosts: ['x'] }));
    assert.equal((await send('DELETE', `${things('v1alpha1')}/a`)).status, 500);
    assert.equal((await send('DELETE', `${things('v1')}/a`)).status, 200);
  });

  test('does not convert to the storage version for a dry run of a deletion', async () => {
    const { send } = serve({
      ...conversion,
      convert: (object, version) => {
        if (version === 'v1') throw new Error('down');
        return conversion.convert(object, version);
      },
    });
    await send('POST', things('v1'), thing('v1', { hosts: ['x'] }));
    assert.equal((await send('DELETE', `${things('v1alpha1')}/a?dryRun=All`)).status, 200);
    assert.equal((await send('DELETE', `${things('v1alpha1')}/a`)).status, 500);
  });
});

/** A server whose kind is converted by a webhook, which `stop` breaks. */
function serveWebhook(admit?: WebhookHandler) {
  const keys = [createConversionKey()];
  const convert = createConversionHandler([conversion], { keys: () => keys });
  const reviews: ConversionReview[] = [];
  let problem: string | undefined;
  const tested = testServer({
    garbageCollection: true,
    webhookHandlers: {
      ...(admit === undefined ? {} : { [HOOK_URL]: admit }),
      'https://hooks.example.com': async (review, path) => {
        if (problem !== undefined) throw new Error(problem);
        assert.equal(path, '/convert');
        reviews.push(review);
        return convert(review);
      },
    },
  });
  tested.server.installCustomResourceDefinition(definition('v1'));
  const stop = (why: string): void => {
    problem = why;
  };
  return { ...tested, reviews, stop };
}

describe('a kind with a conversion webhook', () => {
  test('is converted in reads and writes', async () => {
    const { send, reviews } = serveWebhook();
    const created = await send('POST', things('v1alpha1'), thing('v1alpha1', { host: 'x,y' }));
    assert.equal(created.status, 201, created.text);
    // The annotation restores what v1 does not contain.
    assert.deepEqual(at(created.body, 'spec'), { host: 'x,y', tier: 'a', grade: 'g' });
    const [first] = reviews;
    assert.deepEqual(first?.request?.desiredAPIVersion, 'test.example.com/v1');
    const read = await send('GET', `${things('v1')}/a`);
    assert.deepEqual(at(read.body, 'spec'), { hosts: ['x', 'y'], tier: 'a' });
    const patched = await patch(send, `${things('v1alpha1')}/a`, { spec: { tier: 'c' } });
    assert.deepEqual(at(patched.body, 'spec.tier'), 'c');
    const list = await send('GET', things('v1alpha1'));
    assert.deepEqual(at(list.body, 'items.0.spec.tier'), 'c');
    assert.equal((await send('DELETE', `${things('v1alpha1')}/a`)).status, 200);
    assert.equal((await send('GET', `${things('v1')}/a`)).status, 404);
  });

  test('repeats an update if the object changes while the webhook is called', async () => {
    const { send } = serveWebhook();
    await send('POST', things('v1'), thing('v1', { hosts: ['x'] }));
    const labels = ['a', 'b', 'c', 'd'];
    const written = await Promise.all(
      labels.map((name) =>
        patch(send, `${things('v1alpha1')}/a`, { metadata: { labels: { [name]: 'x' } } }),
      ),
    );
    assert.deepEqual(
      written.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const { body } = await send('GET', `${things('v1')}/a`);
    assert.deepEqual(Object.keys(at(body, 'metadata.labels') as object).sort(), labels);
  });

  test('converts each object once for lists and watches, and a GET again', async () => {
    const { send, reviews, server } = serveWebhook();
    for (const name of ['a', 'b', 'c']) {
      await send('POST', things('v1'), { ...thing('v1', { hosts: [name] }), metadata: { name } });
    }
    const timeout = 'watch=true&resourceVersion=0&timeoutSeconds=-1';
    await Promise.all([send('GET', things('v1alpha1')), send('GET', things('v1alpha1'))]);
    await server.handle({ method: 'GET', path: `${things('v1alpha1')}?${timeout}` });
    assert.equal(reviews.length, 3);
    await send('GET', `${things('v1alpha1')}/a`);
    assert.equal(reviews.length, 4);
  });

  test('answers 500 while the webhook fails, and is collected with its namespace', async () => {
    const { send, stop } = serveWebhook();
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'own' } };
    await send('POST', '/api/v1/namespaces', namespace);
    const own = (version: string): string => things(version).replace('default', 'own');
    await send('POST', own('v1'), thing('v1', { hosts: ['x'] }));
    stop('down');
    const failed =
      'conversion webhook for test.example.com/v1, Kind=Thing failed: Post "https://hooks.example.com/convert?timeout=30s": down';
    const list = await send('GET', own('v1alpha1'));
    assert.equal(at(list.body, 'reason'), 'StorageReadError');
    assert.match(
      list.text,
      /failed to read one or more things\.test\.example\.com from the storage: StorageError: corrupt object, Code: 7, Key: \/registry\/test\.example\.com\/things\/own\/a,/,
    );
    const written = await patch(send, `${own('v1alpha1')}/a`, { spec: { tier: 'c' } });
    assert.equal(
      String(at(written.body, 'message')).replace(/\d+/, 'N'),
      `object not decodable revision=N: ${failed}`,
    );
    const created = await send('POST', own('v1alpha1'), {
      ...thing('v1alpha1', { host: 'x' }),
      metadata: { name: 'b' },
    });
    assert.equal(at(created.body, 'message'), failed.replace('/v1,', '/v1alpha1,'));
    assert.equal((await send('DELETE', '/api/v1/namespaces/own')).status, 200);
    assert.equal((await send('GET', '/api/v1/namespaces/own')).status, 404);
    assert.deepEqual(at((await send('GET', own('v1'))).body, 'items'), []);
  });

  test('converts objects to the version of a rule, and patches back', async () => {
    const received: unknown[] = [];
    const admit = answerWith((request) => {
      received.push(at({ ...request }, 'object.apiVersion'), at({ ...request }, 'object.spec'));
      return patchOf([{ op: 'add', path: '/spec/hosts/1', value: 'patched' }]);
    });
    const { send } = serveWebhook(admit);
    const rules = [{ ...ruleOf('things'), apiVersions: ['v1'] }];
    await configureWebhooks(send, 'Mutating', [webhook({ rules })]);
    const created = await send('POST', things('v1alpha1'), thing('v1alpha1', { host: 'x' }));
    assert.equal(created.status, 201, created.text);
    assert.deepEqual(received, ['test.example.com/v1', { hosts: ['x'] }]);
    const read = await send('GET', `${things('v1')}/a`);
    assert.deepEqual(at(read.body, 'spec.hosts'), ['x', 'patched']);
  });

  test('loses its owner although it is stored in a former storage version', async () => {
    const { server, send } = testServer({ conversions: [conversion], garbageCollection: true });
    server.installCustomResourceDefinition(definition('v1'));
    const maps = '/api/v1/namespaces/default/configmaps';
    const owner = await send('POST', maps, { metadata: { name: 'o' } });
    const uid = at(owner.body, 'metadata.uid');
    const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid: String(uid) }];
    const owned = { ...thing('v1', { hosts: ['x'] }), metadata: { name: 'a', ownerReferences } };
    assert.equal((await send('POST', things('v1'), owned)).status, 201);
    await patch(send, CRD, { spec: { versions: definition('v1alpha1').spec.versions } });
    await send('DELETE', `${maps}/o?propagationPolicy=Orphan`);
    assert.equal((await send('GET', `${maps}/o`)).status, 404);
    const { body } = await send('GET', `${things('v1')}/a`);
    assert.equal(at(body, 'metadata.ownerReferences'), undefined);
    assert.deepEqual(at(body, 'spec'), { hosts: ['x'], tier: 'a' });
  });

  test('stores seeded objects in their own version', async () => {
    const { send, server, reviews } = serveWebhook();
    server.seed([{ ...thing('v1alpha1', { host: 'x,y' }), metadata: { name: 'a' } }]);
    assert.equal(reviews.length, 0);
    assert.equal(at((await send('GET', `${things('v1alpha1')}/a`)).body, 'spec.host'), 'x,y');
    assert.deepEqual(at((await send('GET', `${things('v1')}/a`)).body, 'spec.hosts'), ['x', 'y']);
  });
});
