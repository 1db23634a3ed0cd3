import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../../support/wait-for.js';

/**
 * How long an operator runs after the sync until it is at rest: V8 collects the garbage of the sync once,
 * 30 to 50 s after it, which takes as long as the work of a minute.
 */
const SETTLE_AFTER_SYNC_MS = 70_000;
/** How long the rest is measured: long enough for several renewals of the Lease. */
const REST_MS = 60_000;
const SETTLE_MS = 3_000;
const LINE_WITHIN_MS = 120_000;

/** The process of an operator, which /proc measures. The disposal ends it. */
export class RunningOperator implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #startMs = performance.now();
  readonly #lines: { readonly text: string; readonly ms: number }[] = [];

  constructor([program = '', ...args]: readonly string[]) {
    this.#child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const { stdout } = this.#child;
    if (stdout === null) throw new Error('the operator has no standard output');
    createInterface({ input: stdout }).on('line', (text) => {
      this.#lines.push({ text, ms: this.elapsedMs() });
    });
  }

  /** The time since the start of the process, in milliseconds. */
  elapsedMs(): number {
    return performance.now() - this.#startMs;
  }

  send(command: string): void {
    this.#child.stdin?.write(`${command}\n`);
  }

  /** Resolves with the time of a line, in milliseconds since the start of the process. */
  async line(text: string): Promise<number> {
    return (await this.#next((line) => line === text)).ms;
  }

  /** Resolves with the answer to the command `times`. */
  async times(): Promise<[serial: number, ms: number][]> {
    const { text } = await this.#next((line) => line.startsWith('times '));
    return JSON.parse(text.slice('times '.length)) as [number, number][];
  }

  async #next(matches: (text: string) => boolean) {
    return waitFor('a line of the operator', LINE_WITHIN_MS, () => {
      const index = this.#lines.findIndex(({ text }) => matches(text));
      if (this.#child.exitCode !== null) throw new Error('the operator has ended');
      return index === -1 ? undefined : this.#lines.splice(index, 1)[0];
    });
  }

  /** Waits until the reconciles that follow the writes have ended. */
  settle(): Promise<void> {
    return sleep(SETTLE_MS);
  }

  /** Measures the operator without work. */
  async rest(): Promise<{ readonly rssMB: number; readonly cpuSecondsPerMinute: number }> {
    await sleep(SETTLE_AFTER_SYNC_MS);
    const before = this.cpuSeconds();
    await sleep(REST_MS);
    const cpuSecondsPerMinute = ((this.cpuSeconds() - before) / REST_MS) * 60_000;
    return { rssMB: this.#status('VmRSS'), cpuSecondsPerMinute };
  }

  /** The processor time of all threads. The ticks of /proc/PID/stat would be too coarse for a rest. */
  cpuSeconds(): number {
    const tasks = `/proc/${this.#child.pid}/task`;
    const nanos = readdirSync(tasks).map((task) =>
      Number(readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanos.reduce((sum, each) => sum + each, 0) / 1e9;
  }

  resetPeak(): void {
    writeFileSync(`/proc/${this.#child.pid}/clear_refs`, '5');
  }

  /** The most memory that the process had since {@link resetPeak}. */
  peakMB(): number {
    return this.#status('VmHWM');
  }

  #status(field: string): number {
    const text = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(new RegExp(`${field}:\\s*(\\d+)`).exec(text)?.[1]) / 1024;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill();
    await exit;
  }
}
