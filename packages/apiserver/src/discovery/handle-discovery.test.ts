import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { handleDiscovery } from './handle-discovery.js';
import { customResource, namespaces, statusOf } from './resources.test.fixture.js';

const V2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const widget = customResource({ shortNames: ['w'], categories: ['all'] });
const resources = [
  namespaces,
  customResource({ isCustom: false, group: 'events.k8s.io', kind: 'Event' }),
  customResource({ group: 'a.example.com', version: 'v1alpha1', kind: 'Thing' }),
  customResource({ version: 'v1beta1' }),
  { ...widget, subresources: statusOf(widget) },
];

function ask(path: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') {
  return handleDiscovery({ method, path, headers }, resources, { platform: 'linux/amd64' });
}

async function json(path: string, accept?: string): Promise<unknown> {
  const response = ask(path, accept === undefined ? {} : { accept });
  assert.equal(response?.status, 200);
  return JSON.parse(await response.text());
}

describe('plain discovery', () => {
  test('/apis lists the built-in groups first, with their preferred versions', async () => {
    const list = await json('/apis?timeout=32s');
    assert.deepEqual(list, {
      kind: 'APIGroupList',
      apiVersion: 'v1',
      groups: [
        groupEntry('events.k8s.io', 'v1'),
        groupEntry('a.example.com', 'v1alpha1'),
        groupEntry('t.example.com', 'v1', 'v1beta1'),
      ],
    });
  });

  test('lists the resources and subresources of a version', async () => {
    const { verbs } = widget;
    assert.deepEqual(await json('/apis/t.example.com/v1/'), {
      kind: 'APIResourceList',
      apiVersion: 'v1',
      groupVersion: 't.example.com/v1',
      resources: [
        {
          name: 'widgets',
          singularName: 'widget',
          namespaced: true,
          kind: 'Widget',
          verbs,
          shortNames: ['w'],
          categories: ['all'],
          storageVersionHash: 'fx4A2d9+bZI=',
        },
        {
          name: 'widgets/status',
          singularName: '',
          namespaced: true,
          kind: 'Widget',
          verbs: ['get', 'patch', 'update'],
        },
      ],
    });
  });

  test('returns undefined for other paths', () => {
    for (const path of ['/api/v2', '/apis/nope', '/apis/t.example.com/v9', '/version/x', '/x']) {
      assert.equal(ask(path), undefined, path);
    }
  });

  test('serves all documents with and without a trailing slash to clients that accept JSON', async () => {
    const kinds: Record<string, string | undefined> = {
      '/api': 'APIVersions',
      '/api/v1': 'APIResourceList',
      '/apis': 'APIGroupList',
      '/apis/t.example.com': 'APIGroup',
      '/apis/t.example.com/v1': 'APIResourceList',
      '/version': undefined,
    };
    for (const [path, kind] of Object.entries(kinds)) {
      for (const accept of [undefined, '*/*', 'application/json']) {
        const plain = await json(path, accept);
        assert.equal((plain as { kind?: string }).kind, kind, path);
        assert.deepEqual(await json(`${path}/`, accept), plain, `${path}/`);
      }
    }
  });

  test('rejects a media type with a partial wildcard if the generic router serves the document', async () => {
    for (const path of ['/api', '/api/v1', '/version']) {
      const response = ask(path, { accept: 'application/*' });
      assert.equal(response?.status, 406, path);
    }
    await json('/apis', 'application/*');
  });

  test('serves documents in YAML', async () => {
    const response = ask('/apis/t.example.com', { accept: 'application/yaml' });
    assert.equal(response?.headers['content-type'], 'application/yaml');
    assert.match((await response?.text()) ?? '', /^apiVersion: v1\nkind: APIGroup\n/);
  });

  test('lists all paths at the root', async () => {
    const { paths } = (await json('/')) as { paths: string[] };
    for (const path of ['/api/v1', '/apis/t.example.com', '/apis/t.example.com/v1', '/readyz']) {
      assert.ok(paths.includes(path), path);
    }
  });

  test('rejects methods other than GET if the generic router serves the document', () => {
    assert.equal(ask('/api/v1', {}, 'POST')?.status, 405);
    assert.equal(ask('/apis', {}, 'POST')?.status, 200);
  });
});

describe('aggregated discovery', () => {
  test('returns all groups in one document of the requested type', async () => {
    const response = ask('/apis', { accept: `${V2},application/json` });
    assert.equal(response?.headers['content-type'], V2);
    const list = JSON.parse(await response.text()) as { items: object[] };
    assert.deepEqual(list.items[2], {
      metadata: { name: 't.example.com' },
      versions: [
        {
          version: 'v1',
          resources: [
            {
              resource: 'widgets',
              responseKind: { group: 't.example.com', version: 'v1', kind: 'Widget' },
              scope: 'Namespaced',
              singularResource: 'widget',
              verbs: widget.verbs,
              shortNames: ['w'],
              categories: ['all'],
              subresources: [
                {
                  subresource: 'status',
                  responseKind: { group: 't.example.com', version: 'v1', kind: 'Widget' },
                  verbs: ['get', 'patch', 'update'],
                },
              ],
            },
          ],
          freshness: 'Current',
        },
        {
          version: 'v1beta1',
          resources: [
            {
              resource: 'widgets',
              responseKind: { group: 't.example.com', version: 'v1beta1', kind: 'Widget' },
              scope: 'Namespaced',
              singularResource: 'widget',
              verbs: widget.verbs,
            },
          ],
          freshness: 'Current',
        },
      ],
    });
  });

  test('returns 304 for a current ETag', async () => {
    const first = ask('/api', { accept: V2 });
    const etag = first?.headers['etag'] ?? '';
    const second = ask('/api', { accept: V2, 'if-none-match': etag });
    assert.equal(second?.status, 304);
    assert.equal(await second.text(), '');
    assert.equal(ask('/api', { accept: V2, 'if-none-match': '"other"' })?.status, 200);
  });

  test('falls back to the plain document for unsupported versions, or returns 406', async () => {
    const old = V2.replace('v=v2', 'v=v2beta1');
    assert.equal(ask('/apis', { accept: old })?.status, 406);
    const list = (await json('/apis', `${old},application/json`)) as { kind: string };
    assert.equal(list.kind, 'APIGroupList');
  });
});

describe('health', () => {
  test('return ok, and the checks if verbose', async () => {
    assert.equal(await ask('/livez')?.text(), 'ok');
    assert.equal(
      await ask('/readyz?verbose')?.text(),
      '[+]ping ok\n[+]informer-sync ok\nreadyz check passed\n',
    );
    assert.equal(await ask('/healthz/ping')?.text(), 'ok');
    assert.equal(ask('/healthz/nope'), undefined);
  });
});

function groupEntry(name: string, ...versions: string[]): object {
  const entries = versions.map((version) => ({ groupVersion: `${name}/${version}`, version }));
  return { name, versions: entries, preferredVersion: entries[0] };
}

test("returns the recorded API server's version at /version", async () => {
  const modules = new URL('../../envtest/go.mod', import.meta.url);
  const [, version] = /^\s*k8s\.io\/kubernetes (\S+)$/m.exec(readFileSync(modules, 'utf8')) ?? [];
  const { gitVersion, major, minor, platform } = (await json('/version')) as Record<string, string>;
  assert.deepEqual([gitVersion, `v${major}.${minor}`], [version, version?.replace(/\.\d+$/, '')]);
  assert.match(platform ?? '', /^(linux|darwin|windows)\/(amd64|arm64)$/);
});

test('returns the address of a server that listens at /api', async () => {
  const before = (await json('/api')) as { serverAddressByClientCIDRs: unknown };
  assert.deepEqual(before.serverAddressByClientCIDRs, []);
  const request = { method: 'GET', path: '/api' } as const;
  const response = handleDiscovery(request, [], {
    platform: 'linux/amd64',
    address: '127.0.0.1:6443',
  });
  const after = JSON.parse((await response?.text()) ?? '') as typeof before;
  assert.deepEqual(after.serverAddressByClientCIDRs, [
    { clientCIDR: '0.0.0.0/0', serverAddress: '127.0.0.1:6443' },
  ]);
});
