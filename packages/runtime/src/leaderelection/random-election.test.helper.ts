import { pause, type Clock } from '../async/clock.js';
import { createFakeClock } from '../testing/fake-clock.js';
import type { FakeClock } from '../testing/fake-clock.js';
import type { Transport, TransportRequest, TransportResponse } from '../transport/transport.js';
import type { ElectionTiming } from './election-timing.js';
import { createLeaderElector } from './leader-elector.js';
import type { LeaderElector } from './leader-elector.js';
import { LeaseServer } from './lease-server.test.helper.js';

const DEFAULT_TIMING = timingOf(15_000);
const LEASES_MS: readonly number[] = [1500, 15_000, 60_000, 137_000];
/**
 * The renew deadline is two thirds of the lease, so clock rates may differ by less than a factor of
 * 1.5.
 */
const ODD_RATES: readonly number[] = [0.7, 1, 1.4];
const GARBAGE: readonly (object | undefined)[] = [
  undefined,
  {},
  { holderIdentity: 'ghost', leaseDurationSeconds: 1, renewTime: 'x' },
  { holderIdentity: 'ghost', leaseDurationSeconds: 149 },
];
const PROCESSES = 3;

/** The longest lease, 149 s, and the longest pause between two attempts, 2.2 times 18.3 s. */
export const LONGEST_ELECTION_MS = 149_000 + 41_000;

type Random = () => number;

function timingOf(leaseDurationMs: number): ElectionTiming {
  return {
    leaseDurationMs,
    renewDeadlineMs: leaseDurationMs / 1.5,
    retryPeriodMs: leaseDurationMs / 7.5,
  };
}

/** The result of a random election. */
interface ElectionStory {
  /** The number of terms. */
  readonly terms: number;
  /** Descriptions of the moments at which two processes could act. */
  readonly overlaps: readonly string[];
  /** The time from the end of all faults until one process led. */
  readonly healedAfterMs: number;
}

/**
 * Simulates an election of three processes with a seed and a fake clock: late, lost and reordered
 * requests and responses, paused and killed processes, and clocks with different rates. Even seeds
 * have candidates with different durations, odd seeds have manual changes of the Lease. (The
 * election does not guarantee both together: a process that has not observed a holder cannot know
 * its duration.)
 */
export async function playElection(seed: number, steps: number): Promise<ElectionStory> {
  const story = new Story(seed);
  for (let step = 0; step < steps; step++) await story.step();
  return await story.end();
}

class Story {
  readonly #random: Random;
  readonly #clock = createFakeClock();
  readonly #server = new LeaseServer(this.#clock);
  readonly #isMixed: boolean;
  readonly #processes: Process[] = [];
  readonly #overlaps: string[] = [];
  readonly #leaders = new Set<string>();
  #born = 0;
  #noBirthUntilMs = 0;

  constructor(seed: number) {
    let state = seed * 7919 + 1;
    this.#random = () => (state = (state * 16807) % 2147483647) / 2147483647;
    this.#isMixed = seed % 2 === 0;
    for (let i = 0; i < PROCESSES; i++) this.#processes.push(this.#bear(i));
  }

  async step(): Promise<void> {
    const one = this.#pick(this.#processes);
    const roll = this.#random();
    if (roll < 0.02) one.die();
    else if (roll < 0.06) one.isPaused = true;
    else if (roll < 0.3) one.resume();
    else if (roll < 0.32) one.cancel();
    else if (roll < 0.4) one.network = randomFaults(this.#random);
    else if (roll < 0.6) one.network = NO_FAULTS;
    else if (roll < 0.64 && !this.#isMixed) this.#edit();
    await this.#clock.advance(this.#random() ** 3 * 20_000);
    this.#bury();
  }

  /** Ends all faults. Then one process must lead soon. */
  async end(): Promise<ElectionStory> {
    for (const each of this.#processes) each.resume();
    for (const each of this.#processes) each.network = NO_FAULTS;
    const calmMs = this.#clock.nowMs();
    while (this.#acting().length === 0 && this.#clock.nowMs() < calmMs + 300_000) {
      await this.#clock.advance(500);
      this.#bury();
    }
    const healedAfterMs = this.#clock.nowMs() - calmMs;
    for (const each of this.#processes) each.die();
    return { terms: this.#leaders.size, overlaps: this.#overlaps, healedAfterMs };
  }

  /**
   * Called whenever a process starts or continues to act, because only then can there be a second
   * one.
   */
  #checkOverlap(): void {
    const names = this.#acting().map(({ identity }) => identity);
    for (const name of names) this.#leaders.add(name);
    if (names.length > 1) this.#overlaps.push(`${this.#clock.nowMs()} ms: ${names.join(' and ')}`);
  }

  #acting(): Process[] {
    return this.#processes.filter((each) => each.canAct);
  }

  /** Changes the Lease manually while all processes know the holder. */
  #edit(): void {
    const { holder = '' } = this.#server;
    if (holder === '' || !this.#processes.every((each) => each.knows(holder))) return;
    this.#server.edit(this.#pick(GARBAGE));
    this.#noBirthUntilMs = this.#clock.nowMs() + 2 * DEFAULT_TIMING.leaseDurationMs;
  }

  /** Starts new processes for those that have ended. */
  #bury(): void {
    if (this.#clock.nowMs() < this.#noBirthUntilMs) return;
    for (const [i, each] of this.#processes.entries()) {
      if (each.hasEnded) this.#processes[i] = this.#bear(i);
    }
  }

  #bear(index: number): Process {
    const timing = this.#isMixed ? timingOf(this.#pick(LEASES_MS)) : DEFAULT_TIMING;
    return new Process({
      identity: `p${this.#born++}`,
      base: this.#clock,
      server: this.#server,
      rate: index === 0 ? this.#pick(ODD_RATES) : 1,
      timing,
      random: this.#random,
      onActing: () => this.#checkOverlap(),
    });
  }

  #pick<T>(choices: readonly T[]): T {
    return choices[Math.floor(this.#random() * choices.length)]!;
  }
}

/** The faults of a request and its response. */
interface Faults {
  readonly requestMs: number;
  readonly answerMs: number;
  readonly lostRequests: number;
  readonly lostAnswers: number;
}

const NO_FAULTS: Faults = { requestMs: 0, answerMs: 0, lostRequests: 0, lostAnswers: 0 };

function randomFaults(random: Random): Faults {
  const roll = random();
  if (roll < 0.3) return { ...NO_FAULTS, lostRequests: 1 };
  if (roll < 0.5) return { ...NO_FAULTS, lostAnswers: 1 };
  const late = { requestMs: random() ** 2 * 20_000, answerMs: random() ** 2 * 20_000 };
  return { ...late, lostRequests: random() ** 3, lostAnswers: random() ** 3 };
}

interface ProcessOptions {
  readonly identity: string;
  readonly base: FakeClock;
  readonly server: LeaseServer;
  readonly rate: number;
  readonly timing: ElectionTiming;
  readonly random: Random;
  readonly onActing: () => void;
}

/** One process: its clock, its network, and whether it is running. */
class Process {
  readonly identity: string;
  network = NO_FAULTS;
  isPaused = false;
  hasEnded = false;
  readonly #options: ProcessOptions;
  readonly #elector: LeaderElector;
  readonly #ending = new AbortController();
  /** The callbacks that were delayed because the process was paused. */
  readonly #backlog: (() => void)[] = [];

  constructor(options: ProcessOptions) {
    this.#options = options;
    this.identity = options.identity;
    const inner = options.server.connect().transport;
    this.#elector = createLeaderElector(
      { request: (request) => this.#travel(request, inner) },
      {
        ...options.timing,
        leaseName: 'lock',
        leaseNamespace: 'ns',
        identity: options.identity,
        clock: this.#clock(),
        random: options.random,
        releaseOnCancel: true,
        signal: this.#ending.signal,
        callbacks: {
          onStartedLeading: ({ signal }) => {
            // The elector has its term only after this returns.
            queueMicrotask(options.onActing);
            return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
          },
        },
      },
    );
    void this.#elector.run().finally(() => (this.hasEnded = true));
  }

  /** Whether it is running and its check would allow an effect. */
  get canAct(): boolean {
    return !this.isPaused && !this.hasEnded && this.#elector.isLeader;
  }

  /** Whether it has observed this holder or has ended. */
  knows(holder: string): boolean {
    return this.hasEnded || this.#elector.holder === holder;
  }

  cancel(): void {
    this.#ending.abort();
  }

  resume(): void {
    if (this.hasEnded) return;
    this.isPaused = false;
    // Before its timers have fired, which is the case that its checks cover.
    this.#options.onActing();
    for (const callback of this.#backlog.splice(0)) callback();
  }

  /** Ends the process as by SIGKILL. */
  die(): void {
    this.isPaused = true;
    this.hasEnded = true;
  }

  #clock(): Clock {
    const { base, rate } = this.#options;
    return {
      nowMs: () => base.nowMs() * rate,
      date: () => base.date(),
      setTimer: (delayMs, callback) =>
        base.setTimer(delayMs / rate, () => this.#whenRunning(callback)),
    };
  }

  #whenRunning(callback: () => void): void {
    if (this.isPaused) this.#backlog.push(callback);
    else callback();
  }

  /** The network delivers requests late, even if their sender has ended. */
  async #travel(request: TransportRequest, inner: Transport): Promise<TransportResponse> {
    const { base, random } = this.#options;
    const { requestMs, answerMs, lostRequests, lostAnswers } = this.network;
    const { signal, ...unsigned } = request;
    const isLost = random() < lostRequests;
    const isAnswerLost = random() < lostAnswers;
    const [outMs, backMs] = [random() * requestMs, random() * answerMs];
    if (outMs > 0) await pause(base, outMs);
    if (isLost) return await new Promise(() => {});
    const answer = await inner.request(unsigned);
    if (isAnswerLost) return await new Promise(() => {});
    if (backMs > 0) await pause(base, backMs);
    await new Promise<void>((resolve) => this.#whenRunning(resolve));
    signal?.throwIfAborted();
    return answer;
  }
}
