import assert from 'node:assert/strict';
import { createResourceClient } from '@vmgen/runtime';
import { namespaceResource } from '@vmgen/runtime/api';
import type { Clientset } from '../../generated/clientset.js';
import { startChild, type Child } from '../support/child.js';
import { startEmbeddedCluster } from '../support/embedded-cluster.js';
import { FaultProxy } from '../support/fault-proxy.js';
import { IMAGE, type OwnEngine } from '../support/own-engine.js';
import type { ObservedEngine, ObservedServer } from './observer.js';
import { World } from './world.js';

const LABEL = 'cloudnative.tw';

/** The fields of `docker inspect` that are read. */
interface Inspected {
  readonly Id: string;
  readonly Name: string;
  readonly Config: { readonly Image: string; readonly Labels: Readonly<Record<string, string>> };
  readonly HostConfig: { readonly NanoCpus: number; readonly Memory: number };
  readonly State: {
    readonly Running: boolean;
    readonly Paused: boolean;
    readonly StartedAt: string;
  };
}

/** A world whose controllers reach their engine through a proxy. */
export interface DockerWorld {
  readonly world: World;
  readonly engine: OwnEngine;
  readonly proxy: FaultProxy;
  readonly socket: string;
  readonly docker: OwnEngine['docker'];
  readonly inspect: (id: string) => Promise<Inspected>;
}

/** A row of the fault matrix on an engine. */
export interface DockerRow {
  readonly row: number;
  readonly title: string;
  readonly run: (world: DockerWorld) => Promise<void>;
}

/** Reads the containers of one cluster, follows their events, and compares a container of a stranger. */
class EngineObserver implements ObservedEngine {
  readonly #engine: OwnEngine;
  readonly #filter: string;
  readonly #live = new Map<string, Set<string>>();
  readonly #violations: string[] = [];
  #events: Child | undefined;
  #stranger: { readonly id: string; readonly text: string } | undefined;

  constructor(engine: OwnEngine, cluster: string) {
    this.#engine = engine;
    this.#filter = `label=${LABEL}/cluster=${cluster}`;
  }

  async start(): Promise<void> {
    const id = (await this.#engine.docker('run', '--detach', IMAGE)).trim();
    this.#stranger = { id, text: await this.#textOf(id) };
    this.#follow();
  }

  /** The engine was killed, which also ends the processes of strangers. */
  forgetStranger(): void {
    this.#stranger = undefined;
  }

  async servers(): Promise<readonly ObservedServer[]> {
    const args = ['ps', '--all', '--quiet', '--no-trunc', '--filter', this.#filter];
    const ids = (await this.#engine.docker(...args)).split('\n').filter((id) => id !== '');
    const found = await Promise.all(
      ids.map((id) => inspect(this.#engine, id).catch(() => undefined)),
    );
    return found.flatMap((container) =>
      container === undefined
        ? []
        : {
            id: container.Id,
            uid: container.Config.Labels[`${LABEL}/vm-uid`] ?? '',
            isRunning: container.State.Running && !container.State.Paused,
            image: container.Config.Image,
            nanoCpus: container.HostConfig.NanoCpus,
            memoryBytes: container.HostConfig.Memory,
          },
    );
  }

  async violations(): Promise<readonly string[]> {
    if (this.#stranger === undefined) return this.#violations;
    const { id, text } = this.#stranger;
    const now = await this.#textOf(id);
    return now === text ? this.#violations : [...this.#violations, `I8: a stranger is now ${now}`];
  }

  async close(): Promise<void> {
    const events = this.#events;
    this.#events = undefined;
    await events?.end('SIGKILL');
  }

  async #textOf(id: string): Promise<string> {
    const { Name, State, HostConfig } = await inspect(this.#engine, id);
    return JSON.stringify({ Name, State, HostConfig });
  }

  /** I2 at all times, from the events of the engine. An engine that is killed forgets them. */
  #follow(): void {
    this.#live.clear();
    const filters = ['--filter', this.#filter, '--filter', 'type=container'];
    const args = ['events', ...filters, '--format', '{{json .}}'];
    const events = startChild('docker', ['-H', `unix://${this.#engine.socket}`, ...args]);
    this.#events = events;
    let rest = '';
    events.process.stdout?.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#take(line);
    });
    events.process.once('exit', () => {
      if (this.#events === events) setTimeout(() => this.#restart(events), 500);
    });
  }

  #restart(ended: Child): void {
    if (this.#events === ended) this.#follow();
  }

  #take(line: string): void {
    const { Action, Actor } = JSON.parse(line) as {
      Action: string;
      Actor: { ID: string; Attributes: Record<string, string> };
    };
    const uid = Actor.Attributes[`${LABEL}/vm-uid`] ?? '';
    const live = this.#live.get(uid) ?? new Set();
    this.#live.set(uid, live);
    if (Action === 'create') live.add(Actor.ID);
    if (Action === 'destroy') live.delete(Actor.ID);
    if (live.size > 1) this.#violations.push(`I2: ${[...live].join(' and ')} belong to ${uid}`);
  }
}

async function inspect(engine: OwnEngine, id: string): Promise<Inspected> {
  const [found] = JSON.parse(await engine.docker('inspect', id)) as Inspected[];
  assert.ok(found !== undefined);
  return found;
}

/** An API server of rows. */
export interface RowCluster {
  readonly clientset: Clientset;
  readonly kubeconfig: string;
}

/** Runs a row in a world of its own: an embedded API server unless it is given, a proxy and a stranger's container. */
export async function inDockerWorld(
  engine: OwnEngine,
  run: (world: DockerWorld) => Promise<void>,
  { cluster: given, losesStranger = false }: DockerWorldOptions = {},
): Promise<void> {
  if (given === undefined) {
    const embedded = await startEmbeddedCluster();
    try {
      return await inDockerWorld(engine, run, { cluster: embedded, losesStranger });
    } finally {
      await embedded.stop();
    }
  }
  const socket = `${engine.socket}.${performance.now()}`;
  const proxy = await FaultProxy.start(engine.upstream, socket);
  const namespaces = createResourceClient(given.clientset.transport, namespaceResource);
  const { metadata } = await namespaces.get('kube-system');
  const observed = new EngineObserver(engine, metadata.uid);
  const environment = { DOCKER_HOST: `unix://${socket}` };
  const world = new World(given, observed, { args: [], environment });
  try {
    await observed.start();
    if (losesStranger) observed.forgetStranger();
    await world.observer.start();
    await run({
      ...{ world, engine, proxy, socket },
      docker: engine.docker,
      inspect: (id) => inspect(engine, id),
    });
    await world.finish();
  } finally {
    await world.close();
    await observed.close();
    await proxy.close();
  }
}

/** Options of {@link inDockerWorld}. */
interface DockerWorldOptions {
  readonly cluster?: RowCluster;
  /** The row ends the container of the stranger too. */
  readonly losesStranger?: boolean;
}
