import { VmgenError } from '@vmgen/runtime';
import { errorText } from '@vmgen/runtime/observability';
import { effectText, isPause, type Effect } from './effects.js';
import type { ChangeCounts } from './changes.js';
import type { Exploration, ExploreOptions, Invariant, Violation } from './explore-options.js';
import { differences, type MaskedState } from './masked-state.js';
import { replayedPlan, type Plan } from './plan.js';
import { plansOf } from './plans-of.js';
import { violationText } from './violation-text.js';
import { isRestorable, World, type ExplorableServer, type OutsideObjects } from './world.js';

const doesNotOccur = (effect: Effect, { step }: Plan): string =>
  `${effectText(effect)} does not occur in the step ${JSON.stringify(step)} any more, so that the plan tests nothing; explore again without VMGEN_PLAN`;

/** The operator must not write for so long before a step ends. */
const REST_MS = 60_000;
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
    readonly outside: ReadonlyMap<string, unknown>;
    readonly date: Date;
  };
  readonly state: MaskedState;
  readonly effects: readonly Effect[];
  readonly counts: ChangeCounts;
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
  #plans = 0;

  constructor(options: ExploreOptions<S, O>) {
    this.#options = options;
    checkFaults(options);
    this.#seed = options.seed ?? 1;
    this.#world = new World<S, O>({
      operator: options.operator,
      server: options.server,
      fakeOf: (server) => ('fake' in server ? server.fake : server),
      // Without the option, there are no names.
      outside: options.outside ?? ({} as { readonly [K in keyof O]: () => O[K] }),
      reads: new Set(options.reads),
      recreates: options.recreates ?? [],
      replicas: options.replicas ?? 1,
      seed: this.#seed,
    });
    this.#isRestorable = Object.values<object>(this.#world.outside).every(isRestorable);
  }

  async run(): Promise<Exploration> {
    await this.#runReference();
    const violations: Violation[] = [];
    const notTested: Plan[] = [];
    const replayed = replayedPlan();
    for (const plan of replayed === undefined
      ? plansOf(this.#references, this.#options)
      : this.#known(replayed)) {
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

  async #runReference(): Promise<void> {
    const world = this.#world;
    const initial = world.state();
    await world.start();
    const steps = Object.keys(this.#options.workload);
    for (const step of steps) {
      const before = {
        objects: world.fake.server.snapshot(),
        outside: this.#outsideSnapshots(),
        date: world.clock.date(),
      };
      world.beginStep();
      const problems = [...(await this.#runStep(step)), ...world.changes.recreated()];
      if (step === steps.at(-1)) problems.push(...world.leftovers(initial));
      if (problems.length > 0) {
        const violation = { plan: { step, faults: [] }, problems, timeline: world.timeline };
        throw new Error(`the run without faults breaks a promise:\n${violationText(violation)}`);
      }
      this.#references.push({
        ...{ step, before, state: world.state() },
        ...{ effects: world.effects, counts: world.changes.counts },
      });
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
    const world = this.#world;
    world.planned = [...faults];
    world.beginStep();
    const problems = [...(await this.#runStep(step)), ...this.#differences(reference)];
    const next = this.#references[index + 1];
    if (!world.isRequestDelayed || next === undefined) return problems;
    world.continueStep();
    problems.push(...(await this.#runStep(next.step)));
    await world.deliver();
    problems.push(...(await this.#restProblems()), ...this.#differences(next));
    return [...new Set(problems)];
  }

  /** Describes how a step has ended otherwise than without faults. */
  #differences({ state, counts }: Reference): string[] {
    return [...differences(state, this.#world.state()), ...this.#world.changes.excess(counts)];
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
    for (const { step } of this.#references.slice(from, index)) {
      world.beginStep();
      await this.#runStep(step);
    }
  }

  /** Runs a step until the operator is at rest. Returns the broken promises. */
  async #runStep(step: string): Promise<string[]> {
    const world = this.#world;
    const { always = {}, workload } = this.#options;
    world.onEffect = () => void this.#check('after an effect', always);
    world.note('user', step);
    try {
      await workload[step]?.(world);
    } catch (error) {
      this.#world.broken.push(`the step fails: ${errorText(error)}`);
    }
    await world.settled();
    return this.#restProblems();
  }

  /** Waits until the operator is at rest. Returns the promises that are broken since {@link #runStep}. */
  async #restProblems(): Promise<string[]> {
    if (!(await this.#comesToRest())) this.#world.broken.push('the operator does not come to rest');
    await this.#check('at rest', this.#options.atRest ?? {});
    return [...new Set(this.#world.broken)];
  }

  async #comesToRest(): Promise<boolean> {
    const { effects } = this.#world;
    const isElected = (this.#options.replicas ?? 1) > 1;
    if (isElected) await this.#world.advance(ELECTION_MS);
    for (let rests = 0; rests < MAX_RESTS; rests++) {
      const before = effects.length;
      await this.#world.advance(isElected ? ELECTED_REST_MS : REST_MS);
      if (effects.length === before) return true;
    }
    return false;
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

function checkFaults({
  faults = [],
  replicas = 1,
}: Pick<ExploreOptions<unknown, object>, 'faults' | 'replicas'>): void {
  const pause = faults.find(isPause);
  if (pause === undefined || replicas > 1) return;
  throw new VmgenError(
    'ERR_VMGEN_ARGUMENT',
    `the fault ${JSON.stringify(pause)} needs a second process; set replicas: 2`,
  );
}
