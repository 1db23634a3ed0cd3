import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock, DeepReadonly, KubernetesObject, Transport } from '@vmgen/runtime';
import { errorText } from '@vmgen/runtime/observability';
import type { ClockTimer, Random } from '@vmgen/runtime/async';
import { createFakeClock, createFakeRandom, type FakeClock } from '@vmgen/runtime/testing';
import type { Manager } from '../../manager.js';
import { advance, settle } from '../settle.js';
import { Changes } from './changes.js';
import { EffectLog } from './effect-log.js';
import type { Effect, PlannedFault } from './effects.js';
import { withoutUids } from './effect-name.js';
import type {
  EntryKind,
  ExplorableServer,
  ExploredWorld,
  OutsideObjects,
  TimelineEntry,
} from './explored-world.js';
import { Fence } from './fence.js';
import { fullNameOf, IGNORED_KINDS, maskedState, type MaskedState } from './masked-state.js';
import { OperatorInstance } from './operator-instance.js';
import { contentOf } from './outside-checks.js';
import { permitted } from './permissions.js';
import { differences } from './state-differences.js';
import { UNREST, WorkLimit } from './work-limit.js';

/** What a world is made of. */
interface WorldOptions<S, O extends OutsideObjects<O>> {
  readonly operator: (manager: Manager, outside: O) => unknown;
  readonly server: (options: { readonly clock: Clock; readonly random: Random }) => S;
  /** Returns the transport of the server to observe. */
  readonly fakeOf: (server: S) => ExplorableServer;
  readonly outside: { readonly [K in keyof O]: () => O[K] };
  readonly reads: ReadonlySet<string>;
  readonly recreates: readonly string[];
  readonly roles: string | readonly object[] | undefined;
  /** The number of processes of the operator at a time. */
  readonly replicas: number;
  readonly seed: number;
}

/** A request that is executed after its process has ended. */
export interface LateRequest {
  readonly name: string;
  /** Whether it waits for the next step. */
  readonly isDelayed: boolean;
  readonly execute: () => Promise<unknown>;
}

/** The first delay of Kubernetes before it starts a container again that has ended. */
const RESTART_MS = 10_000;
/** The reconciles of an object in a minute that are no loop, as those of an operator that polls. */
const REST_RECONCILES = 60;
/** After a fault, processes may end with an error so often in a step. */
const MAX_ENDS = 3;
const VERBS = { ADDED: 'adds', MODIFIED: 'changes', DELETED: 'removes' } as const;
/** The Lease of a test manager. */
const LEASE = '/apis/coordination.k8s.io/v1/namespaces/default/leases/test-operator';

/** A server, outside objects, a clock and the processes of an operator. */
export class World<S, O extends OutsideObjects<O>> implements ExploredWorld<S, O> {
  readonly server: S;
  outside: O;
  clock: FakeClock = createFakeClock();
  /** The kinds of which an event has arrived after one of {@link effects}, and before the next one. */
  arrived = new Map<Effect, Set<string>>();
  timeline: TimelineEntry[] = [];
  /** The promises that were broken since then. */
  broken: string[] = [];
  readonly changes: Changes;
  /** The faults of the plan that have not happened. */
  planned: PlannedFault[] = [];
  readonly createdByOperator = new Set<string>();
  /** Set inside of an effect with a name, and whether its process has ended. */
  readonly insideEffect = new AsyncLocalStorage<{ readonly isLate: boolean }>();
  /** Whether the timeline contains reads, events and changes, as one for a reader does. */
  isDetailed = false;
  /** Called after each effect. */
  onEffect: () => void = () => {};
  /** Called with the object of each answer to a write of the operator. */
  onWritten: (object: KubernetesObject) => void = () => {};
  /** The number of objects that were changed and of effects. */
  activity = 0;
  readonly fake: ExplorableServer;
  /** That of the operator. */
  readonly #transport: Transport;
  readonly #options: WorldOptions<S, O>;
  /** The number of reconciles that succeeded, by controller and key, since {@link beginMinute}. */
  readonly #reconciles = new Map<string, number>();
  /** By UID, in the order of their creation. */
  readonly #objects = new Map<string, DeepReadonly<KubernetesObject>>();
  /** What the option `server` has created. A step or the operator may change it. */
  readonly #initial: readonly DeepReadonly<KubernetesObject>[];
  /** The objects of the plan by version, also earlier ones. Another map for each plan. */
  #versions: Map<string, DeepReadonly<KubernetesObject>>;
  /** What the names of effects have instead of names from `generateName`, which differ between runs. */
  readonly #generatedNames = new Map<string, string>();
  #random: Random;
  /** The random numbers of the processes in the current step, by the numbers of the processes. */
  readonly #randoms = new Map<number, Random>();
  /** The step whose random numbers the processes draw. */
  #seededStep = '';
  readonly #fence = new Fence();
  #log = new EffectLog();
  #limit = new WorkLimit(0);
  #hasLoop = false;
  #processes: OperatorInstance<O>[] = [];
  /** The number of processes that were started. */
  #started = 0;
  /** The timers of those that have ended with an error. */
  readonly #restarts: ClockTimer[] = [];
  /** The number of processes to start now. */
  #missing = 0;
  /** The number of processes that have ended with an error in the step. */
  #ends = 0;
  /** The number of faults of the step that had not happened at its start. */
  #plannedAtStart = 0;
  #stepStartMs = 0;
  #late: LateRequest[] = [];

  constructor(options: WorldOptions<S, O>) {
    this.#options = options;
    this.#random = createFakeRandom(options.seed);
    this.outside = this.#createOutside();
    this.changes = new Changes(options.recreates);
    // The server outlives the clocks of the plans.
    const clock: Clock = {
      nowMs: () => this.clock.nowMs(),
      date: () => this.clock.date(),
      setTimer: (delayMs, callback) => this.clock.setTimer(delayMs, callback),
    };
    this.server = options.server({ clock, random: () => this.#random() });
    this.fake = options.fakeOf(this.server);
    this.#transport = permitted(this.fake, options.roles, (each) => this.broken.push(each));
    this.#initial = [...this.fake.server.snapshot().objects()];
    this.#versions = byVersion(this.#initial);
    this.fake.server.observe((change) => {
      const { uid = '', resourceVersion = '' } = change.object.metadata;
      this.activity++;
      this.changes.add(change);
      this.#fence.observe(change);
      this.detail('server', 'change', `${VERBS[change.type]} ${fullNameOf(change.object)}`);
      this.#versions.set(resourceVersion, change.object);
      const { name = '', generateName } = change.object.metadata;
      if (generateName !== undefined && name.startsWith(generateName)) {
        this.#generatedNames.set(name, `${generateName}*`);
      }
      if (change.type === 'DELETED') this.#objects.delete(uid);
      else this.#objects.set(uid, change.object);
    });
  }

  #createOutside(): O {
    const entries = Object.entries<() => object>(this.#options.outside);
    // Each factory returns the object of its name.
    return Object.fromEntries(entries.map(([name, create]) => [name, create()])) as O;
  }

  /** Replaces what a plan begins with, except for the objects of the server. */
  reset(date: Date, seed: number): void {
    this.stop();
    this.reseed('');
    this.#started = 0;
    this.#missing = 0;
    this.#late = [];
    this.clock = createFakeClock({ start: date });
    this.#random = createFakeRandom(seed);
    this.outside = this.#createOutside();
    // Objects that a snapshot does not change keep their versions.
    this.#versions = byVersion([...this.#initial, ...this.#objects.values()]);
    this.beginStep();
  }

  /** Returns the UIDs of the objects that are compared: those that were created or changed. */
  get changed(): ReadonlySet<string> {
    return new Set(this.#objects.keys());
  }

  /** Restores a snapshot, and the objects that were compared then. */
  async restore(snapshot: unknown, changed: ReadonlySet<string>): Promise<void> {
    // A server restores its own snapshots.
    await this.fake.server.restore(snapshot as never);
    for (const uid of this.#objects.keys()) if (!changed.has(uid)) this.#objects.delete(uid);
  }

  /** Begins to record a step. */
  beginStep(): void {
    this.timeline = [];
    this.#plannedAtStart = this.planned.length;
    this.#stepStartMs = this.clock.nowMs();
    this.continueStep();
  }

  /**
   * Begins the random numbers of a step. A plan begins in its own step, and must draw the same names as the
   * run of all steps.
   */
  reseed(step: string): void {
    this.#randoms.clear();
    this.#seededStep = step;
  }

  /** Draws a random number for a process. */
  #draw(process: number): number {
    let random = this.#randoms.get(process);
    if (random === undefined) {
      const place = Buffer.from(`${this.#seededStep} ${this.#randoms.size}`);
      const hash = place.reduce((sum, byte) => (sum * 31 + byte) | 0, 7);
      random = createFakeRandom(this.#options.seed + hash);
      this.#randoms.set(process, random);
    }
    return random();
  }

  /** Begins the step after one whose timeline is kept. */
  continueStep(): void {
    this.#log = new EffectLog();
    this.#limit = new WorkLimit(this.clock.nowMs());
    this.#hasLoop = false;
    this.arrived = new Map();
    this.broken = [];
    this.#ends = 0;
    this.changes.begin();
  }

  /** The effects since {@link beginStep}, in order. */
  get effects(): readonly Effect[] {
    return this.#log.effects;
  }

  addEffect(name: string): Effect {
    this.activity++;
    return this.#log.add(name);
  }

  /** Records a request or an effect of a process. Ends the operator if it works in a loop. */
  addWork(who: string, name: string): void {
    const users = (): number =>
      [...this.#objects.keys()].filter((uid) => !this.createdByOperator.has(uid)).length;
    const loop = this.#limit.add(name, this.clock.nowMs(), users);
    if (loop === undefined) return;
    this.#hasLoop = true;
    this.broken.push(`${UNREST}: it works in a loop: ${loop}`);
    this.note(who, 'is ended, because it works in a loop', 'fault');
    this.stop();
  }

  /** Returns the name of an effect without UIDs and generated names. */
  effectName(name: string): string {
    return withoutUids(name).replaceAll(
      /[^\s/]+/g,
      (each) => this.#generatedNames.get(each) ?? each,
    );
  }

  note(who: string, what: string, kind?: EntryKind): void {
    const ms = this.clock.nowMs() - this.#stepStartMs;
    this.timeline.push({ ms, who, what, ...(kind && { kind }) });
  }

  /** Describes what has happened last. */
  get last(): string | undefined {
    const last = this.timeline.at(-1);
    return last && `${last.who} ${last.what}`;
  }

  /** Adds an entry that only a detailed timeline has. */
  detail(who: string, kind: EntryKind, what: string): void {
    if (this.isDetailed) this.note(who, what, kind);
  }

  /** Starts the operator. The first process leads. */
  async start(): Promise<void> {
    // A Lease of earlier processes would be held until it expires.
    if (this.#options.replicas > 1) await this.fake.request({ method: 'DELETE', path: LEASE });
    for (let replica = 0; replica < this.#options.replicas; replica++) {
      this.#processes.push(this.#startProcess());
      await this.settled();
    }
  }

  #startProcess(): OperatorInstance<O> {
    const number = ++this.#started;
    const { operator, reads, replicas } = this.#options;
    const name = `operator ${number}`;
    this.note(name, 'starts');
    return OperatorInstance.start({
      name,
      world: this,
      transport: this.#transport,
      clock: this.clock,
      random: () => this.#draw(number),
      operator,
      outside: this.outside,
      reads,
      isElected: replicas > 1,
    });
  }

  /**
   * Replaces the processes that have ended, as Kubernetes does: those that have crashed at once, and
   * those with an error after a delay. Returns whether it has started any.
   */
  #replaceEnded(): boolean {
    const ended = this.#processes.filter((each) => each.isCrashed || each.error !== undefined);
    this.#processes = this.#processes.filter((each) => !ended.includes(each));
    for (const each of ended) {
      if (each.isCrashed) this.#missing++;
      else this.#end(each);
    }
    const starting = this.#missing;
    this.#missing = 0;
    for (let each = 0; each < starting; each++) this.#processes.push(this.#startProcess());
    return starting > 0;
  }

  /** Ends a process whose manager has ended with an error. */
  #end(ended: OperatorInstance<O>): void {
    const text = errorText(ended.error);
    this.note(ended.name, `ends: ${text}`);
    ended.crash();
    this.#ends++;
    const hasFault = this.planned.length < this.#plannedAtStart;
    if (!hasFault) this.broken.push(`the operator ends with an error: ${text}`);
    if (this.#ends <= MAX_ENDS) {
      const restart = this.clock.setTimer(RESTART_MS, () => {
        this.#missing++;
      });
      this.#restarts.push(restart);
    } else if (hasFault) {
      this.broken.push(`the operator ends with an error again and again: ${text}`);
    }
  }

  /** Called after each effect. */
  executed(who: string, effect: string): void {
    const problem = this.#options.replicas > 1 ? this.#fence.check(who, effect) : undefined;
    if (problem !== undefined) this.broken.push(problem);
    this.onEffect();
  }

  /** Delays the execution of a request until the next process has settled, or until {@link deliver}. */
  addLate(request: LateRequest): void {
    this.#late.push(request);
  }

  /** Whether a request waits for {@link deliver}. */
  get isRequestDelayed(): boolean {
    return this.#late.some(({ isDelayed }) => isDelayed);
  }

  /** Executes the requests that were delayed until another step. */
  async deliver(): Promise<void> {
    await this.#execute(this.#late.splice(0));
    await this.settled();
  }

  /** Settles. A process that has crashed is replaced. */
  readonly settled = async (): Promise<void> => {
    for (;;) {
      await (this.fake.settled?.() ?? settle(() => String(this.activity)));
      if (this.#replaceEnded()) continue;
      const late = this.#late.filter(({ isDelayed }) => !isDelayed);
      if (late.length === 0) return;
      this.#late = this.#late.filter(({ isDelayed }) => isDelayed);
      await this.#execute(late);
    }
  };

  async #execute(requests: readonly LateRequest[]): Promise<void> {
    for (const { name, execute } of requests) {
      this.note('network', `${name} of a process that has ended arrives`);
      this.changes.isLate = true;
      await execute().catch(() => undefined);
      this.changes.isLate = false;
    }
  }

  readonly advance = async (ms: number): Promise<void> => {
    await advance(this.clock, ms, this.settled);
    await this.settled();
  };

  noteReconcile(controller: string, key: string): void {
    const name = `${key} by ${controller}`;
    this.#reconciles.set(name, (this.#reconciles.get(name) ?? 0) + 1);
  }

  beginMinute(): void {
    this.#reconciles.clear();
  }

  /** Describes an object that was reconciled more often than once a second since {@link beginMinute}. */
  get hotLoop(): string | undefined {
    const [name, count = 0] =
      [...this.#reconciles].find(([, each]) => each > REST_RECONCILES) ?? [];
    if (name === undefined) return undefined;
    return `it reconciles ${name} ${count} times in a minute`;
  }

  /** What is wrong with the objects whose last reconcile has failed, and is tried again. */
  get failing(): readonly string[] {
    return this.#processes.flatMap(({ failing }) => failing);
  }

  get endless(): readonly string[] {
    return this.#processes.flatMap(({ endless }) => endless);
  }

  /** Ends the processes of the operator, and all watches of the server. */
  async close(): Promise<void> {
    this.stop();
    // Otherwise, it makes all promises of the process slower.
    this.insideEffect.disable();
    await this.fake.close();
  }

  /** Ends the processes of the operator at once, and starts no others. */
  stop(): void {
    for (const each of this.#processes) each.crash();
    this.#processes = [];
    for (const each of this.#restarts.splice(0)) each.cancel();
  }

  /** Returns what the operator has left since the state before the first step, if no object of a user is left. */
  leftovers(initial: MaskedState): string[] {
    const left = [...this.#objects].filter(([, { kind = '' }]) => !IGNORED_KINDS.has(kind));
    if (left.some(([uid]) => !this.createdByOperator.has(uid))) return [];
    return this.differencesFrom(initial).map((each) => `after the last step, ${each}`);
  }

  /** Describes how the state differs. That of an operator that was ended in a loop says nothing. */
  differencesFrom(expected: MaskedState): string[] {
    return this.#hasLoop ? [] : differences(expected, this.state());
  }

  state(): MaskedState {
    const contents = Object.entries<object>(this.outside).map(
      ([name, each]) => [name, contentOf(name, each)] as const,
    );
    return maskedState(this.#objects.values(), Object.fromEntries(contents), this.#versions);
  }
}

const byVersion = (
  objects: readonly DeepReadonly<KubernetesObject>[],
): Map<string, DeepReadonly<KubernetesObject>> =>
  new Map(objects.map((each) => [each.metadata.resourceVersion ?? '', each]));
