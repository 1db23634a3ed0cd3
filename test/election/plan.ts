import type { ProcessFault } from '../support/processes/gated-process.js';
import { pick, seeded, type Draw } from '../support/seeded.js';

/** How much faster all goes than by the durations that people use (15, 10 and 2 s). */
const SCALE = 15;

/** How one process takes part. */
export interface CandidatePlan {
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
  /** How fast its clock runs. */
  readonly rate: number;
  readonly watchdog: boolean;
  /** Whose leader election it runs: ours when left out. client-go's knows neither rate nor watchdog. */
  readonly runs?: 'client-go';
}

/** What happens to one process, to its connection to the API server, or to the Lease. */
export type Fault =
  | ProcessFault
  /** The Lease is deleted while its holder, cut off, cannot see it. */
  | (Extract<ProcessFault, { do: 'cut' }> & { readonly deletesLease?: boolean })
  | { readonly do: 'cancel' | 'delete' }
  | { readonly do: 'edit'; readonly spec: object };

/** One fault after the other, each when there is a leader again. */
export interface Round {
  readonly afterMs: number;
  /** Mostly the leader; a number is one of the candidates. */
  readonly victim: 'leader' | number;
  readonly fault: Fault;
}

/** All that a seed decides. */
export interface Plan {
  readonly seed: number;
  readonly kind: string;
  readonly candidates: readonly CandidatePlan[];
  readonly rounds: readonly Round[];
  /**
   * Whether a process that ends is started again while others run. Not where the Lease is deleted: who
   * has never seen it cannot know of its holder, which the election does not promise.
   */
  readonly restarts: boolean;
  /** Whether the first candidate leads before the others are started. */
  readonly firstLeads?: boolean;
}

const CANDIDATES = 3;
const ROUNDS = 2;

const seconds = (s: number): number => Math.round((s * 1000) / SCALE);

const GARBAGE: readonly object[] = [
  {},
  { holderIdentity: '' },
  { holderIdentity: 'ghost', leaseDurationSeconds: 1, renewTime: '1999-01-01T00:00:00.000000Z' },
  { holderIdentity: 'ghost', leaseDurationSeconds: 5, leaseTransitions: 7 },
];

const stop = (s: number) => (): Fault => ({ do: 'stop', ms: seconds(s) });
const block = (): Fault => ({ do: 'block', ms: seconds(20) });
const cut =
  (direction: 'both' | 'requests' | 'answers', isDelivered: boolean) =>
  (random: Draw): Fault => ({ do: 'cut', ms: seconds(8 + 30 * random()), direction, isDelivered });
const delay = (random: Draw): Fault => ({
  do: 'delay',
  ms: seconds(40),
  answersMs: seconds(Math.floor(random() * 11)),
});
const simply = (what: 'kill' | 'cancel' | 'delete') => (): Fault => ({ do: what });
const edit = (random: Draw): Fault => ({ do: 'edit', spec: pick(GARBAGE, random()) });

/** What may go with another clock or other durations. */
const ANY: readonly ((random: Draw) => Fault)[] = [
  simply('kill'),
  stop(16),
  block,
  cut('both', true),
  cut('answers', false),
  delay,
];
const any = (random: Draw): Fault => pick(ANY, random())(random);

/** What a leader of client-go survives: it does not check its term before an effect. */
const ANY_FOR_GO: readonly ((random: Draw) => Fault)[] = [
  simply('kill'),
  cut('both', true),
  cut('both', false),
  cut('answers', false),
];
const anyForGo = (random: Draw): Fault => pick(ANY_FOR_GO, random())(random);

/**
 * client-go acts for its retry period and its renew deadline after a renewal, so that a request may
 * take 3 s before it breaks its own promise.
 */
const GO_CANDIDATE: CandidatePlan = {
  ...{ leaseDurationMs: 10_000, renewDeadlineMs: 6_000, retryPeriodMs: 1_000 },
  ...{ rate: 1, watchdog: false, runs: 'client-go' },
};

interface Kind {
  readonly fault: (random: Draw) => Fault;
  readonly watchdog?: boolean;
  readonly rates?: readonly number[];
  readonly isMixed?: boolean;
  readonly restarts?: boolean;
  /** The first candidate is client-go's. */
  readonly isBesideGo?: boolean;
}

/** By their names; every seed is of one kind, in turn. */
const KINDS: Readonly<Record<string, Kind>> = {
  SIGKILL: { fault: simply('kill') },
  'SIGSTOP 5 s': { fault: stop(5) },
  'SIGSTOP 14 s': { fault: stop(14) },
  'SIGSTOP 16 s': { fault: stop(16) },
  'SIGSTOP 60 s': { fault: stop(60) },
  'blocked loop': { fault: block, watchdog: false },
  'blocked loop, watchdog': { fault: block, watchdog: true },
  cut: { fault: cut('both', false) },
  'cut, delivered late': { fault: cut('both', true) },
  'requests cut': { fault: cut('requests', true) },
  'answers cut': { fault: cut('answers', true) },
  'answers 0 to 10 s late': { fault: delay },
  'slow clock': { fault: any, rates: [0.7, 1, 1] },
  'fast clock': { fault: any, rates: [1.4, 1, 1] },
  'Lease deleted': { fault: simply('delete'), restarts: false },
  'Lease deleted, leader cut': {
    fault: (random) => ({
      ...{ do: 'cut', ms: seconds(20 + 10 * random()), direction: 'both' },
      ...{ isDelivered: random() < 0.5, deletesLease: true },
    }),
    restarts: false,
  },
  'Lease garbage': { fault: edit, restarts: false },
  'mixed durations': { fault: any, isMixed: true },
  released: { fault: simply('cancel') },
  'beside client-go': { fault: anyForGo, isBesideGo: true },
};

const DEFAULTS: CandidatePlan = {
  ...{ leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 },
  ...{ rate: 1, watchdog: true },
};

/**
 * A live leader of client-go with OpenShift's durations beside two of ours with the defaults, none of
 * them scaled: it keeps its lease between its renewals, and the lease is free 137 s after its death.
 */
export const OPENSHIFT: Plan = {
  seed: -1,
  kind: "OpenShift's leader",
  candidates: [
    {
      ...{ leaseDurationMs: 137_000, renewDeadlineMs: 107_000, retryPeriodMs: 26_000 },
      ...{ rate: 1, watchdog: false, runs: 'client-go' },
    },
    DEFAULTS,
    DEFAULTS,
  ],
  rounds: [{ afterMs: 60_000, victim: 'leader', fault: { do: 'kill' } }],
  restarts: true,
  firstLeads: true,
};

/** The plan of a seed; `hasGo` where candidates of client-go can take part. */
export function planOf(seed: number, hasGo: boolean): Plan {
  const random = seeded(seed);
  const names = Object.keys(KINDS).filter((name) => hasGo || !KINDS[name]?.isBesideGo);
  const name = names[seed % names.length] ?? '';
  const kind: Kind = KINDS[name] ?? { fault: any };
  return {
    seed,
    kind: name,
    candidates: Array.from({ length: CANDIDATES }, (_, index) => candidateOf(kind, index, random)),
    rounds: Array.from({ length: ROUNDS }, () => roundOf(kind, random)),
    restarts: kind.restarts ?? true,
  };
}

function roundOf(kind: Kind, random: Draw): Round {
  const isLeader = random() < 0.8;
  return {
    afterMs: Math.round(random() * 400),
    victim: isLeader ? 'leader' : Math.floor(random() * CANDIDATES),
    fault: kind.fault(random),
  };
}

function candidateOf(kind: Kind, index: number, random: Draw): CandidatePlan {
  if (kind.isBesideGo && index === 0) return GO_CANDIDATE;
  const leaseMs = seconds(15) * (kind.isMixed ? pick([1, 3, 12], random()) : 1);
  return {
    leaseDurationMs: leaseMs,
    renewDeadlineMs: Math.round(leaseMs / 1.5),
    retryPeriodMs: seconds(2),
    rate: kind.rates?.[index] ?? 1,
    watchdog: kind.watchdog ?? random() < 0.5,
  };
}
