import type { Clock } from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import { errorText } from '@vmgen/runtime/observability';
import type { Manager } from '../../manager.js';
import { effectText, FAULTS, faultsOf, type Effect, type Fault } from './effects.js';
import { differences, type MaskedState } from './masked-state.js';
import { planText, replayedPlan, replayOf, type Plan } from './plan.js';
import {
  isRestorable,
  World,
  type ExplorableServer,
  type ExploredWorld,
  type OutsideObjects,
  type TimelineEntry,
} from './world.js';

/** A promise of an operator: throws or returns false if it is broken. */
export type Invariant<S, O> = (world: ExploredWorld<S, O>) => unknown;

/** Options of {@link explore}. */
export interface ExploreOptions<S, O extends OutsideObjects<O>> {
  /** Declares the caches and controllers of the operator, as for `runManager`. */
  readonly operator: (manager: Manager, outside: O) => unknown;
  /** Creates the fake server, with its definitions: `(options) => createFakeClientset(options)`. */
  readonly server: (options: { readonly clock: Clock; readonly random: Random }) => S;
  /**
   * Creates what the operator changes outside of the API server, by name. Each call of a method is an
   * effect. An object with the methods `snapshot` and `restore` makes the exploration faster. Defaults
   * to none.
   */
  readonly outside?: { readonly [K in keyof O]: () => O[K] };
  /**
   * The methods of outside objects that change nothing, such as `dns.list`. They are not effects, and
   * may return an async iterable. Defaults to none.
   */
  readonly reads?: readonly string[];
  /** What users and other controllers do, step by step. The operator comes to rest after each step. */
  readonly workload: Readonly<Record<string, (world: ExploredWorld<S, O>) => unknown>>;
  /** What holds after each effect, by name. Defaults to none. */
  readonly always?: Readonly<Record<string, Invariant<S, O>>>;
  /** What holds after each step, by name. Defaults to none. */
  readonly atRest?: Readonly<Record<string, Invariant<S, O>>>;
  /** The faults to explore. Defaults to all. */
  readonly faults?: readonly Fault[];
  /** Whether to explore pairs of crashes too: after an effect, and at one of the next four. */
  readonly pairs?: boolean;
  /** The kinds whose objects the operator may delete and create again in one step. Defaults to none. */
  readonly recreates?: readonly string[];
  /** Whether to end with the first violation. Defaults to false. */
  readonly stopsAtFirst?: boolean;
  /** Explores at most so many plans. Defaults to all. */
  readonly maxPlans?: number;
  /** The seed of all random numbers, a whole number. Defaults to 1. */
  readonly seed?: number;
}

/** A plan that breaks a promise. */
export interface Violation {
  readonly plan: Plan;
  /** Which promise is broken, and how. */
  readonly problems: readonly string[];
  readonly timeline: readonly TimelineEntry[];
}

/** The result of {@link explore}. */
export interface Exploration {
  /** The number of plans that were run. */
  readonly plans: number;
  readonly violations: readonly Violation[];
  /** The plans with an effect that did not happen again, so that they tested nothing. */
  readonly notTested: readonly Plan[];
  /** The effects of the run without faults, by step. */
  readonly effects: Readonly<Record<string, readonly Effect[]>>;
}

const doesNotOccur = (effect: Effect, { step }: Plan): string =>
  `${effectText(effect)} does not occur in the step ${JSON.stringify(step)} any more, so that the plan tests nothing; explore again without VMGEN_PLAN`;

/** The operator must not write for so long before a step ends. */
const REST_MS = 60_000;
const MAX_RESTS = 20;
/** A second crash happens at one of so many effects after the first. */
const PAIR_DISTANCE = 4;

/**
 * Runs an operator on a fake API server once without faults, and then again and again with one fault
 * at each of its effects: its writes, and its calls of outside objects. After each step of the
 * workload, the objects must be those of the run without faults, the operator must be at rest, and your
 * own promises must hold. Everything happens in this process and in simulated time, so that a plan
 * takes milliseconds, and the same seed explores the same.
 *
 * Rejects if the run without faults breaks a promise. Violations are in the result:
 *
 * @example
 * const { violations } = await explore({
 *   operator: (manager, { dns }) => addSiteController(manager, dns),
 *   server: (options) => createFakeClientset({ ...options, garbageCollection: true }),
 *   outside: { dns: createMemoryDns },
 *   workload: {
 *     create: ({ server }) => server.webV1.sites('default').create(shop),
 *     delete: ({ server }) => server.webV1.sites('default').delete('shop'),
 *   },
 *   atRest: { 'no record without a site': ({ outside }) => outside.dns.records.length <= 1 },
 * });
 * assert.deepEqual(violations.map(violationText), []);
 */
export async function explore<
  S extends ExplorableServer | { readonly fake: ExplorableServer },
  O extends OutsideObjects<O> = object,
>(options: ExploreOptions<S, O>): Promise<Exploration> {
  const explorer = new Explorer(options);
  try {
    return await explorer.run();
  } finally {
    await explorer.close();
  }
}

/** What a plan of a step begins with, and what it must end with. */
interface Reference {
  readonly step: string;
  readonly before: {
    readonly objects: unknown;
    readonly outside: ReadonlyMap<string, unknown>;
    readonly date: Date;
  };
  readonly state: MaskedState;
  readonly effects: readonly Effect[];
}

class Explorer<
  S extends ExplorableServer | { readonly fake: ExplorableServer },
  O extends OutsideObjects<O>,
> {
  readonly #options: ExploreOptions<S, O>;
  readonly #world: World<S, O>;
  readonly #seed: number;
  /** Whether each plan can begin in its own step. */
  readonly #isRestorable: boolean;
  readonly #references: Reference[] = [];
  readonly #broken: string[] = [];
  #plans = 0;

  constructor(options: ExploreOptions<S, O>) {
    this.#options = options;
    this.#seed = options.seed ?? 1;
    this.#world = new World<S, O>({
      operator: options.operator,
      server: options.server,
      fakeOf: (server) => ('fake' in server ? server.fake : server),
      // Without the option, there are no names.
      outside: options.outside ?? ({} as { readonly [K in keyof O]: () => O[K] }),
      reads: new Set(options.reads),
      seed: this.#seed,
    });
    this.#isRestorable = Object.values<object>(this.#world.outside).every(isRestorable);
  }

  async run(): Promise<Exploration> {
    await this.#runReference();
    const violations: Violation[] = [];
    const notTested: Plan[] = [];
    const replayed = replayedPlan();
    for (const plan of replayed === undefined ? this.#planned() : this.#known(replayed)) {
      if (this.#plans >= (this.#options.maxPlans ?? Infinity)) break;
      this.#plans++;
      const problems = await this.#runPlan(plan);
      const [missed] = this.#world.planned;
      if (missed !== undefined) {
        if (replayed !== undefined) throw new Error(doesNotOccur(missed, plan));
        notTested.push(plan);
      }
      if (problems.length > 0) {
        violations.push({ plan, problems, timeline: [...this.#world.timeline] });
        if (this.#options.stopsAtFirst === true) break;
      }
    }
    const effects = this.#references.map((each) => [each.step, each.effects] as const);
    return { plans: this.#plans, violations, notTested, effects: Object.fromEntries(effects) };
  }

  async close(): Promise<void> {
    await this.#world.close();
  }

  /** Returns the plan to replay, unless it is one of another exploration. */
  #known(plan: Plan): Plan[] {
    return this.#references.some(({ step }) => step === plan.step) ? [plan] : [];
  }

  *#planned(): Generator<Plan> {
    const wanted = this.#options.faults ?? FAULTS;
    // The same fault at all effects first: a defect is often found by the first kind of fault.
    for (const fault of wanted) {
      for (const { step, effects } of this.#references) {
        for (const effect of effects) {
          if (faultsOf(effect).includes(fault)) yield { step, faults: [{ ...effect, fault }] };
        }
      }
    }
    if (this.#options.pairs !== true) return;
    for (const { step, effects } of this.#references) {
      for (const [index, first] of effects.entries()) {
        for (const second of effects.slice(index + 1, index + 1 + PAIR_DISTANCE)) {
          for (const fault of ['crash before', 'crash after'] as const) {
            yield {
              step,
              faults: [
                { ...first, fault: 'crash after' },
                { ...second, fault },
              ],
            };
          }
        }
      }
    }
  }

  async #runReference(): Promise<void> {
    const world = this.#world;
    const initial = world.state();
    await world.start();
    await world.settled();
    const steps = Object.keys(this.#options.workload);
    for (const step of steps) {
      const before = {
        objects: world.fake.server.snapshot(),
        outside: this.#outsideSnapshots(),
        date: world.clock.date(),
      };
      const problems = [...(await this.#runStep(step)), ...this.#churn()];
      if (step === steps.at(-1)) problems.push(...world.leftovers(initial));
      if (problems.length > 0) {
        const violation = { plan: { step, faults: [] }, problems, timeline: world.timeline };
        throw new Error(`the run without faults breaks a promise:\n${violationText(violation)}`);
      }
      this.#references.push({ step, before, state: world.state(), effects: world.effects });
    }
  }

  #outsideSnapshots(): Map<string, unknown> {
    const snapshots = new Map<string, unknown>();
    for (const [name, each] of Object.entries<object>(this.#world.outside)) {
      if (isRestorable(each)) snapshots.set(name, structuredClone(each.snapshot()));
    }
    return snapshots;
  }

  async #runPlan({ step, faults }: Plan): Promise<string[]> {
    const index = this.#references.findIndex((each) => each.step === step);
    const reference = this.#references[index];
    if (reference === undefined) throw new Error(`there is no step ${JSON.stringify(step)}`);
    await this.#beginAt(index);
    this.#world.planned = [...faults];
    const problems = await this.#runStep(step);
    problems.push(...differences(reference.state, this.#world.state()));
    return problems;
  }

  /** Puts the world in the state before a step, with a new process of the operator. */
  async #beginAt(index: number): Promise<void> {
    const world = this.#world;
    const from = this.#isRestorable ? index : 0;
    const { before } = this.#references[from] ?? {};
    if (before === undefined) return;
    world.planned = [];
    // Another seed than the one of the run without faults, so that no UID occurs twice.
    world.reset(before.date, this.#seed + 1);
    // A server restores its own snapshots.
    world.fake.server.restore(before.objects as never);
    for (const [name, each] of Object.entries<object>(world.outside)) {
      const snapshot = before.outside.get(name);
      if (isRestorable(each)) each.restore(structuredClone(snapshot) as never);
    }
    await world.start();
    await world.settled();
    for (const { step } of this.#references.slice(from, index)) await this.#runStep(step);
  }

  /** Runs a step until the operator is at rest. Returns the broken promises. */
  async #runStep(step: string): Promise<string[]> {
    const world = this.#world;
    const { always = {}, atRest = {}, workload } = this.#options;
    this.#broken.length = 0;
    world.beginStep();
    world.onEffect = () => void this.#check('after an effect', always);
    world.note('user', step);
    try {
      await workload[step]?.(world);
    } catch (error) {
      this.#broken.push(`the step fails: ${errorText(error)}`);
    }
    await world.settled();
    if (!(await this.#comesToRest())) this.#broken.push('the operator does not come to rest');
    await this.#check('at rest', atRest);
    return [...new Set(this.#broken)];
  }

  async #comesToRest(): Promise<boolean> {
    const { effects } = this.#world;
    for (let rests = 0; rests < MAX_RESTS; rests++) {
      const before = effects.length;
      await this.#world.advance(REST_MS);
      if (effects.length === before) return true;
    }
    return false;
  }

  async #check(when: string, invariants: Readonly<Record<string, Invariant<S, O>>>): Promise<void> {
    for (const [name, invariant] of Object.entries(invariants)) {
      try {
        if ((await invariant(this.#world)) !== false) continue;
        this.#broken.push(`${JSON.stringify(name)} does not hold ${when}`);
      } catch (error) {
        this.#broken.push(`${JSON.stringify(name)} does not hold ${when}: ${errorText(error)}`);
      }
    }
  }

  /** Finds objects that were deleted and created again in a step. */
  #churn(): string[] {
    const { recreates = [] } = this.#options;
    const deleted = new Set<string>();
    const found = new Set<string>();
    for (const { type, name } of this.#world.changes) {
      if (recreates.includes(name.replace(/ .*/, ''))) continue;
      if (type === 'DELETED') deleted.add(name);
      if (type === 'ADDED' && deleted.has(name)) found.add(name);
    }
    return [...found].map(
      (name) =>
        `${name} is deleted and created again in one step; list its kind in recreates if it must be`,
    );
  }
}

/**
 * Describes a violation: the plan, the broken promises, who did what when, and how to run this plan
 * alone, such as under a debugger.
 */
export function violationText({ plan, problems, timeline }: Violation): string {
  const width = Math.max(...timeline.map(({ who }) => who.length));
  return [
    planText(plan),
    ...problems.map((problem) => `  ${problem}`),
    ...timeline.map(
      ({ ms, who, what }) => `  ${(ms / 1000).toFixed(3).padStart(9)} ${who.padEnd(width)} ${what}`,
    ),
    ...(plan.faults.length > 0 ? [`  replay: ${replayOf(plan)}`] : []),
  ].join('\n');
}
