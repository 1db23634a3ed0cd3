import { spawn, type ChildProcess } from 'node:child_process';
import { GatedProcess, type GatedServer } from '../support/processes/gated-process.js';
import { forkWorker } from '../support/processes/worker.js';
import type { CandidateConfig, CandidateNews } from './candidate.js';
import type { CandidatePlan, Plan } from './plan.js';

/** What all processes of a run share. */
export interface Surroundings extends GatedServer {
  readonly effectsPort: number;
  /** The program of candidates of client-go; undefined where there is no `go`. */
  readonly goProgram: string | undefined;
}

/** A participant of an election. */
export interface Candidate {
  readonly plan: CandidatePlan;
  readonly process: GatedProcess;
  /** Whether its process has seen this holder or has ended. */
  knows(holder: string): boolean;
}

export async function startCandidate(
  plan: Plan,
  index: number,
  around: Surroundings,
): Promise<Candidate> {
  const own = plan.candidates[index];
  if (own === undefined) throw new Error(`no candidate ${index}`);
  const leaseName = `seed-${plan.seed}`;
  let seenHolder = '';
  const process = await GatedProcess.start(around, {
    name: `${leaseName}-${String.fromCharCode('a'.charCodeAt(0) + index)}`,
    restarts: plan.restarts,
    start(given) {
      const { effectsPort, goProgram } = around;
      seenHolder = '';
      const child = startProcess({ ...own, ...given, leaseName, effectsPort }, goProgram);
      child.on('message', ({ holder }: CandidateNews) => (seenHolder = holder));
      return child;
    },
  });
  return {
    plan: own,
    process,
    knows: (holder) => seenHolder === holder || !process.isRunning,
  };
}

function startProcess(config: CandidateConfig, goProgram: string | undefined): ChildProcess {
  if (config.runs === undefined) {
    return forkWorker(new URL('candidate.js', import.meta.url), config, { hidesErrors: true });
  }
  if (goProgram === undefined) throw new Error('a candidate of client-go needs go');
  return spawn(goProgram, [JSON.stringify(config)], { stdio: ['pipe', 'ignore', 'pipe'] });
}
