import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  machine,
  machinesPath,
  mergePatch,
  applyPatch,
  testServer,
} from '../testing/test-server.js';

const series = (text: string, name: string): string[] =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`));

// The names, labels and headers are those of kube-apiserver 1.37.2.
test('counts requests by resource, verb and code at /metrics', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a', { replicas: 1 }));
  await send('POST', machinesPath, machine('a'));
  await send('POST', `${machinesPath}?dryRun=All`, machine('b'));
  await send('PATCH', `${machinesPath}/a`, {}, mergePatch);
  await send('PATCH', `${machinesPath}/a?fieldManager=m`, machine('a'), applyPatch);
  await send('GET', `${machinesPath}/a/scale`);
  await send('GET', machinesPath);
  await send('GET', '/apis/test.tw/v1/machines');
  await send('GET', '/healthz');
  const { status, headers, text } = await send('GET', '/metrics?x=y');
  assert.equal(status, 200);
  assert.equal(
    headers['content-type'],
    'text/plain; version=0.0.4; charset=utf-8; escaping=underscores',
  );
  const requests = (code: number, verb: string, scope: string, other = {}): string => {
    const labels = { dry_run: '', subresource: '', ...other };
    return `apiserver_request_total{code="${code}",component="apiserver",dry_run="${labels.dry_run}",group="test.tw",resource="machines",scope="${scope}",subresource="${labels.subresource}",verb="${verb}",version="v1"} 1`;
  };
  assert.deepEqual(
    series(text, 'apiserver_request_total').filter((line) => line.includes('machines')),
    [
      requests(200, 'APPLY', 'resource'),
      requests(200, 'GET', 'resource', { subresource: 'scale' }),
      requests(200, 'LIST', 'cluster'),
      requests(200, 'LIST', 'namespace'),
      requests(200, 'PATCH', 'resource'),
      requests(201, 'POST', 'resource'),
      requests(201, 'POST', 'resource', { dry_run: 'All' }),
      requests(409, 'POST', 'resource'),
    ].sort(),
  );
  assert.match(text, /^apiserver_request_total\{.*subresource="\/healthz",verb="GET".*\} 1$/m);
});

test('reports the number of objects of each resource at /metrics', async () => {
  const { send } = testServer();
  await send('POST', machinesPath, machine('a'));
  await send('POST', machinesPath, machine('b'));
  const { text } = await send('GET', '/metrics');
  const objects = series(text, 'apiserver_resource_objects');
  const ofMachines = 'apiserver_resource_objects{group="test.tw",resource="machines"} 2';
  assert.ok(objects.includes(ofMachines), text);
  assert.ok(objects.includes('apiserver_resource_objects{group="",resource="namespaces"} 4'), text);
  assert.match(text, /^# TYPE apiserver_resource_objects gauge$/m);
  assert.match(text, /^process_start_time_seconds \d+(\.\d+)?$/m);
});

test('does not count paths that are not served, so that clients cannot add series', async () => {
  const { send } = testServer();
  for (const path of ['/api/v1/nopes', '/nope', `${machinesPath}/a/nope`, '/apis/x/v1/y']) {
    await send('GET', path);
  }
  await send('GET', '/healthz/nope');
  const { text } = await send('GET', '/metrics');
  assert.doesNotMatch(text, /nope|group="x"/);
});

test('lists /metrics in the paths of the server', async () => {
  const { send } = testServer();
  assert.match((await send('GET', '/')).text, /"\/metrics"/);
});
