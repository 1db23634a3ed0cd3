import type { FakeTransport } from '@vmgen/apiserver/fake';
import { createSecretClient } from '@vmgen/kubernetes/core/v1';
import { createTestManager, type TestManager } from '@vmgen/manager/testing';
import { interceptTransport } from '@vmgen/runtime';
import { createFakeClock, createFakeRandom, type FakeClock } from '@vmgen/runtime/testing';
import type { TransportResponse } from '@vmgen/runtime/transport';
import { pick, type Draw } from '../support/seeded.js';
import type { Operator } from './operator.js';
import {
  createServer,
  Dns,
  LAST_STEPS,
  pagesOf,
  promises,
  READS,
  sitesOf,
  workload,
  type SitesWorld,
} from './sites.js';

/** One run of the whole workload. */
export interface Trial {
  /** The objects and records after each step, as a text. */
  readonly states: ReadonlyMap<string, string>;
  /** The broken promises after each step. */
  readonly broken: ReadonlyMap<string, readonly string[]>;
}

/** The part of effects at which something goes wrong. */
const FAULT_RATE = 0.1;
const FAULTS = ['crash before', 'crash after', 'lost before', 'lost after', 'refused'] as const;
/** Longer than all delays of the operator. */
const REST_MS = 30_000;
/** A crashed process is replaced after so long. */
const RESTART_MS = 10_000;

/** Runs the workload once: without faults, or with random faults at random effects. */
export async function tryOperator(operator: Operator, draw?: Draw): Promise<Trial> {
  const machine = new Machine(operator, draw);
  const states = new Map<string, string>();
  const broken = new Map<string, readonly string[]>();
  try {
    await machine.advance(0);
    for (const [step, run] of Object.entries(workload)) {
      const found: string[] = [];
      await run(machine).catch(() => found.push('the step fails'));
      await machine.advance(REST_MS);
      for (const [name, holds] of Object.entries(promises)) {
        if (!(await holds(machine))) found.push(name);
      }
      states.set(step, await stateOf(machine));
      broken.set(step, found);
    }
    return { states, broken };
  } finally {
    await machine.close();
  }
}

/** The steps after which chaos compares: the last one, and the last one before all deletions. */
export const COMPARED: readonly string[] = Object.keys(workload).filter(
  (_step, index, { length }) => index === length - 1 || index === length - 1 - LAST_STEPS,
);

/** A server, a provider and the process of an operator, which fails at random. */
class Machine implements SitesWorld {
  readonly #clock: FakeClock = createFakeClock();
  readonly server: FakeTransport = createServer({
    clock: this.#clock,
    random: createFakeRandom(1),
  });
  readonly outside = { dns: new Dns() };
  readonly #operator: Operator;
  readonly #draw: Draw | undefined;
  #process: TestManager | undefined;

  constructor(operator: Operator, draw: Draw | undefined) {
    this.#operator = operator;
    this.#draw = draw;
  }

  readonly advance = async (ms: number): Promise<void> => {
    let passed = 0;
    for (;;) {
      await this.#advanceProcess(0);
      if (passed === ms && !this.#isDown()) return;
      const step = Math.min(RESTART_MS, ms - passed);
      await this.#advanceProcess(step);
      passed += step;
    }
  };

  /** Whether the process has crashed meanwhile. */
  #isDown(): boolean {
    return this.#process === undefined;
  }

  async #advanceProcess(ms: number): Promise<void> {
    this.#process ??= await this.#start();
    // A program ends if its manager fails.
    await this.#process.advance(ms).catch(() => (this.#process = undefined));
  }

  async close(): Promise<void> {
    this.#process?.crash();
    await this.server.close();
  }

  async #start(): Promise<TestManager> {
    const own: { manager?: TestManager; isCrashed: boolean } = { isCrashed: false };
    const crash = (): Promise<never> => {
      own.isCrashed = true;
      own.manager?.crash();
      this.#process = undefined;
      return new Promise(() => {});
    };
    const transport = interceptTransport(this.server, [
      (request, next) =>
        request.method === 'GET'
          ? next(request)
          : this.#effect(() => next(request), crash, refusal),
    ]);
    const dns = new Proxy(this.outside.dns, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        const call = (args: unknown[]): unknown => Reflect.apply(value, target, args);
        return READS.includes(`dns.${String(name)}`) || name === 'snapshot'
          ? (...args: unknown[]) => call(args)
          : (...args: unknown[]) => this.#effect(async () => call(args), crash);
      },
    });
    own.manager = await createTestManager(
      transport,
      (manager) => this.#operator(manager, { dns }),
      {
        clock: this.#clock,
        isExpected: () => true,
      },
    );
    if (own.isCrashed) own.manager.crash();
    return own.manager;
  }

  async #effect<R>(
    run: () => Promise<R>,
    crash: () => Promise<never>,
    refuse?: () => R,
  ): Promise<R> {
    const isFault = this.#draw !== undefined && this.#draw() < FAULT_RATE;
    const fault = isFault ? pick(FAULTS, this.#draw()) : undefined;
    if (fault === 'crash before') return crash();
    if (fault === 'lost before') throw new Error('socket hang up');
    if (fault === 'refused' && refuse !== undefined) return refuse();
    const result = await run();
    if (fault === 'crash after') return crash();
    if (fault === 'lost after') throw new Error('socket hang up');
    return result;
  }
}

/** A server that is overloaded. */
function refusal(): TransportResponse {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 500 };
  const text = JSON.stringify({ ...status, reason: 'InternalError', message: 'overloaded' });
  return {
    status: 500,
    headers: { 'content-type': 'application/json' },
    body: (async function* () {
      yield new TextEncoder().encode(text);
    })(),
    text: async () => text,
  };
}

/** These differ between operators that are equally right. */
const IGNORED = new Set([
  'uid',
  'resourceVersion',
  'managedFields',
  'generation',
  'annotations',
  'creationTimestamp',
  'deletionTimestamp',
  'lastTransitionTime',
  'observedGeneration',
]);
/** What a provider, the time or chance adds to a name. */
const SUFFIX = /(shop\.\w+|store\.org)[ #][^"]*/g;

async function stateOf(world: SitesWorld): Promise<string> {
  const secrets = await createSecretClient(world.server, 'default').list();
  const pages = (await pagesOf(world).list()).items.map((page) =>
    page.metadata.generateName === undefined
      ? page
      : { ...page, metadata: { ...page.metadata, name: page.metadata.generateName } },
  );
  const objects = [...(await sitesOf(world).list()).items, ...pages, ...secrets.items];
  const state = [objects, Object.entries(world.outside.dns.snapshot()).sort()];
  return JSON.stringify(state, (key, value: unknown) =>
    IGNORED.has(key) ? undefined : value,
  ).replaceAll(SUFFIX, '$1');
}
