import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isJsonObject, type JsonObject } from '@vmgen/base/json';
import type { CustomResourceDefinition, JSONSchemaProps } from '@vmgen/crd';
import { type Conversion, defineConversion } from '@vmgen/runtime/conversion';
import { crdOf, versionWith } from '@vmgen/fixtures/crd-of';
import {
  applyPatch,
  at,
  mergePatch,
  type Send,
  type TestAnswer,
  testServer,
} from '../testing/test-server.js';

// The answers are those of kube-apiserver 1.37.2 to the same requests.

const text: JSONSchemaProps = { type: 'string' };
const count: JSONSchemaProps = { type: 'integer' };
const GROUP = 'test.example.com';

function definition(strategy: 'None' | 'Webhook'): CustomResourceDefinition {
  const version = (name: string, spec: Record<string, JSONSchemaProps>) => {
    const status: JSONSchemaProps = { type: 'object', properties: { phase: text } };
    const properties = { spec: { type: 'object', properties: spec }, status };
    return versionWith(name, properties, { subresources: { status: {} } });
  };
  const webhook = {
    clientConfig: { url: 'https://hooks.example.com/convert' },
    conversionReviewVersions: ['v1'],
  };
  return crdOf(
    { group: GROUP, kind: 'Thing' },
    [
      version('v1', { color: text, note: text, size: count }),
      version('v2', { color: text, note: text, replicas: count }),
    ],
    { conversion: strategy === 'None' ? { strategy } : { strategy, webhook } },
  );
}

const specOf = (object: object): { size?: number; replicas?: number } =>
  (object as { spec?: object }).spec ?? {};

/** v2 renames the size of v1. */
const renaming = defineConversion({
  group: GROUP,
  kind: 'Thing',
  hub: 'v1',
  spokes: {
    v2: {
      toHub: { '.spec.size': (source) => specOf(source).replicas },
      fromHub: { '.spec.replicas': (source) => specOf(source).size },
    },
  },
});

const at1 = `/apis/${GROUP}/v1/namespaces/default/things`;
const at2 = at1.replace('v1', 'v2');
const thing = (version: string, spec: JsonObject, rest: JsonObject = {}): JsonObject => ({
  apiVersion: `${GROUP}/${version}`,
  kind: 'Thing',
  metadata: { name: 'a' },
  spec,
  ...rest,
});

function serve(conversion?: Conversion) {
  const tested = testServer(conversion === undefined ? {} : { conversions: [conversion] });
  const strategy = conversion === undefined ? 'None' : 'Webhook';
  tested.server.installCustomResourceDefinition(definition(strategy));
  return { ...tested, ...clientOf(tested.send) };
}

function clientOf(send: Send) {
  const urlOf = (version: string, query: string): string =>
    `${version === 'v1' ? at1 : at2}/a${query}`;
  return {
    create: (version: string, manager: string, spec: JsonObject) =>
      send('POST', `${version === 'v1' ? at1 : at2}?fieldManager=${manager}`, thing(version, spec)),
    merge: (version: string, manager: string, change: JsonObject, subresource = '') => {
      const url = urlOf(version, `${subresource}?fieldManager=${manager}`);
      return send('PATCH', url, JSON.stringify(change), mergePatch);
    },
    apply: (version: string, manager: string, spec: JsonObject, force = false) => {
      const url = urlOf(version, `?fieldManager=${manager}&force=${String(force)}`);
      return send('PATCH', url, JSON.stringify(thing(version, spec)), applyPatch);
    },
  };
}

/** Returns a line for each manager with its fields of the spec and of the status. */
function owners({ status, body }: TestAnswer): string[] {
  assert.ok(status < 300, JSON.stringify(body));
  const list = at(body, 'metadata.managedFields') ?? [];
  assert.ok(Array.isArray(list));
  return list
    .filter(isJsonObject)
    .map((entry) => {
      const [spec, phase] = [at(entry, 'fieldsV1.f:spec'), at(entry, 'fieldsV1.f:status')];
      const fields = [...namesIn(spec), ...namesIn(phase)];
      const version = String(at(entry, 'apiVersion')).slice(GROUP.length + 1);
      const identity = [at(entry, 'manager'), at(entry, 'operation'), version];
      return [...identity, ...fields].map(String).join(' ');
    })
    .sort();
}

const namesIn = (fields: unknown): string[] =>
  Object.keys(fields ?? {})
    .filter((name) => name !== '.')
    .map((name) => name.slice(2));

const errorIn = ({ status, body }: TestAnswer): unknown[] => [status, at(body, 'message')];

describe('managers of several versions with a conversion', () => {
  test('lose the fields that an update changes under another name', async () => {
    const { create, merge } = serve(renaming);
    await create('v1', 'a', { size: 1, color: 'red' });
    assert.deepEqual(owners(await merge('v2', 'b', { spec: { replicas: 2 } })), [
      'a Update v1 color',
      'b Update v2 replicas',
    ]);
    assert.deepEqual(owners(await merge('v1', 'c', { spec: { size: 3 } })), [
      'a Update v1 color',
      'c Update v1 size',
    ]);
  });

  test('conflict with an apply, by the names of their version', async () => {
    const { apply } = serve(renaming);
    await apply('v2', 'a', { replicas: 1, color: 'red' });
    assert.deepEqual(errorIn(await apply('v1', 'b', { size: 2 })), [
      409,
      'Apply failed with 1 conflict: conflict with "a": .spec.replicas',
    ]);
    assert.deepEqual(owners(await apply('v1', 'b', { size: 1 })), [
      'a Apply v2 color replicas',
      'b Apply v1 size',
    ]);
    assert.deepEqual(owners(await apply('v1', 'b', { size: 2 }, true)), [
      'a Apply v2 color',
      'b Apply v1 size',
    ]);
  });

  test('remove fields that they applied in another version, unless a manager of any version owns them', async () => {
    const { apply } = serve(renaming);
    await apply('v1', 'a', { size: 1, note: 'x', color: 'red' });
    await apply('v2', 'b', { note: 'x' });
    const changed = await apply('v2', 'a', { color: 'red' });
    assert.deepEqual(at(changed.body, 'spec'), { color: 'red', note: 'x' });
    assert.deepEqual(owners(changed), ['a Apply v2 color', 'b Apply v2 note']);
  });

  test('lose the status that a request to the main resource sends, which is not stored', async () => {
    const { create, merge, send } = serve(renaming);
    await create('v1', 'a', { size: 1 });
    await merge('v1', 's', { status: { phase: 'up' } }, '/status');
    const { status: _, ...body } = (await send('GET', `${at2}/a`)).body;
    const written = await send('PUT', `${at2}/a`, body);
    assert.deepEqual(at(written.body, 'status'), { phase: 'up' });
    assert.deepEqual(owners(written), ['a Update v1 size']);
  });

  test('remain after an update whose conversion fails, and an apply fails', async () => {
    let problem: string | undefined;
    const { create, merge, apply } = serve({
      ...renaming,
      convert(object, version) {
        if (version === 'v2' && problem !== undefined) throw new Error(problem);
        return renaming.convert(object, version);
      },
    });
    await create('v2', 'a', { replicas: 1, color: 'red' });
    problem = 'down';
    const updated = await merge('v1', 'b', { spec: { size: 2 } });
    assert.equal(at(updated.body, 'spec.size'), 2);
    assert.deepEqual(owners(updated), ['a Update v2 color replicas']);
    assert.deepEqual(errorIn(await apply('v1', 'c', { color: 'blue' }, true)), [
      500,
      `conversion webhook for ${GROUP}/v1, Kind=Thing failed: down`,
    ]);
    problem = undefined;
    assert.deepEqual(owners(await merge('v1', 'b', { spec: { size: 3 } })), [
      'a Update v2 color',
      'b Update v1 size',
    ]);
  });

  test('keep all concurrent updates', async () => {
    const { create, merge, send } = serve(renaming);
    await create('v2', 'a', { replicas: 1 });
    const names = ['b', 'c', 'd', 'e'];
    const written = await Promise.all(
      names.map((name) => merge('v1', name, { metadata: { labels: { [name]: 'x' } } })),
    );
    assert.deepEqual(
      written.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const read = await send('GET', `${at1}/a`);
    assert.deepEqual(Object.keys(at(read.body, 'metadata.labels') as object).sort(), names);
    assert.equal(owners(read).length, 5);
  });
});

describe('managers of several versions without a conversion', () => {
  test('lose the fields that an update in another version changes', async () => {
    const { create, merge } = serve();
    await create('v1', 'a', { color: 'red', note: 'x' });
    assert.deepEqual(owners(await merge('v2', 'b', { spec: { color: 'blue' } })), [
      'a Update v1 note',
      'b Update v2 color',
    ]);
  });

  test('remain if their version does not have a field of the object, and an apply fails', async () => {
    const { apply, merge } = serve();
    await apply('v1', 'a', { size: 1, color: 'red' });
    assert.deepEqual(owners(await merge('v2', 'b', { spec: { replicas: 2 } })), [
      'a Apply v1 color size',
    ]);
    assert.deepEqual(errorIn(await apply('v2', 'a', { replicas: 2 })), [
      500,
      'failed to prune fields: failed to convert merged object to last applied version: .spec.replicas: field not declared in schema',
    ]);
    assert.deepEqual(errorIn(await apply('v2', 'b', { replicas: 2 }, true)), [
      500,
      'failed to convert new object: .spec.replicas: field not declared in schema',
    ]);
  });
});
