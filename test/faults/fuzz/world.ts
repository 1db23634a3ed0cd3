import { createFakeClock, type FakeClock } from '@vmgen/runtime/testing';
import { bookmarkLine, ModelServer } from '../model/model-server.js';
import { WIDGET_API_VERSION } from '../model/widget.js';
import type { Snapshot } from '../model/widget-store.js';
import { statusText } from '../model/byte-stream.js';
import { pick, seeded, type Draw } from '../../support/seeded.js';
import { differenceOf, wrongInside } from './check.js';
import { CUTS, REQUEST_FAULTS } from './faulty-network.js';
import type { Operation, Plan, Step } from './plan.js';
import { Subject, type SubjectOptions } from './subject.js';
import { MANNERS } from './witness.js';

/** The failure of a run. */
export interface Failure {
  /** The step of the plan after which it failed. */
  readonly step: number;
  readonly problem: string;
}

/** The figures of a successful run. */
export interface Figures {
  /** The longest time that the informers took to converge after the end of the faults. */
  readonly longestHealMs: number;
  readonly checks: number;
}

type Outcome =
  { readonly failure: Failure } | { readonly failure: undefined; readonly figures: Figures };

const NAMESPACES = ['n1', 'n2', 'n3'];
const NAMES = 9;
const COLORS = ['red', 'green', 'blue'];
const TIERS = ['gold', 'tin'];
/** The number of steps between two checks. */
const CHECK_EVERY = 250;
/** A silent watch is detected after one or two minutes, and a retry delay is at most 30 s. */
const HEAL_WITHIN_MS = 180_000;

const SUBJECTS: readonly SubjectOptions[] = [
  { name: 'all' },
  { name: 'in pages of 4', pageSize: 4, freezeObjects: true },
  { name: 'by label', labelSelector: 'tier=gold' },
  { name: 'one namespace', namespace: 'n2', pageSize: 3 },
];

/** Runs a plan to its end or its first failure. Deterministic for the same seed and plan. */
export async function runPlan(seed: number, plan: Plan): Promise<Outcome> {
  const world = new World(seed);
  try {
    return await world.run(plan);
  } finally {
    await world.stop();
  }
}

class World {
  readonly #clock: FakeClock = createFakeClock();
  readonly #server: ModelServer;
  readonly #random: Draw;
  readonly #subjects: readonly Subject[];
  readonly #snapshots: Snapshot[] = [];
  #problem: string | undefined;
  #longestHealMs = 0;
  #checks = 0;

  constructor(seed: number) {
    this.#random = seeded(seed ^ 0x5eed);
    const isOften = (): boolean => this.#random() < 0.5;
    this.#server = new ModelServer(this.#clock, {
      streamsLists: isOften(),
      reportsExpiryInStream: isOften(),
      bookmarksAll: isOften(),
    });
    const parts = {
      server: this.#server,
      clock: this.#clock,
      random: this.#random,
      reportProblem: (problem: string) => void (this.#problem ??= problem),
    };
    this.#subjects = SUBJECTS.map((options) => new Subject(options, parts));
  }

  async run(plan: Plan): Promise<Outcome> {
    for (const [step, each] of plan.entries()) {
      await this.#take(each);
      if ((step + 1) % CHECK_EVERY === 0 || step === plan.length - 1) await this.#check();
      if (this.#problem !== undefined) return { failure: { step, problem: this.#problem } };
    }
    await this.stop();
    if (this.#problem !== undefined) {
      return { failure: { step: plan.length - 1, problem: this.#problem } };
    }
    return {
      failure: undefined,
      figures: { longestHealMs: this.#longestHealMs, checks: this.#checks },
    };
  }

  /** Ends everything. No timers or watches may remain. */
  async stop(): Promise<void> {
    await this.#end(this.#subjects);
    this.#server.stop();
    await this.#clock.advance(0);
    const left = { timers: this.#clock.pendingTimers, watches: this.#server.openWatches };
    if (left.timers > 0 || left.watches > 0) {
      this.#problem ??= `${left.timers} timers and ${left.watches} watches remain after the end`;
    }
  }

  async #end(subjects: readonly Subject[]): Promise<void> {
    const ending = { isOver: false };
    const ended = Promise.all(subjects.map((subject) => subject.stop())).then(() => {
      ending.isOver = true;
    });
    for (let turn = 0; turn < 100 && !ending.isOver; turn++) {
      await this.#clock.advance(turn === 0 ? 0 : 50);
    }
    if (ending.isOver) await ended;
    else this.#problem ??= 'an informer did not stop';
  }

  async #take({ operation, rolls }: Step): Promise<void> {
    const [a, b, c] = rolls;
    const subject = pick(this.#subjects, a);
    const acts: Record<Operation, () => void | Promise<void>> = {
      write: () => this.#write(a, b, c),
      relabel: () => this.#server.store.update(keyAt(a, b), { labels: labelsAt(c) }),
      recreate: () => this.#recreate(a, b, c),
      finalize: () => {
        const finalizers = c < 0.5 ? ['faults.vmgen.io/hold'] : [];
        this.#server.store.update(keyAt(a, b), { finalizers });
      },
      burst: () => {
        for (let i = 0; i < 30; i++) this.#write((a + i * 0.37) % 1, (b + i * 0.11) % 1, c);
      },
      cut: () => {
        const how = pick(CUTS, b);
        const hit = c < 0.2 ? this.#subjects : [subject];
        for (const { network } of hit) network.cut(how);
      },
      fail: () => subject.network.arm(pick(REQUEST_FAULTS, b), 1 + Math.floor(c * 4)),
      inject: () => subject.network.inject(this.#strangeLine(b, c)),
      replay: () => subject.network.replay(b),
      bookmark: () => this.#server.bookmark(),
      compact: () => this.#server.compact(),
      restart: () => {
        this.#server.endWatches();
        for (const { network } of this.#subjects) network.arm('refused', 1 + Math.floor(b * 3));
      },
      snapshot: () => {
        this.#snapshots.push(this.#server.store.snapshot());
        if (this.#snapshots.length > 4) this.#snapshots.shift();
      },
      restore: () => {
        if (this.#snapshots.length > 0) this.#server.restore(pick(this.#snapshots, b));
      },
      addHandler: () => {
        if (subject.witnesses.length < 5) subject.addHandler(pick(MANNERS, b));
      },
      removeHandler: () => subject.removeHandler(b),
      renew: async () => {
        await this.#end([subject]);
        subject.renew();
      },
      pass: () => this.#clock.advance(c > 0.97 ? 70_000 : b * b * 4000),
    };
    await acts[operation]();
  }

  #write(a: number, b: number, c: number): void {
    const { store } = this.#server;
    const key = keyAt(a, b);
    if (!store.objects.has(key)) {
      store.create({ ...namesAt(a, b), spec: specAt(c, store.version), labels: labelsAt(c) });
    } else if (c < 0.3) store.delete(key);
    else store.update(key, { spec: specAt(c, store.version) });
  }

  #recreate(a: number, b: number, c: number): void {
    const { store } = this.#server;
    const key = keyAt(a, b);
    store.update(key, { finalizers: [] });
    store.delete(key);
    if (store.objects.has(key)) return;
    store.create({ ...namesAt(a, b), spec: specAt(c, store.version), labels: labelsAt(c) });
  }

  /** Invalid lines that faulty servers send. */
  #strangeLine(roll: number, which: number): string {
    const [object] = this.#server.store.objects.values();
    const text = JSON.stringify(object ?? {});
    const lines = [
      'no JSON at all\n',
      '\n\n',
      'null\n',
      '[]\n',
      '{"type":"ADDED"}\n',
      '{"type":"ADDED","object":null}\n',
      '{"type":"MODIFIED","object":{"kind":"Widget","metadata":{}}}\n',
      `{"type":"UNKNOWN","object":${text}}\n`,
      `{"type":"DELETED","object":${text.replace('"Widget"', '"Gadget"')}}\n`,
      `{"type":"ADDED","object":{"kind":"Gadget","apiVersion":"${WIDGET_API_VERSION}","metadata":{"name":"w1","namespace":"n1","resourceVersion":"99999"}}}\n`,
      `{"type":"ERROR","object":${statusText(410, 'Expired')}}\n`,
      `{"type":"ERROR","object":${statusText(500, 'InternalError')}}\n`,
      '{"type":"ERROR","object":{}}\n',
      bookmarkLine('garbage'),
      bookmarkLine(''),
      bookmarkLine(1),
      bookmarkLine('9'.repeat(20)),
      '{"type":"BOOKMARK","object":{"metadata":{}}}\n',
      '{"type":"BOOKMARK","object":{}}\n',
      '{"type":"ADDED","object":{"kind":"Widg',
    ];
    return pick(lines, which < 0.5 ? roll : (roll * 7.3) % 1);
  }

  /** Ends all faults and checks that all informers converge to the state of the server. */
  async #check(): Promise<void> {
    this.#checks++;
    for (const { network } of this.#subjects) network.heal();
    const startMs = this.#clock.nowMs();
    let difference = this.#difference();
    while (difference !== undefined && this.#clock.nowMs() - startMs < HEAL_WITHIN_MS) {
      this.#relistWhatCannotKnow();
      await this.#clock.advance(1000);
      difference = this.#difference();
    }
    this.#longestHealMs = Math.max(this.#longestHealMs, this.#clock.nowMs() - startMs);
    this.#problem ??= difference && `not converged within ${HEAL_WITHIN_MS} ms: ${difference}`;
    for (const subject of this.#subjects) this.#problem ??= wrongInside(subject);
    const timers = this.#clock.pendingTimers;
    if (timers > 10 * this.#subjects.length) this.#problem ??= `${timers} timers wait`;
  }

  /**
   * An informer that watches from a version that was assigned twice can detect this only by a list.
   */
  #relistWhatCannotKnow(): void {
    if (!this.#subjects.some(({ network }) => network.missesRestore)) return;
    this.#server.store.moveOn();
    this.#server.compact();
    this.#server.endWatches();
  }

  #difference(): string | undefined {
    for (const subject of this.#subjects) {
      const { network, options } = subject;
      if (network.missesRestore) return `${options.name} cannot detect the restore`;
      const difference = differenceOf(subject);
      if (difference !== undefined) return difference;
      if (network.openStreams !== 1) return `${options.name} has ${network.openStreams} watches`;
    }
    const { openWatches } = this.#server;
    if (openWatches === this.#subjects.length) return undefined;
    return `the server has ${openWatches} watches of ${this.#subjects.length} informers`;
  }
}

function namesAt(a: number, b: number): { readonly namespace: string; readonly name: string } {
  return { namespace: pick(NAMESPACES, (a * 7.7) % 1), name: `w${Math.floor(b * NAMES)}` };
}

function keyAt(a: number, b: number): string {
  const { namespace, name } = namesAt(a, b);
  return `${namespace}/${name}`;
}

function specAt(c: number, size: number): { readonly color: string; readonly size: number } {
  return { color: pick(COLORS, (c * 3.3) % 1), size };
}

function labelsAt(c: number): Record<string, string> {
  return { tier: pick(TIERS, (c * 9.1) % 1), owner: `o${Math.floor(c * 5)}` };
}
