import { setTimeout as wait } from 'node:timers/promises';
import { createResourceClient, isNotFound, type Transport } from '@vmgen/runtime';
import { leaseResource } from '@vmgen/runtime/api';
import { waitFor } from '../support/wait-for.js';
import { machineMs } from '../support/processes/effects.js';
import type { CandidateOrder } from './candidate.js';
import type { Effects } from './effects.js';
import { findOverlaps, type Verdict } from './find-overlaps.js';
import type { Fault, Plan, Round } from './plan.js';
import { startCandidate, type Candidate, type Surroundings } from './process-group.js';

/** Where a run takes place. */
export interface Field extends Surroundings {
  readonly effects: Effects;
  /** The API server over a connection that is never cut. */
  readonly transport: Transport;
}

/** How a run went. */
export interface RunResult extends Verdict {
  readonly plan: Plan;
  /** How many processes led. */
  readonly terms: number;
  /** Why nobody led any more where somebody should; undefined when all was well. */
  readonly stalled: string | undefined;
  readonly log: readonly string[];
}

/** Much longer than an election takes: a slow machine is no failure. */
const PATIENCE_MS = 300_000;
/** So many effects show that one leads. */
const WORKING = 5;
/** How long is waited at the end for what comes late. */
const REST_MS = 500;

/** Plays one plan: three processes, faults, and what the effects' server saw of it. */
export async function runPlan(plan: Plan, field: Field): Promise<RunResult> {
  const lease = `seed-${plan.seed}`;
  const log: string[] = [];
  const candidates: Candidate[] = [];
  let stalled: string | undefined;
  try {
    for (const index of plan.candidates.keys()) {
      candidates.push(await startCandidate(plan, index, field));
      if (plan.firstLeads && index === 0) await someoneWorks(lease, field, candidates);
    }
    for (const round of plan.rounds) {
      await someoneWorks(lease, field, candidates);
      if (!plan.restarts) await everyoneKnows(lease, field, candidates);
      await wait(round.afterMs);
      await play(round, { lease, candidates, field, log });
    }
    await someoneWorks(lease, field, candidates);
    await wait(REST_MS);
  } catch (error) {
    stalled = String(error);
  } finally {
    await Promise.all(candidates.map((candidate) => candidate.process.end()));
  }
  const effects = field.effects.of(lease);
  const identities = new Set(effects.map(({ identity }) => identity));
  const verdict = findOverlaps(effects, (identity) => slackMs(plan, candidates, identity));
  log.push(...candidates.flatMap(({ process }) => process.lines));
  return { plan, ...verdict, terms: identities.size, stalled, log };
}

/** Waits for effects that were begun after now; starts all again when none is left. */
async function someoneWorks(
  lease: string,
  { effects }: Field,
  candidates: readonly Candidate[],
): Promise<void> {
  const nowMs = machineMs();
  await waitFor(`a leader of ${lease}`, PATIENCE_MS, () => {
    if (!candidates.some(({ process }) => process.isRunning))
      for (const each of candidates) each.process.restart();
    const since = effects.of(lease).filter(({ checkedMs }) => checkedMs > nowMs);
    return since.length >= WORKING ? true : undefined;
  });
}

/** Waits until each process has seen who leads: what it has not seen, it cannot wait for. */
async function everyoneKnows(
  lease: string,
  { effects }: Field,
  candidates: readonly Candidate[],
): Promise<void> {
  await waitFor(`all processes of ${lease} to see the holder`, PATIENCE_MS, () => {
    const leader = effects.of(lease).at(-1)?.identity ?? '';
    return candidates.every((each) => each.knows(leader)) ? true : undefined;
  });
}

interface Scene {
  readonly lease: string;
  readonly candidates: readonly Candidate[];
  readonly field: Field;
  readonly log: string[];
}

async function play({ victim, fault }: Round, scene: Scene): Promise<void> {
  const { lease, candidates, field } = scene;
  const leader = field.effects.of(lease).at(-1)?.identity ?? '';
  const found =
    victim === 'leader' ? candidates.find((each) => each.process.was(leader)) : candidates[victim];
  if (found === undefined) throw new Error(`no candidate called ${leader}`);
  scene.log.push(
    `${machineMs().toFixed(1)}: ${JSON.stringify(fault)} for ${found.process.identity}`,
  );
  await strike(fault, found, scene);
}

async function strike(fault: Fault, candidate: Candidate, scene: Scene): Promise<void> {
  switch (fault.do) {
    case 'cancel': {
      const order: CandidateOrder = { cancel: true };
      candidate.process.send(order);
      return;
    }
    case 'delete':
      return editLease(undefined, scene);
    case 'edit':
      return editLease(fault.spec, scene);
    default:
      return candidate.process.strike(fault, async () => {
        if ('deletesLease' in fault) await editLease(undefined, scene);
      });
  }
}

/** Changes the Lease behind everyone's back, or deletes it. */
async function editLease(spec: object | undefined, { lease, field }: Scene): Promise<void> {
  const leases = createResourceClient(field.transport, leaseResource, { namespace: 'default' });
  try {
    if (spec === undefined) await leases.delete(lease);
    else await leases.jsonPatch(lease, [{ op: 'add', path: '/spec', value: spec }]);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

/** The real time from this holder's deadline until the fastest clock of another lets it lead. */
function slackMs(plan: Plan, candidates: readonly Candidate[], identity: string): number {
  const holder = candidates.find((each) => each.process.was(identity))?.plan;
  if (holder === undefined) return 0;
  // The value in the Lease, in whole seconds.
  const promisedMs = Math.ceil(holder.leaseDurationMs / 1000) * 1000;
  const fastest = plan.candidates.reduce((most, { rate }) => Math.max(most, rate), 0);
  return promisedMs / fastest - holder.renewDeadlineMs / holder.rate;
}
