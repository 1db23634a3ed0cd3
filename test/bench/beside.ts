import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startEnvtest, type Envtest } from '@vmgen/apiserver/envtest';
import { startBenchChild, type BenchChild } from './bench-child.js';
import { median } from './measure.js';
import type { Load, LoadResult } from './beside-load.js';

const DEFAULT_OBJECTS = 100_000;

/** The servers take turns, so that other load on the machine meets all of them. */
const ROUNDS = 5;
/** How long a server runs without load before its turn, to finish the work of its last turn. */
const SETTLE_MS = 500;
const GETS = 10_000;
const LISTS = 2;
const WATCHED = 500;
const LOAD_WITHIN_MS = 300_000;

/** How many times the real pair's rate the embedded server's shall be. */
const GOALS: Readonly<Record<Load['phase'], number | undefined>> = {
  create: 5,
  get: undefined,
  list: 1.5,
  watch: 1.5,
};

const NAMES: Readonly<Record<Load['phase'], string>> = {
  create: 'creates, 16 connections, /s',
  get: 'gets, 16 connections, /s',
  list: 'list of all, objects/s',
  watch: 'events to 100 watchers, /s',
};

const BARE = 'the same by a bare node:https server';

/** One of the servers that are compared. */
interface Subject {
  readonly port: number;
  readonly token: string;
  /** Its processes, whose memory and CPU time count together. */
  readonly pids: readonly number[];
}

/** Load on one subject: what was done, and what it cost. */
interface Outcome {
  readonly rate: number;
  /** CPU time of the server's processes for each thing done, in seconds; NaN where it is unknown. */
  readonly cpu: number;
}

/**
 * Compares the embedded server with kube-apiserver and etcd over HTTPS. The goals are on the ratio of
 * the medians of the rates. While one server is measured, the others are stopped: their background
 * work, such as garbage collection and the writes of etcd, would take processor time from it.
 *
 * @param objects how many objects are created
 */
export async function benchBeside(
  print: (line: string) => void,
  objects = DEFAULT_OBJECTS,
): Promise<void> {
  if (process.env['KUBEBUILDER_ASSETS'] === undefined) {
    print(
      'beside kube-apiserver and etcd: skipped: KUBEBUILDER_ASSETS is not set; set it to the output of npx vmgen-envtest',
    );
    return;
  }
  print('SIGSTOP suspends the other servers while one is measured');
  print(`${objects} ConfigMaps`.padEnd(36) + 'embedded    real   ratio  CPU ratio');
  const controlPlane = await startEnvtest();
  const { certificate, key } = controlPlane.serving;
  const started: BenchChild[] = [];
  try {
    const embedded = await startBenchChild('beside-server.js');
    started.push(embedded);
    const bare = await startBenchChild('bare-server.js', certificate, key);
    started.push(bare);
    await compare(print, { embedded, real: realSubject(controlPlane), bare }, objects);
  } finally {
    signal(started, 'SIGCONT');
    for (const child of started) child[Symbol.dispose]();
    await controlPlane.stop();
  }
}

interface Subjects {
  readonly embedded: Subject;
  readonly real: Subject;
  /** A server that does next to nothing: what is left for an embedded server to gain. */
  readonly bare: Subject;
}

async function compare(
  print: (line: string) => void,
  { embedded, real, bare }: Subjects,
  objects: number,
): Promise<void> {
  const each = Math.ceil(objects / ROUNDS);
  const all = [embedded, real, bare];
  const loads: readonly (readonly [
    phase: Load['phase'],
    of: (round: number) => [number, number],
  ])[] = [
    ['create', (round) => [round * each, each]],
    ['get', (round) => [round * each, Math.min(GETS, each)]],
    ['list', () => [ROUNDS * each, LISTS]],
    ['watch', (round) => [ROUNDS * each + round * WATCHED, WATCHED]],
  ];
  for (const [phase, of] of loads) {
    const measured = [embedded, real, ...(phase === 'create' ? [bare] : [])].map((subject) => ({
      subject,
      outcomes: [] as Outcome[],
    }));
    for (let round = 0; round < ROUNDS; round++) {
      const [from, count] = of(round);
      for (const { subject, outcomes } of measured) {
        signal(
          all.filter((other) => other !== subject),
          'SIGSTOP',
        );
        signal([subject], 'SIGCONT');
        await sleep(SETTLE_MS);
        outcomes.push(await run(subject, phase, from, count));
      }
    }
    const [ours, theirs, least] = measured.map(({ outcomes }) => middleOf(outcomes));
    if (ours === undefined || theirs === undefined) throw new Error('nothing was measured');
    printRow(print, NAMES[phase], ours.rate, theirs.rate, theirs.cpu / ours.cpu, GOALS[phase]);
    if (least !== undefined) {
      printRow(print, BARE, least.rate, theirs.rate, theirs.cpu / least.cpu);
      printRow(print, 'memory after that, MB', memory(embedded), memory(real));
    }
  }
}

/** The medians of what was measured. */
function middleOf(outcomes: readonly Outcome[]): Outcome {
  return {
    rate: median(outcomes.map(({ rate }) => rate)),
    cpu: median(outcomes.map(({ cpu }) => cpu)),
  };
}

function printRow(
  print: (line: string) => void,
  name: string,
  ours: number,
  theirs: number,
  cpuRatio?: number,
  goal?: number,
): void {
  const ratio = ours / theirs;
  const cells = [ours.toFixed(0), theirs.toFixed(0), ratio.toFixed(2), cpuRatio?.toFixed(2) ?? ''];
  const verdict = goal === undefined ? '' : `  >= ${goal} ${ratio >= goal ? 'met' : 'missed'}`;
  print(`${name.padEnd(36)}${cells.map((cell) => cell.padStart(8)).join('')}${verdict}`);
}

async function run(
  { port, token, pids }: Subject,
  phase: Load['phase'],
  from: number,
  count: number,
): Promise<Outcome> {
  const load: Load = { port, token, phase, from, count };
  const script = fileURLToPath(new URL('beside-load.js', import.meta.url));
  const before = cpuSeconds(pids);
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(load)], {
    timeout: LOAD_WITHIN_MS,
  });
  const { seconds, done } = JSON.parse(stdout) as LoadResult;
  return { rate: done / seconds, cpu: (cpuSeconds(pids) - before) / done };
}

function signal(subjects: readonly Subject[], name: NodeJS.Signals): void {
  for (const pid of subjects.flatMap(({ pids }) => pids)) process.kill(pid, name);
}

function realSubject(controlPlane: Envtest): Subject {
  const config = JSON.parse(readFileSync(controlPlane.kubeconfig, 'utf8')) as {
    readonly users: readonly [{ readonly user: { readonly token: string } }];
  };
  return {
    port: Number(new URL(controlPlane.url).port),
    token: config.users[0].user.token,
    pids: controlPlane.processIds(),
  };
}

/** What processes keep in memory together, in MB; NaN where /proc is missing. */
function memory({ pids }: Subject): number {
  return sumOf(pids, 'status', (text) => Number(/VmRSS:\s+(\d+)/.exec(text)?.[1]) / 1024);
}

/** The ticks in /proc/PID/stat are hundredths of a second on every Linux. */
function cpuSeconds(pids: readonly number[]): number {
  return sumOf(pids, 'stat', (text) => {
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  });
}

function sumOf(pids: readonly number[], file: string, read: (text: string) => number): number {
  try {
    return pids
      .map((pid) => read(readFileSync(`/proc/${pid}/${file}`, 'utf8')))
      .reduce((sum, value) => sum + value, 0);
  } catch {
    return Number.NaN;
  }
}
