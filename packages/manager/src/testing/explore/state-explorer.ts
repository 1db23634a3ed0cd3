import { VmgenError, type KubernetesObject } from '@vmgen/runtime';
import { createFakeRandom } from '@vmgen/runtime/testing';
import { Authors } from './authors.js';
import { candidatesOf, type ServedObject, type StepState } from './candidates.js';
import {
  DISTURBANCES,
  disturbanceText,
  isBeforeStep,
  requestText,
  targetText,
  type Disturbance,
  type ForeignRequest,
} from './disturbances.js';
import type { Violation } from './explore-options.js';
import { Explorer, REST_MS } from './explorer.js';
import { IGNORED_KINDS, type MaskedState } from './masked-state.js';
import { simplestOf, withDetails } from './minimise.js';
import { isRestorable } from './outside-checks.js';
import type { Plan } from './plan.js';
import { ServedPaths } from './served-paths.js';
import type { StateExploration, StateExploreOptions } from './state-options.js';
import { statePlans, type DisturbedStep } from './state-plans.js';
import { UNREST } from './work-limit.js';
import type { ExplorableServer, OutsideObjects } from './explored-world.js';

/** The program has changed, so that a disturbance of a plan is not possible. */
export class DisturbanceRefusedError extends Error {
  override readonly name = 'DisturbanceRefusedError';

  constructor({ step }: Plan) {
    super(
      `no disturbance of the plan is possible after the step ${JSON.stringify(step)} any more, so that the plan tests nothing; explore again without VMGEN_PLAN`,
    );
  }
}

/** The result of a plan. */
interface Result {
  readonly violation: Violation | undefined;
  /** Whether the server has accepted a disturbance. */
  readonly isTested: boolean;
}

const WITHIN_MS = 10_000;
const DEFAULT_STATES = 100;
const MERGE_PATCH = 'application/merge-patch+json';
const JSON_PATCH = 'application/json-patch+json';
/** The field manager of disturbances. */
const SOMEBODY = 'somebody';

/** Disturbs an operator after the steps of a workload. */
export class StateExplorer<
  S extends ExplorableServer | { readonly fake: ExplorableServer },
  O extends OutsideObjects<O>,
> {
  readonly #options: StateExploreOptions<S, O>;
  readonly #explorer: Explorer<S, O>;
  readonly #withinMs: number;
  readonly #steps: DisturbedStep[] = [];

  constructor(options: StateExploreOptions<S, O>) {
    this.#options = options;
    this.#withinMs = options.withinMs ?? WITHIN_MS;
    this.#explorer = new Explorer({ ...options, replicas: 1 });
  }

  async explore(): Promise<StateExploration> {
    const { states: wanted = DEFAULT_STATES, stopsAtFirst = false, seed = 1, name } = this.#options;
    const { world } = this.#explorer;
    await this.#runReference();
    if (this.#steps.every(({ candidates }) => candidates.length === 0)) {
      throw new VmgenError(
        'ERR_VMGEN_ARGUMENT',
        'the workload leaves nothing to disturb after its steps; add a step that creates an object',
      );
    }
    const found: Violation[] = [];
    const run: [Plan, Result][] = [];
    for (const plan of statePlans(this.#steps, createFakeRandom(seed), name)) {
      if (run.length >= wanted || (stopsAtFirst && found.length > 0)) break;
      const result = await this.#resultOf(plan);
      run.push([plan, result]);
      if (result.violation !== undefined) found.push(result.violation);
    }
    const violationOf = async (plan: Plan): Promise<Violation | undefined> =>
      (await this.#resultOf(plan)).violation;
    const violations = await simplestOf(
      found,
      violationOf,
      async (each) => (await withDetails(world, () => violationOf(each.plan))) ?? each,
    );
    return this.#exploration(run, violations);
  }

  /**
   * Runs one plan, once.
   *
   * @param beforePlan called directly before the disturbances
   */
  async replay(plan: Plan, beforePlan: () => Promise<void>): Promise<StateExploration> {
    await this.#explorer.runReference();
    const { world } = this.#explorer;
    const result = await withDetails(world, () => this.#resultOf(plan, beforePlan));
    if (!result.isTested) throw new DisturbanceRefusedError(plan);
    const { violation } = result;
    return this.#exploration([[plan, result]], violation === undefined ? [] : [violation]);
  }

  /** See {@link World.last}. */
  get last(): string | undefined {
    return this.#explorer.world.last;
  }

  async close(): Promise<void> {
    await this.#explorer.close();
  }

  #exploration(
    run: readonly (readonly [Plan, Result])[],
    violations: readonly Violation[],
  ): StateExploration {
    const { name, disturbances: kinds = DISTURBANCES } = this.#options;
    const happened = run.flatMap(([{ disturbances = [] }]) => disturbances);
    const counts = kinds.map(
      (kind) => [kind, happened.filter(({ disturbance }) => disturbance === kind).length] as const,
    );
    return {
      ...(name !== undefined && { name }),
      states: run.length,
      violated: run.filter(([, { violation }]) => violation !== undefined).length,
      violations,
      notTested: run.filter(([, { isTested }]) => !isTested).map(([plan]) => plan),
      disturbances: Object.fromEntries(counts),
    };
  }

  async #runReference(): Promise<void> {
    const { world } = this.#explorer;
    const authors = new Authors();
    const paths = new ServedPaths(world.fake);
    const stop = world.fake.server.observe(authors.observe);
    world.onWritten = authors.wrote;
    let before: ReadonlySet<string> = new Set();
    const afterStep = async (step: string): Promise<void> => {
      const objects = await served(authors, paths);
      this.#steps.push({ step, candidates: await this.#candidates(step, { objects, before }) });
      before = new Set(objects.map(({ path }) => path));
    };
    await this.#explorer.runReference(afterStep);
    world.onWritten = () => {};
    stop();
  }

  /** Returns the wanted disturbances that the server would accept after a step. */
  async #candidates(step: string, state: StepState): Promise<Disturbance[]> {
    const { badSpecs = {}, disturbances: kinds = DISTURBANCES } = this.#options;
    const accepted: Disturbance[] = [];
    for (const each of [...candidatesOf(state, badSpecs), ...this.#olderOutside(step)]) {
      if (!kinds.includes(each.disturbance)) continue;
      const isRequest = each.disturbance !== 'older outside' && !isBeforeStep(each);
      if (!isRequest || (await this.#send(each.request, '&dryRun=All')) < 300) accepted.push(each);
    }
    return accepted;
  }

  *#olderOutside(step: string): Generator<Disturbance> {
    const { references, world } = this.#explorer;
    for (const [outside, each] of Object.entries<object>(world.outside)) {
      if (!isRestorable(each)) continue;
      for (const earlier of references) {
        yield { disturbance: 'older outside', outside, step: earlier.step };
        if (earlier.step === step) break;
      }
    }
  }

  async #resultOf(plan: Plan, beforePlan: () => Promise<void> = async () => {}): Promise<Result> {
    const { step, disturbances = [], isStopped = false } = plan;
    const { world, references } = this.#explorer;
    const index = references.findIndex((each) => each.step === step);
    const reference = references[index];
    if (reference === undefined) throw new Error(`there is no step ${JSON.stringify(step)}`);
    await this.#explorer.beginAt(index);
    const isBefore = disturbances.some(isBeforeStep);
    const problems = isBefore ? [] : await this.#explorer.runStep(step);
    world.onEffect = () => {};
    world.beginStep();
    await beforePlan();
    const startMs = world.clock.nowMs();
    if (isStopped) world.stop();
    const accepted = await this.#disturb(disturbances);
    if (isBefore) problems.push(...(await this.#explorer.runWorkload(step)));
    if (isStopped) await world.start();
    problems.push(...(await this.#undo(accepted)));
    const lastedMs = world.clock.nowMs() - startMs;
    problems.push(...(await this.#recovered(reference.state, lastedMs)));
    problems.push(...this.#explorer.failing(step));
    const { timeline } = world;
    const isTested = accepted.length > 0;
    const isViolated = isTested && problems.length > 0;
    return { violation: isViolated ? { plan, problems, timeline } : undefined, isTested };
  }

  /** Returns the disturbances that were possible. */
  async #disturb(disturbances: readonly Disturbance[]): Promise<Disturbance[]> {
    const { world } = this.#explorer;
    const accepted: Disturbance[] = [];
    for (const each of disturbances) {
      const isDone =
        each.disturbance === 'older outside'
          ? await this.#restore(each)
          : (await this.#send(each.request)) < 300;
      world.note('somebody', `${disturbanceText(each)}${isDone ? '' : ': refused'}`, 'fault');
      if (isDone) accepted.push(each);
    }
    return accepted;
  }

  /** Puts an outside object back. Returns whether that is possible. */
  async #restore({
    outside: name,
    step,
  }: {
    readonly outside: string;
    readonly step: string;
  }): Promise<boolean> {
    const { world, references } = this.#explorer;
    const earlier = references.find((each) => each.step === step)?.before.outside;
    const outside = new Map(Object.entries<object>(world.outside)).get(name);
    if (outside === undefined || earlier === undefined || !isRestorable(outside)) return false;
    await outside.restore(structuredClone(earlier.get(name)) as never);
    return true;
  }

  /** Removes the causes, after the operator has had time to run into them. Returns what it has done wrong. */
  async #undo(disturbances: readonly Disturbance[]): Promise<string[]> {
    const { world } = this.#explorer;
    const undone = disturbances.flatMap((each) =>
      each.disturbance === 'older outside' || each.undo === undefined ? [] : [each.undo],
    );
    if (undone.length === 0) return [];
    await world.advance(this.#withinMs / 2);
    const problems: string[] = [];
    for (const request of undone) {
      if (request.method === 'DELETE' && !(await this.#isForeign(request.path))) {
        problems.push(
          `the operator has changed or deleted an object of somebody else: ${targetText(request)}`,
        );
      }
      await this.#send(request);
      world.note('somebody', `removes the cause: ${requestText(request)}`, 'fault');
    }
    return problems;
  }

  /** Whether an object exists that only somebody else has written. */
  async #isForeign(path: string): Promise<boolean> {
    const response = await this.#explorer.world.fake.request({ method: 'GET', path });
    if (response.status !== 200) return false;
    const { metadata } = JSON.parse(await response.text()) as KubernetesObject;
    // An object without content has no managed fields.
    return (metadata.managedFields ?? []).every(({ manager }) => manager === SOMEBODY);
  }

  /** Waits until the operator has had time to recover. Returns what is wrong then. */
  async #recovered(expected: MaskedState, lastedMs: number): Promise<string[]> {
    const { world } = this.#explorer;
    // The delay of retries that double it is at most about the time for which they have failed.
    const allowedMs = Math.max(this.#withinMs, 2 * lastedMs);
    await world.advance(allowedMs);
    const problems = world
      .differencesFrom(expected)
      .map((each) => `${allowedMs / 1000} s after the cause is gone, ${each}`);
    const before = world.effects.length;
    world.beginMinute();
    await world.advance(REST_MS);
    const [late] = world.effects.slice(before);
    const unrest = late?.name ?? world.hotLoop;
    if (unrest !== undefined) problems.push(`${UNREST}: ${unrest}`);
    return [...new Set([...problems, ...world.broken])];
  }

  /** Sends a request of somebody else. Resolves with the status code. */
  async #send({ method, path, body }: ForeignRequest, query = ''): Promise<number> {
    const type =
      method === 'POST' ? 'application/json' : Array.isArray(body) ? JSON_PATCH : MERGE_PATCH;
    const { status } = await this.#explorer.world.fake.request({
      method,
      path: `${path}?fieldManager=${SOMEBODY}${query}`,
      headers: body === undefined ? {} : { 'content-type': type },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return status;
  }
}

async function served(authors: Authors, paths: ServedPaths): Promise<ServedObject[]> {
  const found: ServedObject[] = [];
  for (const each of authors.objects()) {
    if (IGNORED_KINDS.has(each.object.kind ?? '')) continue;
    const path = await paths.of(each.object);
    if (path !== undefined) found.push({ ...each, ...path });
  }
  return found;
}
