import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { createInformerFactory, parseQuantity, type Cached } from '@vmgen/runtime';
import type { VirtualMachine } from '../../apis/cloudnative/v1alpha1/types.js';
import type { Clientset } from '../../generated/clientset.js';
import { createInformers } from '../../generated/informers.js';
import { waitFor } from '../support/wait-for.js';

/** The time from the end of a fault until the reference state, unless a row has its own. */
const REFERENCE_MS = 10_000;
/** How long the reference state is watched. The clock is real, so that a whole minute is for a longer run. */
const STABLE_MS = Number(process.env['VMGEN_STABLE_SECONDS'] ?? 3) * 1_000;
/** How often it is looked for writes meanwhile. */
const LOOK_MS = 1_000;
const FINALIZER = 'cloudnative.tw/virtual-machine';

/** An annotation that only the tests write. */
export const FOREIGN = { 'test.example.com/foreign': 'kept' };

/** A server as its engine shows it, without the driver. */
export interface ObservedServer {
  readonly id: string;
  /** The UID of its VirtualMachine. */
  readonly uid: string;
  readonly isRunning: boolean;
  readonly image: string;
  /** Undefined if the engine does not show it. */
  readonly nanoCpus?: number;
  readonly memoryBytes?: number;
}

/** What the observer reads of an engine. */
export interface ObservedEngine {
  /** All servers of the controller's cluster, in any state. */
  servers(): Promise<readonly ObservedServer[]>;
  /** What the engine has seen that must never happen, such as two servers of one UID at a time. */
  violations(): readonly string[] | Promise<readonly string[]>;
}

type Machine = Cached<VirtualMachine, 'Namespaced'>;

/**
 * Checks the invariants beside the controller: I1 (no orphan), I2 (one server per UID), I3 (foreign fields and the observed
 * generation), I5 (reference state in time, then no writes), I8 (foreign servers), I9 (the finalizer outlives the server).
 * `World.finish` checks I10. The suites `election` and `soak` check I4 and I6; I7 needs more machines than a row has.
 */
export class Observer {
  readonly #clientset: Clientset;
  readonly #engine: ObservedEngine;
  readonly #factory;
  readonly #changes: string[] = [];
  readonly #violations: string[] = [];
  readonly #checks = new Set<Promise<void>>();
  readonly #forced = new Set<string>();

  constructor(clientset: Clientset, engine: ObservedEngine) {
    this.#clientset = clientset;
    this.#engine = engine;
    this.#factory = createInformerFactory(clientset.transport);
    const { informer } = createInformers(this.#factory).cloudnativeV1alpha1.virtualMachines();
    informer.addHandler({
      onUpdate: (before, after) => this.#takeUpdate(before, after),
      onDelete: (vm) => this.#takeDeletion(vm),
    });
  }

  async start(): Promise<void> {
    this.#factory.start();
    await this.#factory.waitForSync();
  }

  /** Excludes a machine from I9, because the test removes its finalizer. */
  forces(uid: string): void {
    this.#forced.add(uid);
  }

  /**
   * Rejects unless the reference state is reached in time, and then remains without a further write. What follows the
   * reference state in time, such as the event of a start, is not a violation.
   */
  async holds({ withinMs = REFERENCE_MS, stableMs = STABLE_MS } = {}): Promise<void> {
    assert.ok(stableMs > 0, 'VMGEN_STABLE_SECONDS must be a positive number');
    const endMs = performance.now() + withinMs;
    do {
      await this.#reaches(endMs - performance.now());
      if (await this.#isStable(stableMs)) {
        assert.deepEqual(await this.#differences(), []);
        return this.verify();
      }
    } while (performance.now() < endMs);
    throw new Error(`I5: writes in the reference state: ${this.#changes.slice(-5).join(', ')}`);
  }

  /** Returns whether nothing is written for so long. Returns with the first write, which may be in time. */
  async #isStable(stableMs: number): Promise<boolean> {
    const before = await this.#writes();
    for (let leftMs = stableMs; leftMs > 0; leftMs -= LOOK_MS) {
      await wait(Math.min(leftMs, LOOK_MS));
      if (!isDeepStrictEqual(await this.#writes(), before)) return false;
    }
    return true;
  }

  /** Rejects if an invariant was violated so far. */
  async verify(): Promise<void> {
    await Promise.all(this.#checks);
    assert.deepEqual([...this.#violations, ...(await this.#engine.violations())], []);
  }

  close(): Promise<void> {
    return this.#factory.close();
  }

  async #reaches(withinMs: number): Promise<void> {
    let last: readonly string[] = [];
    try {
      await waitFor('the reference state (I1, I2, I3, I5)', withinMs, async () => {
        last = await this.#differences();
        return last.length === 0 || undefined;
      });
    } catch (cause) {
      const message = `not in the reference state within ${withinMs} ms: ${last.join('; ')}`;
      throw new Error(message, { cause });
    }
  }

  /** All changes of machines but samples of the usage, and all events that were recorded. */
  async #writes(): Promise<unknown> {
    const { transport } = this.#clientset;
    const path = '/apis/events.k8s.io/v1/events';
    const answer = await transport.request({ method: 'GET', path, headers: {} });
    const { items } = JSON.parse(await answer.text()) as { items: { metadata: object }[] };
    return [this.#changes.length, items.length];
  }

  async #differences(): Promise<string[]> {
    try {
      const servers = await this.#engine.servers();
      const machines = await this.#clientset.cloudnativeV1alpha1.virtualMachines('default').list();
      const uids = machines.items.map(({ metadata }) => metadata.uid);
      return [
        ...machines.items.flatMap((vm) =>
          differencesOf(
            vm,
            servers.filter(({ uid }) => uid === vm.metadata.uid),
          ),
        ),
        ...servers.filter(({ uid }) => !uids.includes(uid)).map(({ id }) => `I1: orphan ${id}`),
      ];
    } catch (error) {
      return [`no answer: ${String(error)}`];
    }
  }

  #takeUpdate(before: Machine, after: Machine): void {
    if (withoutUsage(before) !== withoutUsage(after)) {
      this.#changes.push(`${after.metadata.name} ${after.status?.phase}`);
    }
  }

  #takeDeletion({ metadata: { name, uid } }: Machine): void {
    if (this.#forced.has(uid)) return;
    const check = (async () => {
      const servers = await this.#engine.servers();
      if (servers.some((server) => server.uid === uid)) {
        this.#violations.push(`I9: ${name} is gone before its server`);
      }
    })()
      // An engine that does not answer is checked at the end by I1.
      .catch(() => {})
      .finally(() => this.#checks.delete(check));
    this.#checks.add(check);
  }
}

/** The text of a machine without what samples of the usage change. */
function withoutUsage({ metadata, spec, status }: Machine): string {
  const { resourceVersion: _version, managedFields: _fields, ...kept } = metadata;
  const { lastUpdateTime: _time, server, ...rest } = status ?? {};
  return JSON.stringify([kept, spec, rest, server?.id, server?.state]);
}

/** What a machine and its servers lack to the reference state. */
function differencesOf(vm: Machine, servers: readonly ObservedServer[]): string[] {
  const { metadata, spec, status } = vm;
  const [server] = servers;
  const isOn = spec.action !== 'inactive';
  const [ready] = status?.conditions?.filter(({ type }) => type === 'Ready') ?? [];
  const expected: readonly [what: string, actual: unknown, wanted: unknown][] = [
    ['I2: servers', servers.length, 1],
    ['I3: foreign annotation', metadata.annotations?.['test.example.com/foreign'], 'kept'],
    ['I3: observedGeneration', status?.observedGeneration, metadata.generation],
    ['finalizer', metadata.finalizers?.includes(FINALIZER), true],
    ['deletion', metadata.deletionTimestamp, undefined],
    ['phase', status?.phase, isOn ? 'Active' : 'Pending'],
    ['Ready', ready?.status, 'True'],
    ['status.server.id', status?.server?.id, server?.id],
    ['running', server?.isRunning, isOn],
    ['image', server?.image, spec.image],
    ['cpu', server?.nanoCpus ?? cpuOf(vm), cpuOf(vm)],
    ['memory', server?.memoryBytes ?? memoryOf(vm), memoryOf(vm)],
  ];
  return expected
    .filter(([, actual, wanted]) => actual !== wanted)
    .map(
      ([what, actual, wanted]) =>
        `${metadata.name}: ${what} is ${String(actual)}, not ${String(wanted)}`,
    );
}

const cpuOf = ({ spec }: Machine): number =>
  Number(parseQuantity(spec.resource['cpu'] ?? 0).toNanos());

const memoryOf = ({ spec }: Machine): number =>
  Number(parseQuantity(spec.resource['memory'] ?? 0).toBigInt());
