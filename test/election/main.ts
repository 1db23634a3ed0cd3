import { writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { startEffectServer } from '../support/processes/effects.js';
import { summarize } from '../support/summarize.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { Effects, type EffectRequest } from './effects.js';
import { goCandidate } from './go-candidate.js';
import { OPENSHIFT, planOf } from './plan.js';
import { runPlan, type Field, type RunResult } from './run-plan.js';

/**
 * Elections among real processes under faults: whatever happens, no two of them act at once. Usage:
 * npm run suite election [-- RUNS [FIRST_SEED]]; 50 runs from seed 1 when left out. The exit code is 0
 * when all was well, 1 when not, 2 for wrong usage. A run that failed leaves its log behind, and its
 * seed belongs into `KEPT`.
 */
const [runs = 50, firstSeed = 1] = process.argv.slice(2).map(Number);

/** Seeds that failed once: they run every time. */
const KEPT: readonly number[] = [];

/** Most of a run is waiting. */
const AT_ONCE = availableParallelism() * 3;

if (!(Number.isInteger(runs) && runs > 0 && Number.isInteger(firstSeed) && firstSeed >= 0)) {
  console.error('usage: npm run suite election [-- RUNS [FIRST_SEED]]');
  process.exit(2);
}

const goProgram = goCandidate();
await using folder = await temporaryFolder('election');
const server = createApiServer();
const running = await startHttpsServer(server);
const effects = new Effects();
const effectServer = await startEffectServer<EffectRequest>((...sent) => effects.carryOut(...sent));
const field: Field = {
  kubeconfig: running.kubeconfig(),
  serverPort: running.port,
  effectsPort: effectServer.port,
  folder: folder.path,
  goProgram,
  effects,
  transport: server.transport,
};
const startMs = performance.now();
const seeds = [...KEPT, ...Array.from({ length: runs }, (_, i) => firstSeed + i)];
const plans = seeds.map((seed) => planOf(seed, goProgram !== undefined));
// The longest comes first.
if (goProgram !== undefined) plans.unshift(OPENSHIFT);
const results: RunResult[] = [];
const waiting = plans.values();
try {
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const plan of waiting) results.push(await reportFailure(await runPlan(plan, field)));
    }),
  );
} finally {
  effectServer.close();
  await running.close();
}
printTable();
const failed = results.filter(isBad).length;
const skips = goProgram === undefined ? { skipped: 1, why: 'no go: none beside client-go' } : {};
summarize('election', { passed: results.length - failed, failed, startMs, ...skips });
process.exitCode = failed > 0 ? 1 : 0;

function isBad({ overlaps, stalled }: RunResult): boolean {
  return overlaps.length > 0 || stalled !== undefined;
}

async function reportFailure(result: RunResult): Promise<RunResult> {
  if (!isBad(result)) return result;
  const { plan, overlaps, stalled } = result;
  const file = path.join(tmpdir(), `vmgen-election-seed-${plan.seed}.json`);
  await writeFile(
    file,
    JSON.stringify({ ...result, effects: effects.of(`seed-${plan.seed}`) }, undefined, 2),
  );
  console.log(`✖ seed ${plan.seed} (${plan.kind}): ${stalled ?? overlaps[0] ?? ''}; see ${file}`);
  return result;
}

function printTable(): void {
  console.log(row(['', 'runs', 'terms', 'effects', 'late', 'overlaps', 'stalled']));
  for (const kind of [...new Set(results.map(({ plan }) => plan.kind))].sort()) {
    console.log(row([kind, ...sumsOf(results.filter(({ plan }) => plan.kind === kind))]));
  }
  console.log(row(['all', ...sumsOf(results)]));
  console.log(`${Math.round((performance.now() - startMs) / 1000)} s`);
}

function sumsOf(of: readonly RunResult[]): string[] {
  const sum = (figure: (result: RunResult) => number): string =>
    String(of.reduce((total, result) => total + figure(result), 0));
  return [
    String(of.length),
    sum(({ terms }) => terms),
    sum(({ counted }) => counted),
    sum(({ late }) => late),
    sum(({ overlaps }) => overlaps.length),
    sum(({ stalled }) => (stalled === undefined ? 0 : 1)),
  ];
}

function row([name = '', ...cells]: readonly string[]): string {
  return (name.padEnd(26) + cells.map((cell) => cell.padStart(10)).join('')).trimEnd();
}
