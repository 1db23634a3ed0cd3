import { randomUUID } from 'node:crypto';
import type { Clock } from '@vmgen/runtime/async';
import type { EndedProcess } from './cluster.js';
import type { OperatorState } from './dev-state.js';
import { LiveFigures } from './live-figures.js';
import { readLogLine } from './log-lines.js';
import { isReady, readFigures } from './operator-pages.js';
import { SupervisedChild, type ChildCommand, type StartProcess } from './supervised-child.js';

/** Options of {@link Operator}. */
interface OperatorOptions {
  readonly start: StartProcess;
  readonly clock: Clock;
  /** Returns the command of the next start. */
  readonly command: () => ChildCommand;
  /** Whether a process may start after the end of the one before. */
  readonly mayStart: () => boolean;
  /** Receives what changes of the state. */
  readonly onChange: (changes: Partial<OperatorState>) => void;
  /** Receives each line of the log. */
  readonly onLog: (line: string) => void;
  /** Receives each process that can release its Leases no more. */
  readonly onEnd: (ended: EndedProcess) => void;
}

/** The operator may release its Lease. */
const GRACE_MS = 10_000;
const READY_POLL_MS = 25;
/** An operator that has no pages is ready after this time. */
const NO_PAGES_MS = 5_000;
const LOG_LINES = 300;

/** The process of an operator, and what its log and its pages report. */
export class Operator {
  readonly log: string[] = [];
  readonly #options: OperatorOptions;
  readonly #child: SupervisedChild;
  #last: EndedProcess | undefined;
  readonly #live = new LiveFigures();
  #port: number | undefined;
  #startMs = 0;
  #changeMs: number | undefined;

  constructor(options: OperatorOptions) {
    this.#options = options;
    const { start, clock, command, mayStart, onChange, onEnd } = options;
    this.#child = new SupervisedChild({
      start,
      clock,
      command: () => {
        this.#startMs = clock.nowMs();
        const { args, env } = command();
        const { POD_NAMESPACE: namespace = 'default' } = { ...process.env, ...env };
        this.#last = { namespace, pod: `vmgen-dev-${randomUUID().slice(0, 8)}` };
        return { args, env: { ...env, POD_NAME: this.#last.pod } };
      },
      graceMs: GRACE_MS,
      mayStart,
      onLine: (line) => this.#read(line),
      onChange: (child) => {
        this.#port = undefined;
        this.#live.clear();
        // The next process does not start because of the change.
        if (child.phase === 'crashed') this.#changeMs = undefined;
        onChange({ child, port: undefined, isReady: false, figures: undefined });
        // Also one that was stopped: it may have been killed, or the server may not have answered it.
        const hasEnded = child.phase === 'crashed' || child.phase === 'stopped';
        if (!hasEnded || this.#last === undefined) return;
        onEnd(this.#last);
        this.#last = undefined;
      },
    });
  }

  get child(): SupervisedChild {
    return this.#child;
  }

  /**
   * Ends the process that runs, and starts the next one.
   *
   * @param changeMs when the change began that causes it
   */
  restart(changeMs?: number): void {
    this.#changeMs = changeMs;
    this.#child.restart();
  }

  /** Reads the figures of the status page. */
  async look(): Promise<void> {
    const { clock, onChange } = this.#options;
    if (this.#child.state.phase !== 'running') return;
    const port = this.#port;
    if (port === undefined) {
      if (clock.nowMs() - this.#startMs > NO_PAGES_MS) onChange({ isReady: true });
      return;
    }
    const figures = await readFigures(port, this.#live, clock.nowMs());
    if (this.#port === port) onChange({ figures });
  }

  #read(line: string): void {
    const { text, port } = readLogLine(line);
    this.log.push(text);
    if (this.log.length > LOG_LINES) this.log.shift();
    this.#options.onLog(text);
    if (port === undefined) return;
    this.#port = port;
    this.#options.onChange({ port });
    void this.#awaitReady(port);
  }

  async #awaitReady(port: number): Promise<void> {
    const { clock, onChange } = this.#options;
    let found = false;
    while (!found) {
      await new Promise<void>((resolve) => clock.setTimer(READY_POLL_MS, resolve));
      found = await isReady(port);
      // Another process may run now, or none.
      if (this.#port !== port) return;
    }
    const readyMs = Math.round(clock.nowMs() - (this.#changeMs ?? this.#startMs));
    this.#changeMs = undefined;
    onChange({ isReady: true, readyMs });
    await this.look();
  }
}
