import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isNotFound, type Persisted, type ResourceList } from '@vmgen/runtime';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import type { Clientset } from '../../generated/clientset.js';
import { startChild, type Child } from '../support/child.js';
import { inRepository } from '../support/repository.js';
import { pick, seeded } from '../support/seeded.js';
import { waitFor } from '../support/wait-for.js';
import { FOREIGN, Observer, type ObservedEngine, type ObservedServer } from './observer.js';

type Machine = Persisted<VirtualMachine, 'Namespaced'>;

/** An API server that serves VirtualMachines. */
interface Cluster {
  readonly clientset: Clientset;
  readonly kubeconfig: string;
}

/** How the controller runs in a world. */
interface ControllerSettings {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** What machines have unless a row chooses. Defaults to the default image. */
  readonly spec?: VirtualMachine['spec'];
}

const GONE_MS = 30_000;
const ENDED_MS = 10_000;

/** One API server, one engine, their controllers and the observer of a row. */
export class World {
  readonly observer: Observer;
  readonly #cluster: Cluster;
  readonly #engine: ObservedEngine;
  readonly #settings: ControllerSettings;
  readonly #controllers: Child[] = [];

  constructor(cluster: Cluster, engine: ObservedEngine, settings: ControllerSettings) {
    this.#cluster = cluster;
    this.#engine = engine;
    this.#settings = settings;
    this.observer = new Observer(cluster.clientset, engine);
  }

  get machines() {
    return this.#cluster.clientset.cloudnativeV1alpha1.virtualMachines('default');
  }

  get clientset(): Clientset {
    return this.#cluster.clientset;
  }

  /** Starts a controller as its users do. Without arguments, it is not elected. */
  controller(...args: readonly string[]): Child {
    const bin = inRepository('controller', 'bin', 'vm-controller.js');
    const election = args.length === 0 ? ['--leader-elect=false'] : args;
    const child = startChild(
      process.execPath,
      [bin, '--kubeconfig', this.#cluster.kubeconfig, '-v', '2', ...election].concat(
        this.#settings.args,
      ),
      this.#settings.environment,
    );
    this.#controllers.push(child);
    return child;
  }

  create(name: string, spec: Partial<VirtualMachine['spec']> = {}): Promise<Machine> {
    const resource: ResourceList = { cpu: '500m', memory: '96Mi' };
    const metadata = { name, annotations: FOREIGN };
    return this.machines.create({
      metadata,
      spec: { resource, ...this.#settings.spec, ...spec },
    });
  }

  /** Creates a machine and waits until it runs. */
  async active(name: string, spec: Partial<VirtualMachine['spec']> = {}): Promise<Machine> {
    await this.create(name, spec);
    return this.reaches(name, 'Active');
  }

  /** A change of the spec that starts a reconcile. */
  async touch(name: string): Promise<void> {
    const { spec } = await this.machines.get(name);
    const memory = spec.resource['memory'] === '96Mi' ? '128Mi' : '96Mi';
    await this.machines.mergePatch(name, { spec: { resource: { memory } } });
  }

  reaches(name: string, phase: string, withinMs = 30_000): Promise<Machine> {
    return waitFor(`${name} is ${phase}`, withinMs, async () => {
      const vm = await this.machines.get(name);
      return vm.status?.phase === phase ? vm : undefined;
    });
  }

  /** Waits for the reason of the condition Ready. */
  async reports(name: string, reason: string, withinMs = 30_000): Promise<Machine> {
    const seen: string[] = [];
    try {
      return await waitFor(`${name} reports ${reason}`, withinMs, async () => {
        const vm = await this.machines.get(name);
        const reasons = (vm.status?.conditions ?? []).map((each) => each.reason);
        const text = reasons.join(' ');
        if (seen.at(-1) !== text) seen.push(text);
        return reasons.includes(reason) ? vm : undefined;
      });
    } catch (cause) {
      throw new Error(`${name} reported ${seen.join(', ')}, and not ${reason}`, { cause });
    }
  }

  isGone(name: string, withinMs = GONE_MS): Promise<true> {
    return waitFor(`${name} is gone`, withinMs, async () => {
      try {
        await this.machines.get(name);
        return undefined;
      } catch (error) {
        if (isNotFound(error)) return true;
        throw error;
      }
    });
  }

  async serversOf({ metadata: { uid } }: Machine) {
    return (await this.#engine.servers()).filter((server) => server.uid === uid);
  }

  /**
   * Deletes all machines, checks that nothing is left, and ends the controllers, which must have run without an unhandled
   * rejection (I10).
   */
  async finish(): Promise<void> {
    const { items } = await this.machines.list();
    for (const { metadata } of items) await this.machines.delete(metadata.name);
    for (const { metadata } of items) await this.isGone(metadata.name);
    await waitFor('I1: no server is left', GONE_MS, async () =>
      (await this.#engine.servers()).length === 0 ? true : undefined,
    );
    await this.observer.verify();
    for (const child of this.#controllers) {
      assert.doesNotMatch(child.stderr(), /unhandled|uncaught/i);
      const { exitCode, signalCode } = child.process;
      if (exitCode !== null || signalCode !== null) continue;
      const begun = performance.now();
      assert.equal(await child.end('SIGTERM'), 0, child.stderr());
      assert.ok(performance.now() - begun < ENDED_MS);
    }
  }

  /** Ends what a failed test has left running. The caller closes the cluster and the engine. */
  async close(): Promise<void> {
    for (const child of this.#controllers) {
      child.process.kill('SIGCONT');
      await child.end('SIGKILL');
    }
    await this.observer.close();
  }
}

/** Returns how many controllers row 46 kills: `few` in a suite, or those of VMGEN_KILLS, such as 500 in the design. */
export function killsOr(few: number): number {
  const kills = Number(process.env['VMGEN_KILLS'] ?? few);
  assert.ok(Number.isSafeInteger(kills) && kills > 0, 'VMGEN_KILLS is not a whole number above 0');
  return kills;
}

/** Kills controllers at random times while machines are created, changed, deleted and ended from outside (row 46). */
export async function randomKills(
  world: World,
  kills: number,
  endServer: (server: ObservedServer) => Promise<void>,
): Promise<void> {
  const draw = seeded(46);
  let controller = world.controller();
  for (let kill = 0; kill < kills; kill++) {
    await changeOne(world, pick(['a', 'b', 'c'], draw()), draw(), endServer);
    // From before its first request until after its last write.
    await wait(300 + draw() * 900);
    await controller.end('SIGKILL');
    controller = world.controller();
  }
}

async function changeOne(
  world: World,
  name: string,
  roll: number,
  endServer: (server: ObservedServer) => Promise<void>,
): Promise<void> {
  const { items } = await world.machines.list();
  const known = items.find(({ metadata }) => metadata.name === name);
  if (known === undefined) await world.create(name);
  else if (known.metadata.deletionTimestamp !== undefined) return;
  else if (roll < 0.3) await world.machines.delete(name);
  else if (roll < 0.6) {
    const [server] = await world.serversOf(known);
    // The controller may remove or start it at the same time.
    if (server !== undefined) await endServer(server).catch(() => {});
  } else await world.touch(name);
}
