import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

/** Something whose time is taken: a command, and what must be done before each of its runs. */
export interface Subject {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Not measured. */
  readonly prepare?: () => void;
}

export interface Measurement {
  readonly medianMs: number;
  /** The most memory that was in use, for Node processes. */
  readonly peakMiB: number | undefined;
}

/** Runs all subjects in turn, `rounds` times after one round of warming up, and takes the medians. */
export function measure(
  subjects: readonly Subject[],
  rounds: number,
  scratch: string,
): Map<string, Measurement> {
  for (const subject of subjects) runOnce(subject);
  const times = new Map(subjects.map(({ name }) => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++) {
    for (const subject of subjects) times.get(subject.name)?.push(runOnce(subject));
  }
  return new Map(
    subjects.map((subject) => [
      subject.name,
      {
        medianMs: median(times.get(subject.name) ?? []),
        peakMiB: subject.command[0] === process.execPath ? peakOf(subject, scratch) : undefined,
      },
    ]),
  );
}

/** How long one run took, from before the process starts until it has ended. */
function runOnce({ name, command, cwd, env, prepare }: Subject): number {
  prepare?.();
  const [program, ...args] = command;
  const start = performance.now();
  const { status, stderr, error } = spawnSync(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  });
  const took = performance.now() - start;
  if (status !== 0) throw new Error(`${name} failed: ${error?.message ?? stderr}`);
  return took;
}

/** One run more, in which the process itself writes down the most memory that it had. */
function peakOf(subject: Subject, scratch: string): number {
  const file = path.join(scratch, 'peak');
  const hook = `import fs from 'node:fs'; process.on('exit', () =>
    fs.writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS)));`;
  const [program, ...args] = subject.command;
  const preload = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
  runOnce({ ...subject, command: [program, preload, ...args] });
  const kibibytes = Number(readFileSync(file, 'utf8'));
  rmSync(file);
  return kibibytes / 1024;
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Prints rows of a table: a first cell of `first` characters on the left, and others of `others` on the right. */
export function rowsOf(first: number, others: number): (cells: readonly string[]) => string {
  return ([name = '', ...cells]) =>
    (name.padEnd(first) + cells.map((cell) => cell.padStart(others)).join('')).trimEnd();
}
