import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { isJsonObject, type JsonObject } from '@vmgen/crd/internal/json';
import {
  at,
  machine,
  machineDefinition,
  machinesPath,
  mergePatch,
  testServer,
  type Send,
} from '../testing/test-server.js';
import { finalizersOf, isDeleting, metaString } from '../resource/object-meta.js';
import { ownerReferencesOf } from './owner-references.js';
import { collectionCases, type CollectionCase, type Step } from './collection-cases.test.data.js';

const api = '/apis/test.tw/v1';
const rackDefinition: CustomResourceDefinition = {
  ...machineDefinition,
  metadata: { name: 'racks.test.tw' },
  spec: {
    group: 'test.tw',
    names: { plural: 'racks', kind: 'Rack' },
    scope: 'Cluster',
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object' } },
      },
    ],
  },
};

type Owners = Extract<Step, { own: string }>['owners'];

/** Carries the steps of a case out on a server that collects. */
class CaseRun {
  readonly #server = testServer({ garbageCollection: true });
  readonly #uids = new Map<string, string>();
  readonly left: string[][] = [];

  async run({ steps }: CollectionCase): Promise<void> {
    this.#server.server.installCustomResourceDefinition(rackDefinition);
    await this.#send('POST', '/api/v1/namespaces', { metadata: { name: 'other' } });
    for (const step of steps) {
      if ('create' in step) {
        await this.#create(step);
        continue;
      }
      await this.#change(step);
      this.left.push(await this.#state());
    }
  }

  async #create({
    create,
    owners = [],
    finalizers = [],
  }: Extract<Step, { create: string }>): Promise<void> {
    const metadata = {
      name: ownName(create),
      finalizers: [...finalizers],
      ownerReferences: this.#references(owners),
    };
    const isRack = create.startsWith('/');
    const object = isRack
      ? { apiVersion: 'test.tw/v1', kind: 'Rack', metadata }
      : machine('', {}, metadata);
    const created = await this.#send('POST', collectionOf(create), object);
    this.#uids.set(create, metaString(created, 'uid'));
  }

  async #change(step: Exclude<Step, { create: string }>): Promise<void> {
    if ('remove' in step) {
      const query = step.policy === undefined ? '' : `?propagationPolicy=${step.policy}`;
      await this.#send('DELETE', `${pathOf(step.remove)}${query}`);
    } else if ('release' in step) {
      const object = await this.#send('GET', pathOf(step.release));
      const finalizers = finalizersOf(object).filter((name) => !name.includes('/'));
      await this.#send('PATCH', pathOf(step.release), { metadata: { finalizers } });
    } else if ('own' in step) {
      const ownerReferences = this.#references(step.owners);
      await this.#send('PATCH', pathOf(step.own), { metadata: { ownerReferences } });
    }
  }

  #references(owners: Owners): JsonObject[] {
    return owners.map(({ name, kind, uid, said, blocks }) => ({
      apiVersion: 'test.tw/v1',
      kind: kind ?? (name.startsWith('/') ? 'Rack' : 'Machine'),
      name: said ?? ownName(name),
      uid: uid ?? this.#uids.get(name) ?? '',
      ...(blocks === undefined ? {} : { blockOwnerDeletion: true }),
    }));
  }

  async #send(...[method, path, body]: Parameters<Send>): Promise<JsonObject> {
    const headers = method === 'PATCH' ? mergePatch : {};
    const answer = await this.#server.send(method, path, body, headers);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  }

  async #state(): Promise<string[]> {
    const lists = [
      await this.#send('GET', `${api}/machines`),
      await this.#send('GET', `${api}/racks`),
    ];
    return lists
      .flatMap(({ items }) => (Array.isArray(items) ? items : []))
      .filter(isJsonObject)
      .map(described)
      .sort();
  }
}

function described(object: JsonObject): string {
  const mark = isDeleting(object) ? '-' : '';
  const namespace = metaString(object, 'namespace');
  const prefix = namespace === 'default' ? '' : `${namespace}/`;
  const owners = ownerReferencesOf(object).map(
    ({ name, blocksDeletion }) => `${blocksDeletion ? '!' : ''}<${name}`,
  );
  const name = `${mark}${prefix}${metaString(object, 'name')}`;
  return [name, ...finalizersOf(object), ...owners].join(' ');
}

function ownName(name: string): string {
  return name.slice(name.indexOf('/') + 1);
}

function collectionOf(name: string): string {
  if (name.startsWith('/')) return `${api}/racks`;
  const end = name.indexOf('/');
  return `${api}/namespaces/${end === -1 ? 'default' : name.slice(0, end)}/machines`;
}

function pathOf(name: string): string {
  return `${collectionOf(name)}/${ownName(name)}`;
}

describe('the garbage collector leaves what kube-controller-manager leaves:', () => {
  for (const collection of collectionCases) {
    test(collection.title, async () => {
      const run = new CaseRun();
      await run.run(collection);
      assert.deepEqual(run.left, collection.left);
    });
  }
});

/** A reference to an object of the answer to its creation. */
function referenceTo(owner: JsonObject, more: JsonObject = {}): JsonObject {
  const { apiVersion = '', kind = '' } = owner;
  const [name, uid] = [metaString(owner, 'name'), metaString(owner, 'uid')];
  return { apiVersion, kind, name, uid, ...more };
}

test('without the option nothing is collected', async () => {
  const { send } = testServer();
  const owner = await send('POST', machinesPath, machine('a'));
  await send(
    'POST',
    machinesPath,
    machine('b', {}, { ownerReferences: [referenceTo(owner.body)] }),
  );
  await send('DELETE', `${machinesPath}/a`);
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 200);
});

test('a deletion is answered as if nothing were collected yet, and watches see the owner go first', async () => {
  const { server, send } = testServer({ garbageCollection: true });
  const owner = await send('POST', machinesPath, machine('a'));
  const block = { ownerReferences: [referenceTo(owner.body, { blockOwnerDeletion: true })] };
  await send('POST', machinesPath, machine('b', {}, block));
  const watch = await server.handle({
    method: 'GET',
    path: `${machinesPath}?watch=true&resourceVersion=${metaString(owner.body, 'resourceVersion')}`,
  });
  const deleted = await send('DELETE', `${machinesPath}/a?propagationPolicy=Foreground`);
  assert.deepEqual(at(deleted.body, 'metadata.finalizers'), ['foregroundDeletion']);
  assert.equal((await send('GET', `${machinesPath}/a`)).status, 404);
  // Which ends the watch.
  await send('DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/machines.test.tw');
  const events = (await watch.text())
    .trim()
    .split('\n')
    .map((line) => /"type":"(\w+)".*?"name":"(\w)"/.exec(line)?.slice(1).join(' '));
  assert.deepEqual(events, ['ADDED b', 'MODIFIED a', 'DELETED b', 'DELETED a']);
});

test('what the collector writes it owns as kube-controller-manager', async () => {
  const { send } = testServer({ garbageCollection: true });
  const owner = await send('POST', machinesPath, machine('a'));
  const other = await send('POST', machinesPath, machine('o'));
  const ownerReferences = [referenceTo(owner.body), referenceTo(other.body)];
  const child = await send('POST', machinesPath, machine('b', {}, { ownerReferences }));
  await send('DELETE', `${machinesPath}/a`);
  const left = await send('GET', `${machinesPath}/b`);
  assert.deepEqual(at(left.body, 'metadata.ownerReferences'), [referenceTo(other.body)]);
  assert.equal(at(left.body, 'metadata.generation'), 1);
  assert.notEqual(
    at(left.body, 'metadata.resourceVersion'),
    at(child.body, 'metadata.resourceVersion'),
  );
});

test('an owner reference into another namespace is told in an event', async () => {
  const { send } = testServer({ garbageCollection: true });
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'other' } });
  const owner = await send('POST', '/apis/test.tw/v1/namespaces/other/machines', machine('a'));
  const uid = metaString(owner.body, 'uid');
  await send(
    'POST',
    machinesPath,
    machine('b', {}, { ownerReferences: [referenceTo(owner.body)] }),
  );
  const { items } = (await send('GET', '/api/v1/namespaces/default/events')).body;
  const [event, ...more] = Array.isArray(items) ? items.filter(isJsonObject) : [];
  assert.deepEqual(more, []);
  assert.equal(event?.['reason'], 'OwnerRefInvalidNamespace');
  assert.equal(event['type'], 'Warning');
  assert.equal(
    event['message'],
    `ownerRef [test.tw/v1/Machine, namespace: default, name: a, uid: ${uid}] does not exist in namespace "default"`,
  );
});

test('built-in kinds take part: a ReplicaSet goes with its Deployment, and its Pods with it', async () => {
  const { send } = testServer({ garbageCollection: true });
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'nginx' }] } };
  const spec = { selector: { matchLabels: labels }, template };
  const [deployments, replicaSets] = ['deployments', 'replicasets'].map(
    (plural) => `/apis/apps/v1/namespaces/default/${plural}`,
  );
  const pods = '/api/v1/namespaces/default/pods';
  const web = { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec };
  const deployment = await send('POST', deployments ?? '', web);
  assert.equal(deployment.status, 201, deployment.text);
  const ownerReferences = [referenceTo(deployment.body, { blockOwnerDeletion: true })];
  const replicaSet = await send('POST', replicaSets ?? '', {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name: 'web-1', ownerReferences },
    spec,
  });
  assert.equal(replicaSet.status, 201, replicaSet.text);
  const pod = await send('POST', pods, {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'web-1-a', ownerReferences: [referenceTo(replicaSet.body)] },
    spec: template.spec,
  });
  assert.equal(pod.status, 201, pod.text);
  await send('DELETE', `${deployments}/web`);
  assert.equal((await send('GET', `${replicaSets}/web-1`)).status, 404);
  assert.equal((await send('GET', `${pods}/web-1-a`)).status, 404);
});

test('the pods of a Job stay unless its deletion says otherwise', async () => {
  const { send } = testServer({ garbageCollection: true });
  const jobs = '/apis/batch/v1/namespaces/default/jobs';
  const template = {
    spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'nginx' }] },
  };
  const left: number[] = [];
  for (const query of ['', '?propagationPolicy=Background']) {
    const job = await send('POST', jobs, {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'once' },
      spec: { template },
    });
    assert.equal(job.status, 201, job.text);
    const child = machine(`of-job${left.length}`, {}, { ownerReferences: [referenceTo(job.body)] });
    await send('POST', machinesPath, child);
    await send('DELETE', `${jobs}/once${query}`);
    assert.equal((await send('GET', `${jobs}/once`)).status, 404);
    left.push((await send('GET', `${machinesPath}/of-job${left.length}`)).status);
  }
  assert.deepEqual(left, [200, 404]);
});

test('an object whose owner is of a kind that comes later is looked at when it comes', async () => {
  const { server, send } = testServer({ garbageCollection: true });
  const ghost = { apiVersion: 'test.tw/v1', kind: 'Rack', metadata: { name: 'r', uid: 'gone' } };
  await send('POST', machinesPath, machine('b', {}, { ownerReferences: [referenceTo(ghost)] }));
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 200);
  server.installCustomResourceDefinition(rackDefinition);
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 404);
});

test('dependents of what goes with its definition go too', async () => {
  const { server, send } = testServer({ garbageCollection: true });
  server.installCustomResourceDefinition(rackDefinition);
  const rack = { apiVersion: 'test.tw/v1', kind: 'Rack', metadata: { name: 'r' } };
  const owner = await send('POST', `${api}/racks`, rack);
  await send(
    'POST',
    machinesPath,
    machine('b', {}, { ownerReferences: [referenceTo(owner.body)] }),
  );
  await send('DELETE', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/racks.test.tw');
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 404);
});

test('seeded objects are looked at when all of them are there', async () => {
  const { server, send } = testServer({ garbageCollection: true });
  const owner = { apiVersion: 'test.tw/v1', kind: 'Machine', metadata: { name: 'a', uid: 'u-a' } };
  const child = (name: string, uid: string) => ({
    apiVersion: 'test.tw/v1',
    kind: 'Machine',
    metadata: {
      name,
      ownerReferences: [{ apiVersion: 'test.tw/v1', kind: 'Machine', name: 'a', uid }],
    },
    spec: { image: 'nginx' },
  });
  server.seed([
    child('b', 'u-a'),
    child('c', 'u-z'),
    { ...owner, ...{ spec: { image: 'nginx' } } },
  ]);
  assert.equal((await send('GET', `${machinesPath}/b`)).status, 200);
  assert.equal((await send('GET', `${machinesPath}/c`)).status, 404);
});
