import assert from 'node:assert/strict';
import type { Transport } from '@vmgen/runtime';
import type { CustomResourceDefinition } from '@vmgen/crd';
import { isJsonObject, type JsonObject, parseJson } from '@vmgen/base/json';
import type { CollectionCase, Step } from '@vmgen/fixtures/apiserver/collection-cases';
import { ownerReferencesOf } from '../controllers/owner-references.js';
import { finalizersOf, isDeleting, metaString } from '../resource/object-meta.js';
import { machine, machineDefinition, mergePatch } from './test-server.js';

const api = '/apis/test.tw/v1';

/** A cluster-scoped kind beside the namespaced Machine. */
export const rackDefinition: CustomResourceDefinition = {
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

/**
 * Executes the steps of cases on a server with Machines, {@link rackDefinition}, the namespace
 * `other`, and garbage collection.
 */
export class CollectionRun {
  readonly #transport: Transport;
  readonly #settled: () => Promise<void>;
  readonly #uids = new Map<string, string>();
  /** The remaining objects after each step except creations. */
  readonly left: string[][] = [];

  /** @param settled resolves when the controllers are idle */
  constructor(transport: Transport, settled: () => Promise<void> = async () => {}) {
    this.#transport = transport;
    this.#settled = settled;
  }

  async carryOut({ steps }: CollectionCase): Promise<void> {
    for (const step of steps) {
      if ('create' in step) {
        await this.#create(step);
        continue;
      }
      await this.#change(step);
      await this.#settled();
      this.left.push(await stateOf(this.#transport));
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

  #send(method: Method, path: string, body?: JsonObject): Promise<JsonObject> {
    return send(this.#transport, method, path, body);
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

async function send(
  transport: Transport,
  method: Method,
  path: string,
  body?: JsonObject,
): Promise<JsonObject> {
  const response = await transport.request({
    method,
    path,
    headers: method === 'PATCH' ? mergePatch : { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  assert.ok(response.status < 300, `${method} ${path}: ${text}`);
  const answer = parseJson(text);
  assert.ok(isJsonObject(answer));
  return answer;
}

/** Returns all Machines and Racks, in the format of {@link CollectionCase}. */
export async function stateOf(transport: Transport): Promise<string[]> {
  const lists = [
    await send(transport, 'GET', `${api}/machines`),
    await send(transport, 'GET', `${api}/racks`),
  ];
  return lists
    .flatMap(({ items }) => (Array.isArray(items) ? items : []))
    .filter(isJsonObject)
    .map(described)
    .sort();
}

/** Removes all Machines and Racks, including their finalizers. */
export async function removeAll(transport: Transport): Promise<void> {
  for (const left of await stateOf(transport)) {
    const [name = ''] = left.replace(/^-/, '').split(' ');
    const free = { metadata: { finalizers: null, ownerReferences: null } };
    const gone = ({ message }: Error): void => assert.match(message, /"code":404/);
    await send(transport, 'PATCH', pathOf(name), free).catch(gone);
    await send(transport, 'DELETE', pathOf(name)).catch(gone);
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
