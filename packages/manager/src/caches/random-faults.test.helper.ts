import { createFakeTransport, type FakeTransport } from '@vmgen/apiserver/fake';
import { deploymentResource } from '@vmgen/kubernetes/apps/v1';
import { configMapResource, namespaceResource, secretResource } from '@vmgen/kubernetes/core/v1';
import { createResourceClient } from '@vmgen/runtime';
import type {
  KubernetesObject,
  ResourceDefinition,
  Transport,
  TransportRequest,
  TransportResponse,
} from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import { apiVersionOf, ApiError } from '@vmgen/runtime/client';
import { createFakeClock, createFakeRandom } from '@vmgen/runtime/testing';
import { FAILURES } from '../failing-server.test.helper.js';
import { delayWatches, present, siteCrd, siteResource, type Site } from '../site.test.helper.js';

export const NAMESPACES = ['default', 'other'] as const;
/** The kinds whose requests fail, and that a backup contains. */
const KINDS = [
  kindOf(siteResource),
  kindOf(configMapResource),
  kindOf(deploymentResource),
  kindOf(secretResource),
];

function kindOf<T extends KubernetesObject>(resource: ResourceDefinition<T, 'Namespaced'>) {
  const { plural, kind } = resource;
  const backUp = async (server: Transport): Promise<KubernetesObject[]> => {
    const { items } = await createResourceClient(server, resource).list();
    return items.map((item) => {
      const metadata = { ...item.metadata, resourceVersion: undefined };
      return structuredClone({ ...item, apiVersion: apiVersionOf(resource), kind, metadata });
    });
  };
  return { plural, backUp };
}

/** An operator that sends so many requests while no time passes loops. */
const LOOP = 1_000;
/** So many requests within 5 s are too many for an operator whose objects change no more, but whose requests may fail. */
const STORM = 60;
const STORM_MS = 5_000;
/** How long after the last change an operator is at rest. */
const REST_MS = 60_000;

/** What happens to the requests of one kind. */
class KindFaults {
  /** Events of watches wait for this. */
  held: Promise<void> = Promise.resolve();
  release = (): void => {};
  /** The failure of lists and watches. */
  reads: string | undefined;
  /** The failure of the next writes. */
  writes: string | undefined;
  /** Whether these writes are executed nevertheless. */
  executes = false;
}

const FAULTS: Readonly<Record<string, (kind: KindFaults, world: RandomWorld) => void>> = {
  'hold events': (kind) => {
    const { release } = kind;
    kind.held = new Promise((resolve) => {
      kind.release = () => {
        release();
        resolve();
      };
    });
  },
  'deliver events': (kind) => {
    kind.release();
    kind.held = Promise.resolve();
  },
  'fail lists and watches': (kind, { pick }) => (kind.reads = pick(...Object.keys(FAILURES))),
  'answer lists and watches': (kind) => (kind.reads = undefined),
  'fail writes': (kind, { pick }) => {
    kind.writes = pick('403', '500', 'connection reset');
    kind.executes = false;
  },
  'lose answers of writes': (kind) => {
    kind.writes = 'connection reset';
    kind.executes = true;
  },
};

type Clients = ReturnType<typeof clientsOf>;
type Action = (
  clients: Clients,
  key: { readonly namespace: string; readonly name: string },
  world: RandomWorld,
) => Promise<unknown>;

export const clientsOf = (server: Transport, namespace: string) => ({
  sites: createResourceClient(server, siteResource, { namespace }),
  configMaps: createResourceClient(server, configMapResource, { namespace }),
  deployments: createResourceClient(server, deploymentResource, { namespace }),
  secrets: createResourceClient(server, secretResource, { namespace }),
  namespaces: createResourceClient(server, namespaceResource),
});

const create: Action = async ({ sites, namespaces }, { namespace, name }, world) => {
  if ((await namespaces.find(namespace)) === undefined) {
    await namespaces.create({ metadata: { name: namespace } });
  }
  await sites.create({ metadata: { name }, spec: world.spec() });
};

const edit: Action = ({ sites }, { name }, world) => sites.mergePatch(name, { spec: world.spec() });

/** What users do to a site that exists. */
const ACTIONS: Readonly<Record<string, Action>> = {
  'edit the spec': edit,
  'edit the spec again': edit,
  'label the site': ({ sites }, { name }, { pick }) =>
    sites.mergePatch(name, { metadata: { labels: { label: pick('1', '2') } } }),
  'overwrite the status': ({ sites }, { name }) =>
    sites.mergePatchStatus(name, { status: { url: 'foreign' } }),
  'delete the site': ({ sites }, { name }) => sites.delete(name),
  'delete the site after its children': ({ sites }, { name }) =>
    sites.delete(name, { propagationPolicy: 'Foreground' }),
  'delete the site without its children': ({ sites }, { name }) =>
    sites.delete(name, { propagationPolicy: 'Orphan' }),
  'replace the site without its finalizer': async (clients, key, world) => {
    await clients.sites.mergePatch(key.name, { metadata: { finalizers: [] } });
    await clients.sites.delete(key.name);
    await create(clients, key, world);
  },
  'delete the ConfigMap': ({ configMaps }, { name }) => configMaps.delete(name),
  'delete the Deployment': ({ deployments }, { name }) => deployments.delete(name),
  'delete the Secret': ({ secrets }, { name }) => secrets.delete(name),
  'overwrite the ConfigMap': ({ configMaps }, { name }) =>
    configMaps.mergePatch(name, { data: { 'index.html': 'foreign' } }),
  'remove the owner of the ConfigMap': ({ configMaps }, { name }) =>
    configMaps.mergePatch(name, { metadata: { ownerReferences: null } }),
  'delete the namespace': ({ namespaces }, { namespace }) => namespaces.delete(namespace),
};

/** A server that fails, and its users. The same seed causes the same requests of the same operator. */
export class RandomWorld {
  readonly clock = createFakeClock();
  /** The requests of the operator, the faults, and what users do. */
  readonly log: string[] = [];
  /** When the operator sent too many requests, as a sentence. */
  storm: string | undefined;
  server: FakeTransport;
  /** The connection of the operator. */
  readonly transport: Transport = {
    request: async (request) => {
      this.#checkStorm();
      request.beforeSend?.();
      const answer = this.#answer(request);
      const result = await answer.then(({ status }) => status, String);
      this.#record(`${request.method} ${request.path}: ${result}`);
      return answer;
    },
  };
  readonly #seed: number;
  readonly #random: Random;
  readonly #faults = new Map(KINDS.map(({ plural }) => [plural, new KindFaults()]));
  /** A restored server sends nothing to watches from these versions on. */
  #silentFrom = Infinity;
  readonly #requestedMs: number[] = [];
  #hasLooped = false;
  #changedMs = 0;
  #edits = 0;

  constructor(seed: number) {
    this.#seed = seed;
    this.#random = createFakeRandom(seed);
    this.server = this.#startServer([], createFakeRandom(seed + 1));
  }

  readonly chance = (probability: number): boolean => this.#random() < probability;

  readonly pick = <V>(...values: readonly V[]): V =>
    values[Math.floor(this.#random() * values.length)] as V;

  spec(): Site['spec'] {
    return { html: this.pick('1', '2', `new ${this.#edits++}`), replicas: this.pick(0, 1, 2) };
  }

  /** A user does something. The server rejects some of it. */
  async act(): Promise<void> {
    const [namespace, name] = [this.pick('default', 'default', 'other'), this.pick('a', 'b', 'c')];
    const clients = clientsOf(this.server, namespace);
    let what = this.pick(...Object.keys(ACTIONS));
    let result = 'done';
    try {
      if ((await clients.sites.find(name)) === undefined) what = 'create the site';
      await (ACTIONS[what] ?? create)(clients, { namespace, name }, this);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      result = error.message;
    }
    this.#change(`user: ${what} ${namespace}/${name}: ${result}`);
  }

  /** Starts or ends a fault. */
  changeFaults(): void {
    const [{ plural }, what] = [this.pick(...KINDS), this.pick(...Object.keys(FAULTS))];
    const kind = present(this.#faults.get(plural));
    present(FAULTS[what])(kind, this);
    this.#change(`fault: ${what} of ${plural}: ${kind.reads ?? '-'}, ${kind.writes ?? '-'}`);
  }

  endFaults(): void {
    for (const [plural, kind] of this.#faults) {
      kind.release();
      this.#faults.set(plural, new KindFaults());
    }
    this.#change('fault: none');
  }

  async backUp(): Promise<readonly KubernetesObject[]> {
    const objects: KubernetesObject[] = [];
    for (const { backUp } of KINDS) objects.push(...(await backUp(this.server)));
    return objects;
  }

  /**
   * Replaces the server with one that has only these objects, and lower versions, or higher ones: `passes`.
   */
  async restore(objects: readonly KubernetesObject[], passes = false): Promise<void> {
    const before = this.server;
    const restored = this.#startServer(objects, createFakeRandom(this.#seed + 2));
    const newest = async (server: Transport): Promise<number> =>
      Number((await clientsOf(server, 'default').sites.list()).metadata.resourceVersion);
    while (passes && (await newest(restored)) <= (await newest(before))) {
      const labels = { version: `${await newest(restored)}` };
      await clientsOf(restored, 'default').namespaces.mergePatch('other', { metadata: { labels } });
    }
    this.server = restored;
    const { metadata } = await clientsOf(this.server, 'default').sites.list();
    if (!passes && this.chance(0.5)) this.#silentFrom = Number(metadata.resourceVersion) + 1;
    this.#change(`fault: restore; watches are silent from ${this.#silentFrom}`);
    await before.close();
  }

  #startServer(backup: readonly KubernetesObject[], random: Random): FakeTransport {
    const { clock } = this;
    const other = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'other' } };
    const [crds, objects] = [[siteCrd], [other, ...backup]];
    return createFakeTransport({ crds, objects, clock, random, garbageCollection: true });
  }

  async #answer(request: TransportRequest): Promise<TransportResponse> {
    const { method, path } = request;
    const isOfKind = ([plural]: [string, unknown]) => new RegExp(`/${plural}([/?]|$)`).test(path);
    const [plural, kind] = [...this.#faults].find(isOfKind) ?? [];
    if (kind === undefined) return this.server.request(request);
    const { reads, writes, executes } = kind;
    if (method !== 'GET' && writes !== undefined) {
      if (this.chance(0.5)) kind.writes = undefined;
      if (executes) await this.server.request(request);
      return present(FAILURES[writes])();
    }
    const isOfObject = path.includes(`/${plural}/`);
    if (method === 'GET' && reads !== undefined && !isOfObject) return present(FAILURES[reads])();
    const version = Number(/[?&]resourceVersion=(\d+)/.exec(path)?.[1]);
    const isSilent = version >= this.#silentFrom && !path.includes('sendInitialEvents');
    const delay = () => (isSilent ? new Promise<void>(() => {}) : kind.held);
    return delayWatches(this.server, delay).request(request);
  }

  /** Throws from the first loop on, because time would not pass any more. */
  #checkStorm(): void {
    const nowMs = this.clock.nowMs();
    this.#requestedMs.push(nowMs);
    const restedMs = Math.max(nowMs - STORM_MS, this.#changedMs + REST_MS);
    this.#hasLooped ||= this.#requestedMs.at(-LOOP) === nowMs;
    const isStorm = Number(this.#requestedMs.at(-STORM)) >= restedMs;
    if (this.#hasLooped) this.storm ??= `the operator loops after ${nowMs} ms`;
    else if (isStorm) this.storm ??= `the operator sends too many requests after ${nowMs} ms`;
    if (this.#hasLooped) throw new Error(this.storm);
  }

  #change(text: string): void {
    this.#changedMs = this.clock.nowMs();
    this.#record(text);
  }

  #record(text: string): void {
    this.log.push(`${Math.round(this.clock.nowMs())} ${text}`);
  }
}
