import { AsyncLocalStorage } from 'node:async_hooks';
import {
  VmgenError,
  type DeepReadonly,
  type KubernetesObject,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from '@vmgen/runtime';
import { jsonObject } from '../../../process/body-text.js';
import { objectPathOf } from '../../../reconcile/object-path.js';
import { settle } from '../../settle.js';
import type { ServerChange } from '../changes.js';
import { responseOf } from '../refusals.js';
import type { ExplorableServer } from '../explored-world.js';
import { Etcd, type EtcdState } from './etcd-state.js';
import { FollowedKind } from './followed-kind.js';
import { garbageRequests } from './owned-objects.js';

/** A kube-apiserver that has no other users, such as one of `startEnvtest`. */
export interface RealServerOptions {
  /** Its transport, with all permissions. */
  readonly transport: Transport;
  /** The address of the gRPC gateway of its etcd, without encryption: `http://127.0.0.1:2379`. */
  readonly etcdUrl: string;
}

/**
 * Lets `explore` use a real kube-apiserver in place of the fake one, in its option `server`. The objects in its
 * etcd are put back before each plan, and those that it had at first are put back in the end: also objects of
 * others are deleted, so it must have no other users. An exploration plays the garbage collector, and no
 * other controller of Kubernetes runs.
 *
 * @param clientsetOf creates what the workload uses beside the transport, such as `createClientset`
 * @example
 * await using cluster = await startEnvtest({ crds: webCrds });
 * const { violations } = await explore({
 *   operator: setUpSites,
 *   server: () => realServer(cluster, createClientset),
 *   workload: { create: ({ server }) => server.webV1.sites('default').create(shop) },
 * });
 */
export function realServer(options: RealServerOptions): ExplorableServer;
export function realServer<C extends object>(
  options: RealServerOptions,
  clientsetOf: (transport: Transport) => C,
): C & { readonly fake: ExplorableServer };
export function realServer(
  { transport, etcdUrl }: RealServerOptions,
  clientsetOf?: (transport: Transport) => object,
): object {
  const fake = new RealServer(transport, new Etcd(etcdUrl));
  return clientsetOf === undefined ? fake : { ...clientsetOf(fake), fake };
}

/** What {@link RealServer} puts back. */
interface RealSnapshot {
  objects(): Iterable<DeepReadonly<KubernetesObject>>;
  readonly keys: ReadonlyMap<FollowedKind, readonly string[]>;
  readonly state: Promise<EtcdState>;
}

/**
 * A real server of which an exploration knows what is in flight. Requests are executed one at a time, in their order, and
 * only when the process has nothing else to do, so that the duration of a request changes nothing. Watches are
 * served from one watch for each kind, which has received the result of a request before the answer arrives.
 */
class RealServer implements ExplorableServer {
  readonly #transport: Transport;
  readonly #etcd: Etcd;
  /** What the server had at first. */
  readonly #initial: Promise<EtcdState>;
  readonly #kinds = new Map<string, Promise<FollowedKind | undefined>>();
  #followed: FollowedKind[] = [];
  readonly #listeners = new Set<(change: ServerChange) => void>();
  readonly #tasks: (() => Promise<void>)[] = [];
  #running: Promise<void> | undefined;
  #executed = 0;
  /** The requests of the garbage collector, which are not repeated if they fail. */
  readonly #collected = new Set<string>();
  /** What this process executes for the server is not the work of the operator. */
  readonly #apart = AsyncLocalStorage.snapshot();

  constructor(transport: Transport, etcd: Etcd) {
    this.#transport = transport;
    this.#etcd = etcd;
    this.#initial = this.#enqueue(() => etcd.read());
    // Each request rejects with its error.
    this.#initial.catch(() => undefined);
  }

  /** Resolves when no request waits, and the process has nothing else to do. */
  settled(): Promise<void> {
    this.#running ??= this.#apart(() => this.#run());
    return this.#running;
  }

  async #run(): Promise<void> {
    for (;;) {
      await settle(() => String(this.#executed));
      const task = this.#tasks.shift() ?? this.#garbageTask();
      if (task === undefined) break;
      await task();
      this.#executed++;
    }
    this.#running = undefined;
  }

  #enqueue<T>(task: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#tasks.push(() => task().then(resolve, reject));
      void this.settled();
    });
  }

  request(request: TransportRequest): Promise<TransportResponse> {
    return this.#enqueue(() => this.#answer(request));
  }

  async #answer(request: TransportRequest): Promise<TransportResponse> {
    await this.#initial;
    const { signal, ...sent } = request;
    const isRead = request.method === 'GET';
    // A write that was sent is executed, whatever happens to its process meanwhile.
    if (isRead) signal?.throwIfAborted();
    else checkWritable(request.path);
    const kind = await this.#kindOf(request.path);
    this.#deliver();
    if (kind !== undefined && isRead && /[?&]watch=(1|true)/.test(request.path)) {
      request.beforeSend?.();
      return kind.watch(request);
    }
    const response = await this.#transport.request(sent);
    const text = await response.text();
    if (!isRead && kind !== undefined) {
      const created = response.status < 300 ? nameIn(text) : undefined;
      await this.#catchUp(kind, request, created);
    }
    this.#deliver();
    return responseOf(response, text);
  }

  /** Waits until the watch has received what a write has changed. */
  async #catchUp(
    kind: FollowedKind,
    { method, path }: TransportRequest,
    created: string | undefined,
  ): Promise<void> {
    const { namespace = '', name = created } = objectPathOf(path) ?? {};
    // The answer to the deletion of a collection has no name.
    const others = method === 'DELETE' ? kind.keys : [];
    const keys = name === undefined ? others : [kind.keyAt(namespace, name)];
    await Promise.all(keys.map((key) => kind.catchUp(key)));
  }

  /** Resolves with undefined for other paths than those of objects that can be watched. */
  async #kindOf(path: string): Promise<FollowedKind | undefined> {
    const { group, plural } = objectPathOf(path) ?? {};
    const [root] = /^\/(api\/v1|apis\/[^/]+\/[^/]+)(?=\/)/.exec(path) ?? [];
    if (plural === undefined || root === undefined) return undefined;
    const id = `${plural}.${group}`;
    const collection = `${root}/${plural}`;
    const kind = await (this.#kinds.get(id) ?? this.#follow(id, collection));
    if (kind === undefined || kind.collection === collection) return kind;
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `${kind.collection} and ${collection} cannot be explored together on a real server; use one version of the kind`,
    );
  }

  #follow(id: string, collection: string): Promise<FollowedKind | undefined> {
    const kind = new FollowedKind(this.#transport, collection);
    const following = kind.start().then((isWatchable) => {
      if (isWatchable) this.#followed.push(kind);
      // Its definition may be installed later.
      else this.#kinds.delete(id);
      return isWatchable ? kind : undefined;
    });
    this.#kinds.set(id, following);
    return following;
  }

  #deliver(): void {
    const changes = this.#followed.flatMap((each) => each.deliver());
    for (const change of changes.sort((a, b) => a.version - b.version)) {
      for (const listener of this.#listeners) listener(change);
    }
  }

  /** Returns the next task of the garbage collector; undefined without one. */
  #garbageTask(): (() => Promise<void>) | undefined {
    const objects = this.#followed.flatMap((kind) =>
      kind.objects.map((object) => ({ object, path: kind.keyOf(object) })),
    );
    const isKnown = (owner: { readonly apiVersion: string; readonly kind: string }): boolean =>
      this.#followed.some((kind) => kind.hasKind(owner));
    for (const request of garbageRequests(objects, isKnown)) {
      // Contains the UID or the version.
      const id = JSON.stringify(request);
      if (this.#collected.has(id)) continue;
      this.#collected.add(id);
      return async () => {
        await this.#answer(request);
      };
    }
    return undefined;
  }

  readonly server = {
    observe: (listener: (change: ServerChange) => void): (() => void) => {
      this.#listeners.add(listener);
      return () => this.#listeners.delete(listener);
    },
    snapshot: (): RealSnapshot => {
      const objects = this.#followed.flatMap((each) => each.objects);
      const keys = new Map(this.#followed.map((each) => [each, each.keys]));
      const state = this.#enqueue(() => this.#etcd.read());
      state.catch(() => undefined);
      return { objects: () => objects, keys, state };
    },
    restore: async (snapshot: RealSnapshot): Promise<void> => {
      const state = await snapshot.state;
      await this.#enqueue(async () => {
        for (const each of this.#followed) each.endWatches();
        if (!(await this.#etcd.restore(state))) return;
        for (const kind of this.#followed) {
          const before = snapshot.keys.get(kind) ?? kind.initialKeys;
          const keys = new Set([...kind.keys, ...before]);
          await Promise.all([...keys].map((key) => kind.catchUp(key)));
        }
        this.#deliver();
      });
    },
  };

  /** Ends the watches, and puts the objects back that the server had at first. */
  async close(): Promise<void> {
    await this.#enqueue(async () => {
      for (const each of this.#followed) each.end();
      this.#followed = [];
      await this.#etcd.restore(await this.#initial);
    });
  }
}

/** The groups of {@link Etcd} that are not put back. */
const SERVERS = /^(apiextensions|apiregistration|flowcontrol\.apiserver)\.k8s\.io$/;

/** Throws if a write would not be put back. */
function checkWritable(path: string): void {
  const { group = '', plural = '' } = objectPathOf(path) ?? {};
  if (!SERVERS.test(group)) return;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `${plural} cannot be explored on a real server, which changes them itself; use a fake server`,
  );
}

/** Returns the name of the object of an answer. */
function nameIn(answer: string): string | undefined {
  const object: Partial<KubernetesObject> | undefined = jsonObject(answer);
  return object?.metadata?.name;
}
