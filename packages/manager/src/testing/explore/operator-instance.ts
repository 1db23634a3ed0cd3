import type { AsyncLocalStorage } from 'node:async_hooks';
import { interceptTransport, TerminalError } from '@vmgen/runtime';
import type { KubernetesObject, Transport } from '@vmgen/runtime';
import type { Random } from '@vmgen/runtime/async';
import { errorText } from '@vmgen/runtime/observability';
import type { FakeClock } from '@vmgen/runtime/testing';
import type { TransportRequest, TransportResponse } from '@vmgen/runtime/transport';
import type { Manager } from '../../manager.js';
import { jsonObject } from '../../process/body-text.js';
import type { ReconcileFailure } from '../../process/user-functions.js';
import { startTestManager, type TestManager } from '../create-test-manager.js';
import {
  faultText,
  readText,
  sameEffect,
  watchedKind,
  writeName,
  type Effect,
  type Fault,
  type PlannedFault,
} from './effects.js';
import type { Changes } from './changes.js';
import { callName } from './effect-name.js';
import { answerProblem, fieldProblem } from './outside-checks.js';
import { ConnectionLostError, refusal, responseOf } from './refusals.js';
import { eventTexts } from './watch-events.js';
import type { EntryKind, OutsideObjects } from './explored-world.js';
import type { LateRequest } from './world.js';

/** What a process of an operator uses of its world. */
interface InstanceWorld {
  /** Set inside of an effect with a name, and whether its process has ended. */
  readonly insideEffect: AsyncLocalStorage<{ readonly isLate: boolean }>;
  readonly effects: readonly Effect[];
  /** The kinds of which an event has arrived, by the last effect before it. */
  readonly arrived: Map<Effect, Set<string>>;
  readonly planned: PlannedFault[];
  /** What is wrong in the step. */
  readonly broken: string[];
  /** The UIDs of the objects that the operator has created. */
  readonly createdByOperator: Set<string>;
  readonly changes: Pick<Changes, 'addDeletion'>;
  /** Returns the name of an effect in all runs. */
  effectName(name: string): string;
  /** Called with the object of each answer to a write. */
  onWritten(object: KubernetesObject): void;
  /** Called after each effect. */
  executed(who: string, effect: string): void;
  addEffect(name: string): Effect;
  /** Called before each request and each effect. */
  addWork(who: string, name: string): void;
  note(who: string, what: string, kind?: EntryKind): void;
  detail(who: string, kind: EntryKind, what: string): void;
  addLate(request: LateRequest): void;
  noteReconcile(controller: string, key: string): void;
}

interface InstanceOptions<O> {
  readonly name: string;
  readonly world: InstanceWorld;
  readonly transport: Transport;
  readonly clock: FakeClock;
  readonly random: Random;
  readonly operator: (manager: Manager, outside: O) => unknown;
  readonly outside: O;
  /** The methods that are not effects: `dns.list`. */
  readonly reads: ReadonlySet<string>;
  /** Whether other processes compete for the Lease. */
  readonly isElected: boolean;
}

/** Longer than a Lease and the next attempt of its successor. */
const PAUSE_MS = 25_000;
/** The default time limit of a reconcile. */
const MAX_RECONCILE_MS = 60_000;
/** How long a held watch delivers nothing, from its first event. */
const HOLD_MS = 15_000;

/** A process of an operator. The faults of a plan happen between it and the rest of the world. */
export class OperatorInstance<O extends OutsideObjects<O>> {
  readonly #options: InstanceOptions<O>;
  /** By plural name. Each is called with an event, and resolves when the watch delivers it. */
  readonly #held = new Map<string, () => Promise<void>>();
  #manager: TestManager | undefined;
  /** The error of the option `operator`. */
  #failure: { readonly error: unknown } | undefined;
  #isCrashed = false;
  /** By controller and key. */
  readonly #failing = new Map<string, string>();
  /** Resolves when the process resumes. */
  #paused: Promise<void> | undefined;

  private constructor(options: InstanceOptions<O>) {
    this.#options = options;
  }

  static start<O extends OutsideObjects<O>>(options: InstanceOptions<O>): OperatorInstance<O> {
    const instance = new OperatorInstance(options);
    void instance.#start();
    return instance;
  }

  async #start(): Promise<void> {
    const { clock, random, name, operator, outside, transport, isElected } = this.#options;
    const starting = startTestManager(
      interceptTransport(transport, [(request, next) => this.#send(request, next)]),
      (manager) => operator(manager, this.#connected(outside)),
      {
        clock,
        random,
        leaderElection: isElected && { identity: name },
        // A failed reconcile is retried. Whether that is enough is what an exploration checks.
        isExpected: (failure) => this.#noteFailure(failure),
      },
      {
        onSuccess: ({ controller, key }) => {
          this.#failing.delete(`${controller} ${key}`);
          this.#options.world.noteReconcile(controller, key);
        },
        onEffect: (effect, run) => this.#named(effect, run),
        onHandlerFailure: ({ path, error }) =>
          this.#options.world.note(name, `the webhook ${path} fails: ${errorText(error)}`),
      },
    );
    try {
      this.#manager = await starting;
      if (this.#isCrashed) this.#manager.crash();
    } catch (error) {
      this.#failure = { error };
    }
  }

  #noteFailure({ controller, key, error, function: other }: ReconcileFailure): true {
    const { world, name } = this.#options;
    const text = errorText(error);
    world.note(name, `${other ?? 'a reconcile'} of ${key} fails: ${text}`);
    // No reconcile ends another failure. With a terminal error, the program does not try again.
    if (other !== undefined) return true;
    if (error instanceof TerminalError) this.#failing.delete(`${controller} ${key}`);
    else this.#failing.set(`${controller} ${key}`, `a reconcile of ${key} still fails: ${text}`);
    return true;
  }

  /** What is wrong with the objects whose last reconcile has failed and is tried again. */
  get failing(): readonly string[] {
    return [...this.#failing.values()];
  }

  /** What is wrong with the objects whose reconcile does not end. */
  get endless(): readonly string[] {
    const controllers = this.#manager?.manager.describe().controllers ?? [];
    return controllers.flatMap(({ name, running }) =>
      running
        .filter(({ runningMs }) => runningMs >= MAX_RECONCILE_MS)
        .map(({ key }) => `a reconcile of ${key} by ${name} has not ended after a minute`),
    );
  }

  get name(): string {
    return this.#options.name;
  }

  get isCrashed(): boolean {
    return this.#isCrashed;
  }

  /** The error with which the manager has ended; undefined without one. */
  get error(): unknown {
    return this.#manager?.error ?? this.#failure?.error;
  }

  crash(): void {
    this.#isCrashed = true;
    this.#manager?.crash();
  }

  async #send(
    request: TransportRequest,
    next: (request: TransportRequest) => Promise<TransportResponse>,
  ): Promise<TransportResponse> {
    const watched = watchedKind(request);
    if (watched !== undefined) return this.#watch(watched, await next(request));
    const write = writeName(request);
    if (write === undefined) {
      const read = readText(request);
      if (read !== undefined) this.#options.world.detail(this.name, 'read', read);
      this.#options.world.addWork(this.name, read ?? `${request.method} ${request.path}`);
      await this.#alive();
      return next(request);
    }
    const { signal: _signal, ...unlimited } = request;
    return this.#effect(write, {
      run: async () => this.#noteWritten(request, await next(request)),
      runLate: () => next(unlimited),
      outcome: ({ status }) => String(status),
      answer: refusal,
    });
  }

  /** Records the object that a request has written. */
  async #noteWritten(
    { method }: TransportRequest,
    response: TransportResponse,
  ): Promise<TransportResponse> {
    if (response.status > 202) return response;
    const text = await response.text();
    const content: WrittenContent = jsonObject(text) ?? {};
    const { metadata, details, items, ...others } = content;
    const { world } = this.#options;
    if (method === 'DELETE') {
      // The answer to a deletion is the object while it has finalizers, and that of a collection is its objects.
      const uids = items?.map((item) => item.metadata.uid) ?? [details?.uid ?? metadata?.uid];
      for (const uid of uids) if (uid !== undefined) world.changes.addDeletion(uid);
    }
    if (metadata?.uid !== undefined) {
      if (response.status === 201) world.createdByOperator.add(metadata.uid);
      world.onWritten({ ...others, metadata });
    }
    return responseOf(response, text);
  }

  /** Returns the outside objects as a process calls them. */
  #connected(outside: O): O {
    const entries = Object.entries<object>(outside).map(([name, object]) => [
      name,
      this.#connect(name, object),
    ]);
    // Each proxy has the methods of its object.
    return Object.fromEntries(entries) as O;
  }

  #connect(name: string, object: object): object {
    return new Proxy(object, {
      get: (target, method) => {
        const value: unknown = Reflect.get(target, method, target);
        if (typeof method !== 'string') return value;
        this.#report(fieldProblem(`${name}.${method}`, value));
        if (typeof value !== 'function') return value;
        if (this.#options.reads.has(`${name}.${method}`)) {
          return (...args: unknown[]) => {
            this.#options.world.detail(this.name, 'read', `${name}.${method}`);
            return this.#read(Reflect.apply(value, target, args));
          };
        }
        return (...args: unknown[]) => {
          const call = async (): Promise<unknown> => {
            this.#options.world.detail(name, 'change', callName(method, args));
            const answer: unknown = Reflect.apply(value, target, args);
            this.#report(answerProblem(`${name}.${method}`, answer));
            return answer;
          };
          const inside = this.#options.world.insideEffect.getStore();
          if (inside !== undefined) return inside.isLate ? call() : this.#part(call);
          return this.#effect(callName(`${name}.${method}`, args), {
            run: call,
            runLate: call,
            outcome: () => 'done',
            answer: () => undefined,
          });
        };
      },
    });
  }

  /** Reports what is wrong with an outside object: the step is not what the program does in production. */
  #report(problem: string | undefined): void {
    if (problem !== undefined) this.#options.world.broken.push(problem);
  }

  /** Runs an effect with a name. Calls of outside objects are parts of it. */
  #named<R>(name: string, run: () => Promise<R>): Promise<R> {
    const { insideEffect } = this.#options.world;
    return this.#effect(name, {
      run: () => insideEffect.run({ isLate: false }, run),
      // Not awaited: it never ends if it waits for its process, such as for an answer of the API server.
      runLate: async () => void insideEffect.run({ isLate: true }, run).catch(() => undefined),
      outcome: () => 'done',
      answer: () => undefined,
    });
  }

  async #part(call: () => Promise<unknown>): Promise<unknown> {
    await this.#alive();
    return this.#afterwards(call());
  }

  /** Returns what a process that still runs sees of an answer. */
  #read(answer: unknown): unknown {
    if (this.#options.world.insideEffect.getStore()?.isLate === true) return answer;
    if (isAsyncIterable(answer)) return this.#delivered(answer);
    return answer instanceof Promise ? this.#afterwards(answer) : answer;
  }

  async #afterwards(answer: Promise<unknown>): Promise<unknown> {
    try {
      return await answer;
    } finally {
      await this.#alive();
    }
  }

  async *#delivered(values: AsyncIterable<unknown>): AsyncGenerator {
    for await (const value of values) {
      await this.#alive();
      yield value;
    }
  }

  async #effect<R>(called: string, effect: EffectRun<R>): Promise<R> {
    await this.#alive();
    const { world, name: who } = this.#options;
    const name = world.effectName(called);
    world.addWork(who, name);
    if (this.#isCrashed) return new Promise(() => {});
    const added = world.addEffect(name);
    const planned = world.planned.findIndex((each) => sameEffect(each, added));
    const happening = world.planned[planned];
    const { fault, watch } = happening ?? {};
    if (happening !== undefined) {
      if (watch === undefined) world.planned.splice(planned, 1);
      else this.#hold(watch, happening);
    }
    if (fault === 'late' || fault === 'a step late') {
      world.addLate({ name, isDelayed: fault === 'a step late', execute: effect.runLate });
      return this.#crashAt(`${name}: ${fault}`);
    }
    if (fault === 'crash before') return this.#crashAt(`${name}: ${fault}`);
    if (fault === 'lost before') {
      world.note(who, `${name}: the connection is lost before it`, 'fault');
      throw new ConnectionLostError(name, fault);
    }
    if (fault === 'pause before') await this.#pauseAt(`${name}: ${fault}`);
    const answer = fault && effect.answer(fault);
    if (answer !== undefined) {
      world.note(who, `${name}: ${fault}`, 'fault');
      return answer;
    }
    let result: R;
    try {
      result = await effect.run();
    } catch (error) {
      world.note(who, `${name}: ${errorText(error)}`);
      await this.#alive();
      throw error;
    }
    world.executed(who, name);
    if (fault === 'crash after') return this.#crashAt(`${name}: executed, then ${fault}`);
    if (fault === 'lost after') {
      world.note(who, `${name}: executed, and the connection is lost`, 'fault');
      throw new ConnectionLostError(name, fault);
    }
    if (fault === 'pause after') await this.#pauseAt(`${name}: executed, then ${fault}`);
    else
      world.note(
        who,
        `${name}: ${effect.outcome(result)}${happening === undefined ? '' : `, ${faultText(happening)}`}`,
      );
    await this.#alive();
    return result;
  }

  #crashAt(what: string): Promise<never> {
    this.#options.world.note(this.name, what, 'fault');
    this.crash();
    return new Promise(() => {});
  }

  /** Suspends the process. Resolves when it resumes. */
  async #pauseAt(what: string): Promise<void> {
    const { clock, world, name } = this.#options;
    world.note(name, what, 'fault');
    this.#manager?.pause();
    this.#paused = new Promise((resolve) => {
      clock.setTimer(PAUSE_MS, () => {
        if (this.#isCrashed) return;
        world.note(name, 'resumes');
        this.#paused = undefined;
        // Timers that are due fire before the request is sent, as in a process that resumes.
        this.#manager?.resume();
        resolve();
      });
    });
    await this.#alive();
  }

  /** Resolves while the process runs: at the end of a pause, and never after a crash. */
  async #alive(): Promise<void> {
    if (this.#isCrashed) await new Promise<never>(() => {});
    if (this.#paused === undefined) return;
    await this.#paused;
    await this.#alive();
  }

  /** Holds the watches of a kind from their next event on. Without one, the fault does not happen. */
  #hold(plural: string, fault: PlannedFault): void {
    const { clock, world } = this.#options;
    let isOver: Promise<void> | undefined;
    this.#held.set(plural, () => {
      if (isOver !== undefined) return isOver;
      world.planned.splice(world.planned.indexOf(fault), 1);
      return (isOver = new Promise((resolve) => void clock.setTimer(HOLD_MS, resolve)));
    });
  }

  #watch(plural: string, response: TransportResponse): TransportResponse {
    const alive = (): Promise<void> => this.#alive();
    const held = this.#held;
    const seen = (text: string): void => this.#options.world.detail(this.name, 'seen', text);
    const arrive = (): void => {
      const { effects, arrived } = this.#options.world;
      const last = effects.at(-1);
      if (last !== undefined) arrived.set(last, (arrived.get(last) ?? new Set()).add(plural));
    };
    async function* delivered(): AsyncGenerator<Uint8Array> {
      for await (const chunk of response.body) {
        const events = eventTexts(chunk);
        if (events.length > 0) {
          arrive();
          await held.get(plural)?.();
        }
        await alive();
        for (const event of events) seen(event);
        yield chunk;
      }
    }
    const { status, headers } = response;
    return { status, headers, body: delivered(), text: () => response.text() };
  }
}

/** What is read of the answer to a write: an object, or a Status with the details of one. */
interface WrittenContent extends Partial<KubernetesObject> {
  readonly details?: { readonly uid?: string };
  readonly items?: readonly KubernetesObject[];
}

/** How an effect is executed, and answered without being executed. */
interface EffectRun<R> {
  readonly run: () => Promise<R>;
  /** Executes it after its process has ended. */
  readonly runLate: () => Promise<unknown>;
  readonly outcome: (result: R) => string;
  readonly answer: (fault: Fault) => R | undefined;
}

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
