import { VmgenError } from '@vmgen/runtime';
import { errorText } from '@vmgen/runtime/observability';
import { effectText, type Effect } from './effects.js';
import { Coverage, type Tested } from './coverage.js';
import type { ChangeCounts } from './changes.js';
import {
  checkOptions,
  type Exploration,
  type ExploreOptions,
  type Invariant,
  type Violation,
} from './explore-options.js';
import { resourceText, UNREPEATED_FIX } from './exploration-text.js';
import type { MaskedState } from './masked-state.js';
import { simplestOf, withDetails } from './minimise.js';
import { EffectMissingError, planJson, type Plan } from './plan.js';
import { plansOf } from './plans-of.js';
import { RealResources } from './not-simulated.js';
import { isRestorable, snapshotOf } from './outside-checks.js';
import { violationText } from './violation-text.js';
import { namesOf, UNREST } from './work-limit.js';
import type { ExplorableServer, OutsideObjects } from './explored-world.js';
import { World } from './world.js';

/** The operator must not write for so long before a step ends. */
export const REST_MS = 60_000;
/** The same with two replicas, whose elections cost more than all other work at rest. */
const ELECTED_REST_MS = 45_000;
/** A successor acquires the Lease, and a paused leader resumes, before the operator can be at rest. */
const ELECTION_MS = 30_000;
const MAX_RESTS = 20;

/** What a plan of a step begins with, and what it must end with. */
interface Reference {
  readonly step: string;
  readonly before: {
    readonly objects: unknown;
    readonly changed: ReadonlySet<string>;
    readonly outside: ReadonlyMap<string, unknown>;
    readonly date: Date;
  };
  readonly state: MaskedState;
  readonly effects: readonly Effect[];
  readonly arrived: ReadonlyMap<Effect, ReadonlySet<string>>;
  readonly counts: ChangeCounts;
}

/** The result of a plan. */
interface Result extends Tested {
  readonly violation: Violation | undefined;
}

/** Returns the options without the steps that a plan omits. */
export function withoutSteps<S, O extends OutsideObjects<O>>(
  options: ExploreOptions<S, O>,
  { without = [] }: Plan,
): ExploreOptions<S, O> {
  if (without.length === 0) return options;
  const steps = Object.entries(options.workload).filter(([step]) => !without.includes(step));
  return { ...options, workload: Object.fromEntries(steps) };
}

/** Runs the plans of an exploration. */
export class Explorer<
  S extends ExplorableServer | { readonly fake: ExplorableServer },
  O extends OutsideObjects<O>,
> {
  readonly #options: ExploreOptions<S, O>;
  readonly #world: World<S, O>;
  readonly #seed: number;
  /** Whether each plan can begin in its own step. */
  readonly #isRestorable: boolean;
  readonly #references: Reference[] = [];
  readonly #resources = new RealResources();
  /** The results of plans, by their JSON. */
  readonly #results = new Map<string, Result>();
  /** Whether the last plan made the operator repeat an effect. */
  #hasRetried = false;

  constructor(options: ExploreOptions<S, O>) {
    this.#options = options;
    checkOptions(options);
    this.#seed = options.seed ?? 1;
    this.#world = new World<S, O>({
      operator: options.operator,
      server: options.server,
      fakeOf: (server) => ('fake' in server ? server.fake : server),
      // Without the option, there are no names.
      outside: options.outside ?? ({} as { readonly [K in keyof O]: () => O[K] }),
      reads: new Set(options.reads),
      recreates: options.recreates ?? [],
      roles: options.roles,
      replicas: options.replicas ?? 1,
      seed: this.#seed,
    });
    this.#isRestorable = Object.values<object>(this.#world.outside).every(isRestorable);
  }

  /** Runs all plans. */
  async explore(): Promise<Exploration> {
    const { maxPlans = Infinity, stopsAtFirst = false } = this.#options;
    await this.runReference();
    this.#checkEffects();
    const violations: Violation[] = [];
    const coverage = new Coverage();
    /** The steps of which a second run without faults has ended otherwise. */
    const differing = new Set<string>();
    let plans = 0;
    for (const each of plansOf(this.#references, this.#options)) {
      if (plans >= maxPlans || (stopsAtFirst && violations.length > 0)) break;
      plans++;
      const plan = this.#named(each);
      const result = await this.#tried(plan);
      coverage.add(plan, result);
      if (result.violation === undefined) continue;
      // The first one of a step shows that the step differs by itself.
      if (result.unrepeated.length === 0 || !differing.has(plan.step))
        violations.push(result.violation);
      if (result.unrepeated.length > 0) differing.add(plan.step);
    }
    return this.#exploration(coverage, await this.#minimised(violations));
  }

  /**
   * Runs one plan, once.
   *
   * @param beforePlan called directly before the step of the plan
   */
  async replay(plan: Plan, beforePlan: () => Promise<void>): Promise<Exploration> {
    await this.runReference();
    const result = await this.#detailed(plan, beforePlan);
    const [missed] = result.missed;
    if (missed !== undefined) throw new EffectMissingError(missed, plan);
    const coverage = new Coverage();
    coverage.add(plan, result);
    return this.#exploration(coverage, result.violation === undefined ? [] : [result.violation]);
  }

  get world(): World<S, O> {
    return this.#world;
  }

  /** The steps without faults; see {@link runReference}. */
  get references(): readonly Reference[] {
    return this.#references;
  }

  async close(): Promise<void> {
    await this.#world.close();
  }

  #exploration(coverage: Coverage, violations: readonly Violation[]): Exploration {
    const { name } = this.#options;
    const effects = Object.fromEntries(this.#references.map((each) => [each.step, each.effects]));
    const notSimulated = this.#resources.all;
    return {
      ...(name !== undefined && { name }),
      ...coverage.results(effects),
      notSimulated,
      violations,
    };
  }

  #named(plan: Plan): Plan {
    const { name: exploration } = this.#options;
    return exploration === undefined ? plan : { exploration, ...plan };
  }

  /** Runs a plan, unless it has been run. */
  async #tried(plan: Plan): Promise<Result> {
    const known = this.#results.get(planJson(plan));
    if (known !== undefined) return known;
    const result = await this.#resultOf(plan);
    this.#results.set(planJson(plan), result);
    return result;
  }

  async #resultOf(plan: Plan, beforePlan?: () => Promise<void>): Promise<Result> {
    this.#hasRetried = false;
    const problems = await this.#runPlan(plan, beforePlan);
    const { timeline, planned, effects } = this.#world;
    // Without any of its faults, a plan is a second run without faults.
    const unrepeated =
      planned.length < plan.faults.length
        ? []
        : planned.filter(({ name }) => !effects.some((each) => each.name === name));
    if (problems.length > 0) problems.unshift(...unrepeated.map(unrepeatedText));
    return {
      violation: problems.length === 0 ? undefined : { plan, problems, timeline },
      isViolated: problems.length > 0,
      missed: planned,
      unrepeated,
      hasRetried: this.#hasRetried,
    };
  }

  /** Returns the simplest violations. */
  #minimised(violations: readonly Violation[]): Promise<Violation[]> {
    const steps = this.#references.map(({ step }) => step);
    return simplestOf(
      violations,
      async (plan) => {
        const { violation, missed } =
          plan.without === undefined ? await this.#tried(plan) : await this.#triedWithout(plan);
        return missed.length === 0 ? violation : undefined;
      },
      async (each) =>
        each.plan.without === undefined
          ? ((await this.#detailed(each.plan)).violation ?? each)
          : each,
      // A plan that begins in its own step runs no steps before it.
      ({ step }) => (this.#isRestorable ? [] : steps.slice(0, steps.indexOf(step))),
    );
  }

  #detailed(plan: Plan, beforePlan?: () => Promise<void>): Promise<Result> {
    return withDetails(this.#world, () => this.#resultOf(plan, beforePlan));
  }

  /** Ends the operator, and puts the objects back that the server had before the first step. */
  async #putBack(): Promise<void> {
    const { before } = this.#references[0] ?? {};
    this.#world.stop();
    if (before !== undefined) await this.#world.restore(before.objects, before.changed);
  }

  /** Runs a plan that omits steps, which needs a run without faults of its own. */
  async #triedWithout(plan: Plan): Promise<Result> {
    // A real server is the same one.
    await this.#putBack();
    const shorter = new Explorer(withoutSteps(this.#options, plan));
    try {
      await shorter.runReference();
      return await shorter.#detailed(plan);
    } catch {
      // The workload needs the step.
      return {
        violation: undefined,
        isViolated: false,
        missed: [],
        unrepeated: [],
        hasRetried: false,
      };
    } finally {
      await shorter.close();
    }
  }

  /**
   * Runs the workload without faults.
   *
   * @param afterStep called when the operator is at rest after a step
   */
  async runReference(afterStep: (step: string) => Promise<void> = async () => {}): Promise<void> {
    await this.#resources.observe((beforeStep) => this.#runSteps(beforeStep, afterStep));
  }

  async #runSteps(
    beforeStep: (step: string) => void,
    afterStep: (step: string) => Promise<void>,
  ): Promise<void> {
    const world = this.#world;
    const initial = world.state();
    await world.start();
    const steps = Object.keys(this.#options.workload);
    for (const step of steps) {
      const before = {
        objects: world.fake.server.snapshot(),
        changed: world.changed,
        outside: this.#outsideSnapshots(),
        date: world.clock.date(),
      };
      beforeStep(step);
      world.beginStep();
      const problems = [...(await this.runStep(step)), ...world.changes.recreated()];
      if (step === steps.at(-1)) problems.push(...world.leftovers(initial));
      if (problems.length > 0) {
        const violation = { plan: { step, faults: [] }, problems, timeline: world.timeline };
        throw new Error(`the run without faults breaks a promise:\n${violationText(violation)}`);
      }
      this.#references.push({
        ...{ step, before, state: world.state() },
        ...{ effects: world.effects, arrived: world.arrived, counts: world.changes.counts },
      });
      await afterStep(step);
    }
  }

  #outsideSnapshots(): Map<string, unknown> {
    const snapshots = new Map<string, unknown>();
    for (const [name, each] of Object.entries<object>(this.#world.outside)) {
      if (isRestorable(each)) snapshots.set(name, snapshotOf(name, each));
    }
    return snapshots;
  }

  /** Throws if no fault can happen. */
  #checkEffects(): void {
    const { faults } = this.#options;
    if (faults?.length === 0 || this.#references.some(({ effects }) => effects.length > 0)) return;
    const work = this.#resources.all.map((each) => `; not simulated: ${resourceText(each)}`);
    throw new VmgenError(
      'ERR_VMGEN_ARGUMENT',
      `the operator has no effect in the run without faults, so that nothing is explored${work.join('')}`,
    );
  }

  async #runPlan(
    { step, faults, toEnd = false }: Plan,
    beforePlan: () => Promise<void> = async () => {},
  ): Promise<string[]> {
    const index = this.#references.findIndex((each) => each.step === step);
    const reference = this.#references[index];
    if (reference === undefined) throw new Error(`there is no step ${JSON.stringify(step)}`);
    await this.beginAt(index);
    await beforePlan();
    const world = this.#world;
    world.planned = [...faults];
    world.beginStep();
    const problems = [...(await this.runStep(step)), ...this.#differences(reference)];
    const known = new Set(reference.effects.map(effectText));
    this.#hasRetried = world.effects.some((each) => !known.has(effectText(each)));
    for (const next of this.#references.slice(index + 1)) {
      // A fault that has not happened must not happen in a later step.
      const isOver = !toEnd || problems.length > 0 || world.planned.length > 0;
      if (isOver && !world.isRequestDelayed) break;
      problems.push(...(await this.#later(next)));
    }
    return [...new Set(problems)];
  }

  /** Runs a step after the one of a plan. Returns what is wrong. */
  async #later(reference: Reference): Promise<string[]> {
    const { step } = reference;
    const world = this.#world;
    world.continueStep();
    const problems = await this.runStep(step);
    if (world.isRequestDelayed) {
      await world.deliver();
      return [...problems, ...(await this.#restProblems(step)), ...this.#differences(reference)];
    }
    problems.push(...this.#differences(reference));
    return problems.map((each) => `in step ${JSON.stringify(step)}, ${each}`);
  }

  /** Describes how a step has ended otherwise than without faults. */
  #differences({ state, counts }: Reference): string[] {
    return [...this.#world.differencesFrom(state), ...this.#world.changes.excess(counts)];
  }

  /** Puts the world in the state before a step, with a new process of the operator. */
  async beginAt(index: number): Promise<void> {
    const world = this.#world;
    const from = this.#isRestorable ? index : 0;
    const { before } = this.#references[from] ?? {};
    if (before === undefined) return;
    world.planned = [];
    // Another seed than the one of the run without faults, so that no UID occurs twice.
    world.reset(before.date, this.#seed + 1);
    await world.restore(before.objects, before.changed);
    for (const [name, each] of Object.entries<object>(world.outside)) {
      const snapshot = before.outside.get(name);
      if (isRestorable(each)) await each.restore(structuredClone(snapshot) as never);
    }
    await world.start();
    for (const { step } of this.#references.slice(from, index)) {
      world.beginStep();
      await this.runStep(step);
    }
  }

  /** Runs a step until the operator is at rest. Returns the broken promises. */
  async runStep(step: string): Promise<string[]> {
    const world = this.#world;
    const { always = {} } = this.#options;
    world.onEffect = () => void this.#check('after an effect', always);
    world.broken.push(...(await this.runWorkload(step)));
    await world.settled();
    return this.#restProblems(step);
  }

  /** Does what users do in a step. Returns the error, if it fails. */
  async runWorkload(step: string): Promise<string[]> {
    this.#world.note('user', step);
    this.#world.reseed(step);
    try {
      await this.#options.workload[step]?.(this.#world);
      return [];
    } catch (error) {
      return [`the step fails: ${errorText(error)}`];
    }
  }

  /** Waits until the operator is at rest. Returns the promises that are broken since {@link runStep}. */
  async #restProblems(step: string): Promise<string[]> {
    const unrest = await this.#unrest();
    if (unrest !== undefined) this.#world.broken.push(unrest);
    await this.#check('at rest', this.#options.atRest ?? {});
    return [...new Set([...this.#world.broken, ...this.failing(step)])];
  }

  /** What is wrong with the reconciles after a step. */
  failing(step: string): readonly string[] {
    if (this.#options.mayFail?.includes(step) === true) return [];
    const { failing, endless } = this.#world;
    // A reconcile may wait for work that is not simulated, while a minute is simulated at once.
    return this.#resources.all.length > 0 ? failing : [...failing, ...endless];
  }

  /** Waits until the operator is at rest. Returns why it is not. */
  async #unrest(): Promise<string | undefined> {
    const isElected = (this.#options.replicas ?? 1) > 1;
    if (isElected) await this.#world.advance(ELECTION_MS);
    for (let rests = 0; rests < MAX_RESTS; rests++) {
      const before = this.#world.effects.length;
      this.#world.beginMinute();
      await this.#world.advance(isElected ? ELECTED_REST_MS : REST_MS);
      if (this.#world.effects.length > before) continue;
      const { hotLoop } = this.#world;
      return hotLoop && `${UNREST}: ${hotLoop}`;
    }
    return `${UNREST}: ${namesOf(this.#world.effects.map(({ name }) => name))}`;
  }

  async #check(when: string, invariants: Readonly<Record<string, Invariant<S, O>>>): Promise<void> {
    for (const [name, invariant] of Object.entries(invariants)) {
      try {
        if ((await invariant(this.#world)) !== false) continue;
        this.#world.broken.push(`${JSON.stringify(name)} does not hold ${when}`);
      } catch (error) {
        this.#world.broken.push(
          `${JSON.stringify(name)} does not hold ${when}: ${errorText(error)}`,
        );
      }
    }
  }
}

const unrepeatedText = (effect: Effect): string =>
  `without faults, ${effectText(effect)} does not occur in a second run; ${UNREPEATED_FIX}`;
