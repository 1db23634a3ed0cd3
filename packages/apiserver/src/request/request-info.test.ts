import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRequestInfo, RequestInfoCache } from './request-info.js';

function brief(method: string, path: string): string | undefined {
  const info = parseRequestInfo(method, path);
  if (info === undefined) return undefined;
  const { verb, group, version, resource, namespace, name, subresource } = info;
  return [verb, group, version, resource, namespace, name, subresource]
    .map((part) => part ?? '-')
    .join(' ');
}

test('parses paths as apimachinery does', () => {
  assert.equal(brief('GET', '/api/v1/namespaces'), 'list  v1 namespaces - - -');
  assert.equal(brief('GET', '/api/v1/namespaces/a/'), 'get  v1 namespaces - a -');
  assert.equal(brief('PUT', '/api/v1/namespaces/a/status'), 'update  v1 namespaces - a status');
  assert.equal(brief('GET', '/api/v1/namespaces/a/events'), 'list  v1 events a - -');
  assert.equal(brief('PATCH', '/apis/g/v1/namespaces/a/vms/b/scale'), 'patch g v1 vms a b scale');
  assert.equal(brief('DELETE', '/apis/g/v1/vms'), 'deletecollection g v1 vms - - -');
  assert.equal(brief('GET', '/apis/g/v1/watch/vms'), 'watch g v1 vms - - -');
  assert.equal(brief('GET', '/apis/g/v1/vms/%C3%A9'), 'get g v1 vms - é -');
});

test('treats a watch of a single object as a get, and any value of watch except false and 0 as true', () => {
  assert.match(brief('GET', '/apis/g/v1/vms/a?watch=true') ?? '', /^get /);
  assert.match(brief('GET', '/apis/g/v1/vms?watch=bad') ?? '', /^watch /);
  assert.match(brief('GET', '/apis/g/v1/vms?watch=0') ?? '', /^list /);
});

test('parses a watch path of one object', () => {
  const watched = (path: string) => {
    const info = parseRequestInfo('GET', path);
    return [info?.verb, info?.resource, info?.namespace, info?.name, info?.watchedName];
  };
  const ofA = ['watch', 'namespaces', undefined, undefined, 'a'];
  assert.deepEqual(watched('/api/v1/watch/namespaces/a'), ofA);
  assert.deepEqual(watched('/apis/g/v1/watch/namespaces/a/vms/b?fieldSelector=spec.c%3Dd'), [
    'watch',
    'vms',
    'a',
    undefined,
    'b',
  ]);
  assert.equal(brief('GET', '/api/v1/watch/nodes/a/status'), undefined);
  assert.equal(brief('DELETE', '/api/v1/watch/nodes/a'), 'delete  v1 nodes - a -');
});

test('returns undefined for other paths', () => {
  for (const path of [
    '/',
    '/healthz',
    '/api',
    '/api/v1',
    '/apis/g/v1',
    '/openapi/v3',
    '/apis/g/v1/%zz',
  ]) {
    assert.equal(brief('GET', path), undefined);
  }
});

test('parses a path with POST once, and other requests each time', () => {
  const cache = new RequestInfoCache();
  const path = '/apis/g/v1/namespaces/a/vms?dryRun=All';
  const created = cache.of('POST', path);
  assert.deepEqual(created, parseRequestInfo('POST', path));
  assert.equal(cache.of('POST', path), created);
  assert.equal(cache.of('GET', path)?.verb, 'list');
  assert.equal(cache.of('POST', '/healthz'), undefined);
  for (let i = 0; i < 100; i++) cache.of('POST', `${path}&fieldManager=${i}`);
  assert.equal(cache.of('POST', `${path}&fieldManager=99`)?.query.get('fieldManager'), '99');
  assert.notEqual(cache.of('POST', path), created);
});
