import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { isNotFound } from '@vmgen/runtime';
import { inDockerWorld, type DockerWorld } from '../matrix/docker-world.js';
import { startApiProxy } from '../support/api-proxy.js';
import type { Child } from '../support/child.js';
import { IMAGE, startOwnEngine } from '../support/own-engine.js';
import { startVirtualMachinesPlane } from '../support/virtual-machines-plane.js';
import { waitFor } from '../support/wait-for.js';
import { Effects, type CrashPoint } from './effects.js';
import { MACHINE, OTHER_IMAGE, WORKLOADS, type Workload } from './workloads.js';

/**
 * Kills the controller with SIGKILL before the first, during and after each change that it makes to kube-apiserver and a
 * Docker Engine for each workload, starts it again, and compares the end state with that of a run without a crash.
 * Usage: npm run test:crash:real [-- --plan PART_OF_A_NAME]. The exit code is 1 after a violation.
 */

const { values } = parseArgs({ options: { plan: { type: 'string', default: '' } } });

/** Less than this share of {@link PLANS} is a failure: effects are no longer seen. */
const LEAST_SHARE = 0.9;
/** The number of plans of a full run. */
const PLANS = 59;
const REACHED_MS = 30_000;
/** The time to see a further write, which would be a violation. */
const STABLE_MS = 500;

/** A run without a crash. */
interface Reference {
  readonly state: unknown;
  readonly effects: readonly string[];
}

/** One process at a time, and what it changes. */
class CrashTest {
  readonly #docker: DockerWorld;
  readonly #effects: Effects;
  #controller: Child;
  plans = 0;
  readonly failures: string[] = [];

  constructor(docker: DockerWorld, effects: Effects) {
    this.#docker = docker;
    this.#effects = effects;
    this.#controller = docker.world.controller();
  }

  /** Runs a workload twice without a crash, and then once for each crash point. */
  async run(workload: Workload): Promise<void> {
    const [reference, again] = [await this.#reference(workload), await this.#reference(workload)];
    assert.deepEqual(again.state, reference.state, workload.name);
    const count = reference.effects.length;
    console.log(`${workload.name}: ${count} effects: ${reference.effects.join(', ')}`);
    const numbers = Array.from({ length: count }, (_, index) => index + 1);
    const points: CrashPoint[] = [
      { moment: 'before', number: 1 },
      ...numbers.flatMap((number): CrashPoint[] => [
        { moment: 'in flight', number },
        { moment: 'after', number },
      ]),
    ];
    for (const point of points) {
      const effect = reference.effects[point.number - 1];
      const name = `${workload.name}: ${point.moment} ${effect} (${point.number})`;
      if (name.includes(values.plan)) await this.#crash(name, workload, point, reference);
    }
  }

  async #crash(
    name: string,
    workload: Workload,
    point: CrashPoint,
    { state, effects }: Reference,
  ): Promise<void> {
    this.plans++;
    try {
      await this.#prepare(workload);
      const victim = this.#controller;
      this.#effects.watch(victim, point);
      await workload.act(this.#docker);
      await waitFor('the crash', REACHED_MS, () => victim.process.signalCode ?? undefined);
      assert.equal(this.#effects.killedAt, effects[point.number - 1]);
      this.#start();
      assert.deepEqual(await this.#settle(workload.to), state);
      console.log(`✔ ${name}; then ${this.#effects.names.join(', ') || 'nothing'}`);
    } catch (error) {
      this.failures.push(name);
      console.log(`✖ ${name}\n${String(error)}\n${this.#controller.stderr().slice(-2_000)}`);
    }
  }

  async #reference(workload: Workload): Promise<Reference> {
    await this.#prepare(workload);
    this.#effects.watch(this.#controller);
    await workload.act(this.#docker);
    await waitFor('the first effect', REACHED_MS, () => this.#effects.names[0]);
    const state = await this.#settle(workload.to);
    return { state, effects: [...this.#effects.names] };
  }

  /** Brings the machine to the state in which a workload begins. */
  async #prepare({ name, from }: Workload): Promise<void> {
    const { world } = this.#docker;
    const { signalCode } = this.#controller.process;
    if (signalCode === null) this.#effects.watch(this.#controller);
    else this.#start();
    const found = await find(this.#docker);
    if (from === 'absent') {
      if (found !== undefined) await world.machines.delete(MACHINE);
    } else {
      const action = from === 'on' ? 'active' : 'inactive';
      if (found === undefined) await world.create(MACHINE, { action });
      else await world.machines.mergePatch(MACHINE, { spec: { action } });
      // A changed spec resets the delay of the next start.
      if (name === 'external kill') await world.touch(MACHINE);
    }
    await this.#settle(from);
    await this.isIdle();
  }

  /** Resolves when the running process waits for changes. Before, SIGTERM may end it without its shutdown. */
  async isIdle(): Promise<void> {
    if (this.#controller.process.signalCode !== null) return;
    await waitFor('an idle controller', REACHED_MS, () => this.#effects.isIdle() || undefined);
  }

  #start(): void {
    this.#effects.expectStart();
    this.#controller = this.#docker.world.controller();
    this.#effects.watch(this.#controller);
  }

  /** Waits for the state of the invariants, and returns what is compared of it. */
  async #settle(state: Workload['to']): Promise<unknown> {
    const { world } = this.#docker;
    if (state === 'absent') await world.isGone(MACHINE);
    else await world.reaches(MACHINE, state === 'on' ? 'Active' : 'Pending');
    await world.observer.holds({ withinMs: REACHED_MS, stableMs: STABLE_MS });
    const vm = await find(this.#docker);
    if (vm === undefined) return 'absent';
    const { finalizers, labels, annotations } = vm.metadata;
    const { phase, reason, conditions, server } = vm.status ?? {};
    return {
      ...{ finalizers, labels, annotations, phase, reason, state: server?.state },
      conditions: conditions?.map(({ type, status, reason: why, message }) => [
        ...[type, status, why, message],
      ]),
    };
  }
}

async function find({ world }: DockerWorld) {
  try {
    return await world.machines.get(MACHINE);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

async function main(): Promise<void> {
  const ends: (() => void | Promise<void>)[] = [];
  const started = performance.now();
  try {
    const engine = await startOwnEngine();
    ends.push(async () => engine[Symbol.asyncDispose]());
    await engine.docker('tag', IMAGE, OTHER_IMAGE);
    const { plane, clientset } = await startVirtualMachinesPlane((end) => void ends.push(end));
    const { proxy, kubeconfig } = await startApiProxy(plane.kubeconfig);
    ends.push(() => proxy.close());
    const cluster = { clientset, kubeconfig };
    await inDockerWorld(
      engine,
      async (docker) => {
        const crash = new CrashTest(docker, new Effects(docker.proxy, proxy));
        for (const workload of WORKLOADS) await crash.run(workload);
        await crash.isIdle();
        const seconds = ((performance.now() - started) / 1_000).toFixed(0);
        const { plans, failures } = crash;
        console.log(`crash-real: ${plans} plans in ${seconds} s, ${failures.length} failed`);
        if (failures.length > 0) process.exitCode = 1;
        if (values.plan === '' && plans < LEAST_SHARE * PLANS) {
          console.error(`there were ${PLANS} plans: effects are missing`);
          process.exitCode = 1;
        }
      },
      { cluster },
    );
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

await main();
