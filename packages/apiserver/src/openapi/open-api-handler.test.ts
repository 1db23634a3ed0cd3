import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customResource, namespaces, statusOf } from '../discovery/resources.test.fixture.js';
import type { ServedResource } from '../resource/served-resource.js';
import { TypeLibrary } from '../data/type-library.js';
import { readBuiltIns } from '../node/read-built-ins.js';
import { createOpenApiHandler } from './open-api-handler.js';

const base = customResource({
  schema: {
    type: 'object',
    required: ['spec'],
    properties: {
      spec: {
        type: 'object',
        properties: {
          port: { 'x-kubernetes-int-or-string': true },
          template: { type: 'object', 'x-kubernetes-embedded-resource': true },
        },
      },
    },
  },
  selectableFields: ['.spec.color'],
});
const widget: ServedResource = { ...base, subresources: statusOf(base) };
const resources = [namespaces, widget];

interface Json {
  [key: string]: Json;
}

function ask(path: string, headers: Record<string, string> = {}, served = resources) {
  return createOpenApiHandler(new TypeLibrary(readBuiltIns().types))(
    { method: 'GET', path, headers },
    served,
  );
}

async function document(path: string): Promise<Json> {
  return JSON.parse((await ask(path)?.text()) ?? '') as Json;
}

test('lists each group and version with the hash of its document', async () => {
  const { paths } = await document('/openapi/v3?timeout=32s');
  assert.deepEqual(Object.keys(paths ?? {}), ['api/v1', 'apis/t.example.com/v1']);
  const [, url = ''] = /"(\/openapi\/v3\/apis[^"]*)"/.exec(JSON.stringify(paths)) ?? [];
  const response = ask(url);
  assert.equal(response?.status, 200);
  assert.equal(response.headers['cache-control'], 'public, immutable');
  assert.ok(url.endsWith(`?hash=${response.headers['etag']?.replaceAll('"', '')}`));
});

test('redirects an outdated hash, and returns 304 for a current ETag', () => {
  const path = '/openapi/v3/apis/t.example.com/v1';
  const etag = ask(path)?.headers['etag'] ?? '';
  assert.equal(ask(`${path}?hash=OLD`)?.status, 301);
  assert.equal(ask(path, { 'if-none-match': etag })?.status, 304);
  assert.equal(ask('/openapi/v3/apis/nope/v1')?.status, 404);
  assert.equal(ask(path, { accept: 'application/x+protobuf' })?.status, 406);
});

test('returns an empty document for v2, so that kubectl does not validate', async () => {
  const accept = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf';
  assert.equal(await ask('/openapi/v2', { accept })?.text(), '');
  assert.deepEqual((await document('/openapi/v2'))['paths'], {});
  const answer = ask('/openapi/v2', {});
  assert.equal(answer?.headers['cache-control'], 'no-cache, private');
});

test('publishes the schema of a custom kind with the fields of all objects', async () => {
  const { components } = await document('/openapi/v3/apis/t.example.com/v1');
  const schema = components?.['schemas']?.['com.example.t.v1.Widget'] ?? {};
  assert.deepEqual(schema['x-kubernetes-group-version-kind'], [
    { group: 't.example.com', kind: 'Widget', version: 'v1' },
  ]);
  assert.deepEqual(schema['x-kubernetes-selectable-fields'], [{ fieldPath: 'spec.color' }]);
  const properties = schema['properties'] ?? {};
  assert.deepEqual(Object.keys(properties), ['spec', 'apiVersion', 'kind', 'metadata']);
  const spec = properties['spec']?.['properties'] ?? {};
  assert.deepEqual(spec['port']?.['anyOf'], [{ type: 'integer' }, { type: 'string' }]);
  assert.deepEqual(spec['template']?.['required'], ['kind', 'apiVersion']);
  assert.ok('com.example.t.v1.WidgetList' in (components?.['schemas'] ?? {}));
  assert.ok(
    'io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference' in (components?.['schemas'] ?? {}),
  );
});

test('lists the field validation parameter of patches', async () => {
  const { paths } = await document('/openapi/v3/apis/t.example.com/v1');
  const patch =
    paths?.['/apis/t.example.com/v1/namespaces/{namespace}/widgets/{name}/status']?.['patch'];
  assert.equal(patch?.['x-kubernetes-action'], 'patch');
  const parameters = JSON.stringify(patch['parameters']);
  assert.match(parameters, /"fieldValidation"/);
});

test("publishes the fields of built-in kinds without Kubernetes' descriptions", async () => {
  const { components } = await document('/openapi/v3/api/v1');
  const schemas = components?.['schemas'] ?? {};
  const spec = schemas['io.k8s.api.core.v1.NamespaceSpec']?.['properties'] ?? {};
  assert.deepEqual(spec['finalizers'], {
    type: 'array',
    items: { type: 'string' },
    'x-kubernetes-list-type': 'atomic',
  });
  assert.doesNotMatch(JSON.stringify(spec), /"description":"/);
});

test('creates documents again only when the resources change', async () => {
  const handler = createOpenApiHandler(new TypeLibrary(readBuiltIns().types));
  const index = (served: readonly ServedResource[]) =>
    handler({ method: 'GET', path: '/openapi/v3' }, served)?.text();
  const first = await index(resources);
  assert.equal(await index([...resources]), first);
  assert.notEqual(await index([namespaces]), first);
});

test('publishes the schema of the discovery document in built-in groups', async () => {
  const { paths = {}, components } = await document('/openapi/v3/api/v1');
  assert.ok(paths['/api/v1/']?.['get']);
  const schema = components?.['schemas']?.['io.k8s.apimachinery.pkg.apis.meta.v1.APIResourceList'];
  assert.deepEqual(schema?.['x-kubernetes-group-version-kind'], [
    { group: '', kind: 'APIResourceList', version: 'v1' },
  ]);
  const custom = await document('/openapi/v3/apis/t.example.com/v1');
  assert.equal(custom['paths']?.['/apis/t.example.com/v1/'], undefined);
});

test('describes only the operations that a resource and its subresources have', async () => {
  const [status = assert.fail()] = widget.subresources;
  const eviction = { ...status, name: 'eviction', kind: 'Eviction', verbs: ['create'] };
  const served: ServedResource = { ...base, verbs: ['create'], subresources: [eviction] };
  const text = await ask('/openapi/v3/apis/t.example.com/v1', {}, [served])?.text();
  const { paths = {} } = JSON.parse(text ?? '') as Json;
  const methods = Object.entries(paths).map(([path, item]) => [
    path.slice(path.indexOf(base.plural)),
    Object.keys(item).filter((name) => name !== 'parameters'),
  ]);
  assert.deepEqual(methods, [
    [base.plural, ['post']],
    [`${base.plural}/{name}/eviction`, ['post']],
  ]);
});

test('describes subresources that open connections without a schema', async () => {
  const exec: ServedResource['subresources'][number] = {
    ...(widget.subresources[0] ?? assert.fail()),
    name: 'exec',
    kind: 'PodExecOptions',
    verbs: ['create', 'get'],
  };
  const pods: ServedResource = { ...base, subresources: [exec] };
  const text = await ask('/openapi/v3/apis/t.example.com/v1', {}, [pods])?.text();
  const { paths = {} } = JSON.parse(text ?? '') as Json;
  const found = Object.entries(paths).find(([path]) => path.endsWith('/exec'))?.[1] ?? {};
  assert.deepEqual(
    Object.entries(found).flatMap(([method, each]) =>
      each['x-kubernetes-action'] === undefined ? [] : [[method, each['x-kubernetes-action']]],
    ),
    [
      ['get', 'connect'],
      ['post', 'connect'],
    ],
  );
});

test('describes the fields of all objects, for built-in and custom kinds', async () => {
  const meta = 'io.k8s.apimachinery.pkg.apis.meta.v1';
  const core = await document('/openapi/v3/api/v1');
  const custom = await document('/openapi/v3/apis/t.example.com/v1');
  for (const { components } of [core, custom]) {
    for (const type of ['ObjectMeta', 'OwnerReference', 'ManagedFieldsEntry', 'ListMeta']) {
      const schema = components?.['schemas']?.[`${meta}.${type}`];
      assert.ok(schema?.['description'], `${type} is described`);
      for (const [name, field] of Object.entries(schema['properties'] ?? {})) {
        assert.equal(typeof field['description'], 'string', `${type}.${name}`);
      }
    }
  }
  const kinds = {
    ...core['components']?.['schemas'],
    ...custom['components']?.['schemas'],
  };
  for (const kind of ['io.k8s.api.core.v1.Namespace', 'com.example.t.v1.Widget']) {
    for (const field of ['apiVersion', 'kind', 'metadata']) {
      assert.ok(kinds[kind]?.['properties']?.[field]?.['description'], `${kind}.${field}`);
    }
  }
  assert.match(
    JSON.stringify(kinds['io.k8s.api.core.v1.Namespace']?.['description']),
    /^"See https:\/\/kubernetes\.io\/docs\/.*#namespace-v1-core"$/,
  );
});

test('only built-in kinds accept strategic merge patches', async () => {
  const strategic = async (document: string): Promise<boolean> => {
    const response = ask(`/openapi/v3/${document}`, {}, [namespaces, customResource({})]);
    return ((await response?.text()) ?? '').includes('"application/strategic-merge-patch+json"');
  };
  assert.deepEqual(
    [await strategic('api/v1'), await strategic('apis/t.example.com/v1')],
    [true, false],
  );
});
