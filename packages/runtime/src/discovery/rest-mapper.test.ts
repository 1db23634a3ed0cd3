import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sleep } from '../async/clock.js';
import { createFakeClock } from '../testing/index.js';
import { apiResource, type ApiResource, type DiscoveredApi } from './api-resource.js';
import type { DiscoveryClient } from './discovery-client.js';
import { createRestMapper } from './rest-mapper.js';

function resource(group: string, version: string, kind: string, shortName?: string): ApiResource {
  const made = apiResource({
    group,
    version,
    kind,
    plural: `${kind.toLowerCase()}s`,
    singular: kind.toLowerCase(),
    scope: 'Namespaced',
    verbs: [],
    shortNames: shortName === undefined ? [] : [shortName],
    categories: [],
    subresources: [],
  });
  return made ?? assert.fail();
}

const version = (
  ...resources: ApiResource[]
): DiscoveredApi['groups'][number]['versions'][number] => ({
  version: resources[0]?.version ?? '',
  resources,
});

const API: DiscoveredApi = {
  groups: [
    { name: '', versions: [version(resource('', 'v1', 'Pod', 'po'), resource('', 'v1', 'Event'))] },
    {
      name: 'apps',
      versions: [
        version(resource('apps', 'v1', 'Deployment', 'deploy')),
        version(resource('apps', 'v1beta1', 'Deployment'), resource('apps', 'v1beta1', 'Old')),
      ],
    },
    { name: 'events.k8s.io', versions: [version(resource('events.k8s.io', 'v1', 'Event', 'po'))] },
  ],
  failures: [{ group: 'metrics.k8s.io', version: 'v1', error: new Error('down') }],
};

/** A discovery client that returns the current result of `api` and counts calls. */
function discoveryOf(api: () => DiscoveredApi | Promise<DiscoveredApi>) {
  const asked = { times: 0 };
  const client: DiscoveryClient = {
    async discover() {
      asked.times++;
      return api();
    },
    serverVersion: () => assert.fail(),
  };
  return { client, asked };
}

const mapper = createRestMapper(discoveryOf(() => API).client);
const named = ({ group, version: v, plural }: ApiResource): string => `${group}/${v}/${plural}`;

test('finds the resource of a kind in the preferred version that has it', async () => {
  const forKind = async (group: string, kind: string, v?: string): Promise<string> =>
    named(await mapper.forKind({ group, kind, version: v }));
  assert.equal(await forKind('apps', 'Deployment'), 'apps/v1/deployments');
  assert.equal(await forKind('apps', 'Deployment', 'v1beta1'), 'apps/v1beta1/deployments');
  assert.equal(await forKind('apps', 'Old'), 'apps/v1beta1/olds');
  assert.equal(await forKind('', 'Event'), '/v1/events');
  assert.equal(await forKind('events.k8s.io', 'Event'), 'events.k8s.io/v1/events');
});

test('finds a resource by its names', async () => {
  const expected = {
    deployments: 'apps/v1/deployments',
    Deployment: 'apps/v1/deployments',
    deploy: 'apps/v1/deployments',
    'deploy.apps': 'apps/v1/deployments',
    'deployments.v1beta1.apps': 'apps/v1beta1/deployments',
    'events.events.k8s.io': 'events.k8s.io/v1/events',
    'event.v1.events.k8s.io': 'events.k8s.io/v1/events',
    events: '/v1/events',
    po: '/v1/pods',
    'po.events.k8s.io': 'events.k8s.io/v1/events',
  };
  for (const [name, found] of Object.entries(expected)) {
    assert.equal(named(await mapper.forResource(name)), found, name);
  }
});

test('the error for an unknown kind explains how to fix it', async () => {
  const forKind = (group: string, kind: string, v?: string): Promise<ApiResource> =>
    createRestMapper(discoveryOf(() => API).client).forKind({ group, kind, version: v });
  const expected: readonly (readonly [Promise<unknown>, string])[] = [
    [
      forKind('apps', 'Deploymnt'),
      'the server has no kind "Deploymnt" in group "apps"; did you mean "Deployment"?',
    ],
    [
      forKind('apps', 'Gadget'),
      'the server has no kind "Gadget" in group "apps"; ' +
        'is its CustomResourceDefinition installed?',
    ],
    [
      forKind('apps', 'Pod'),
      'the server has no kind "Pod" in group "apps"; did you mean the one in the core group?',
    ],
    [
      forKind('apps', 'Old', 'v1'),
      'the server has no kind "Old" in group "apps" version "v1"; it is served in "v1beta1"',
    ],
    [
      forKind('app', 'Deployment'),
      'the server has no kind "Deployment" in group "app", and the group does not exist; ' +
        'did you mean "apps"?',
    ],
    [
      forKind('metrics.k8s.io', 'PodMetrics'),
      'the server has no kind "PodMetrics" in group "metrics.k8s.io", and the group does not exist; ' +
        'is its CustomResourceDefinition installed?; metrics.k8s.io/v1 could not be read: down',
    ],
    [
      createRestMapper(discoveryOf(() => API).client).forResource('deploymets.apps'),
      'the server has no resource "deploymets.apps"; did you mean "deployments"?',
    ],
  ];
  for (const [answer, message] of expected) {
    await assert.rejects(answer, { code: 'ERR_VMGEN_NO_MATCH', message });
  }
});

test('concurrent calls share one read of discovery', async () => {
  const { client, asked } = discoveryOf(() => API);
  const shared = createRestMapper(client);
  await Promise.all([shared.forResource('po'), shared.forResource('deploy')]);
  await shared.forKind({ group: '', kind: 'Pod' });
  assert.equal(asked.times, 1);
  assert.equal(await shared.refresh(), API);
  assert.equal(asked.times, 2);
});

test('finds a kind that was installed after the read', async () => {
  let api: DiscoveredApi = { groups: [], failures: [] };
  const { client, asked } = discoveryOf(() => api);
  const late = createRestMapper(client, { clock: createFakeClock() });
  await assert.rejects(late.forResource('po'), { code: 'ERR_VMGEN_NO_MATCH' });
  assert.equal(asked.times, 1);
  api = API;
  const found = await Promise.all([late.forResource('po'), late.forResource('deploy')]);
  assert.deepEqual(found.map(named), ['/v1/pods', 'apps/v1/deployments']);
  assert.ok(asked.times <= 3, `asked ${asked.times} times`);
});

test('reads discovery again after a read that started before the request', async () => {
  const answers: ((api: DiscoveredApi) => void)[] = [];
  const { client } = discoveryOf(() => new Promise((resolve) => answers.push(resolve)));
  const late = createRestMapper(client);
  const first = late.refresh();
  const found = late.forResource('po');
  answers[0]?.({ groups: [], failures: [] });
  await first;
  await new Promise((resolve) => setImmediate(resolve));
  answers[1]?.(API);
  assert.equal(named(await found), '/v1/pods');
});

test('limits the reads for unknown kinds to a burst of ten and one in ten seconds', async () => {
  const clock = createFakeClock();
  const { client, asked } = discoveryOf(() => API);
  const bounded = createRestMapper(client, { clock });
  const miss = (): Promise<void> =>
    assert.rejects(bounded.forResource('gadgets'), { code: 'ERR_VMGEN_NO_MATCH' });
  for (let i = 0; i < 30; i++) await miss();
  assert.equal(asked.times, 11);
  await clock.advance(10_000);
  for (let i = 0; i < 3; i++) await miss();
  assert.equal(asked.times, 12);
});

test('an abort of one caller does not abort the read for the others', async () => {
  const { client } = discoveryOf(() => sleep(1).then(() => API));
  const shared = createRestMapper(client);
  const giveUp = new AbortController();
  const left = shared.forResource('po', { signal: giveUp.signal });
  const stayed = shared.forResource('po');
  giveUp.abort(new Error('gave up'));
  await assert.rejects(left, /gave up/);
  assert.equal(named(await stayed), '/v1/pods');
});

test('retries a failed read at the next call', async () => {
  let times = 0;
  const { client } = discoveryOf(async () => {
    if (times++ === 0) throw new Error('no route');
    return API;
  });
  const shared = createRestMapper(client);
  await assert.rejects(shared.forResource('po'), /no route/);
  assert.equal(named(await shared.forResource('po')), '/v1/pods');
});

test('escapes characters of names that change what a terminal shows', async () => {
  await assert.rejects(mapper.forKind({ group: 'apps', kind: '\u202eGadget' }), (error: Error) => {
    assert.ok(error.message.startsWith(String.raw`the server has no kind "\u202eGadget" in`));
    return true;
  });
});
