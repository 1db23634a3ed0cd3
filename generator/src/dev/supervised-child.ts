import type { Clock, ClockTimer } from '@vmgen/runtime/async';
import { errorMessage } from '@vmgen/base/text';

/** A program to start: arguments of Node, and variables beside those of this process. */
export interface ChildCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** How a process has ended. */
export interface ChildExit {
  /** The exit code; null after a signal, and if the program could not be started. */
  readonly code: number | null;
  /** The name of the signal, or the reason why the program could not be started. */
  readonly reason: string | null;
}

/** What a process reports. The exit is the last report. */
export interface ChildListener {
  readonly onLine: (line: string) => void;
  readonly onExit: (exit: ChildExit) => void;
}

/** A process that was started, together with those that it starts. */
interface ChildProcess {
  readonly pid: number | undefined;
  /** Sends a signal to all of them; no effect after their end. */
  readonly kill: (signal: 'SIGTERM' | 'SIGKILL') => void;
}

/** Starts a process. Reports arrive later, never during the call. */
export type StartProcess = (command: ChildCommand, listener: ChildListener) => ChildProcess;

/** The state of a child. */
export type ChildState =
  | { readonly phase: 'stopped' | 'stopping' }
  | { readonly phase: 'running'; readonly pid: number | undefined }
  | {
      readonly phase: 'crashed';
      readonly exit: ChildExit;
      readonly lastLines: readonly string[];
      /** How long after the crash the next process starts, in milliseconds. */
      readonly delayMs: number;
    };

/** Options of {@link SupervisedChild}. */
interface SupervisedChildOptions {
  readonly start: StartProcess;
  readonly clock: Clock;
  /** Returns the command of the next start. An exception is the reason why the program could not be started. */
  readonly command: () => ChildCommand;
  /** How long a process may take to end after SIGTERM, in milliseconds; then it is killed. */
  readonly graceMs: number;
  /** Whether a process may start after the end of the one before; otherwise the next `start` does. Defaults to yes. */
  readonly mayStart?: () => boolean;
  readonly onLine: (line: string) => void;
  readonly onChange: (state: ChildState) => void;
}

/** The delay before the first restart after a crash, which doubles up to the longest one. */
const FIRST_DELAY_MS = 1_000;
const LONGEST_DELAY_MS = 30_000;
/** A process that has run this long has not failed at its start. */
const STABLE_MS = 10_000;
/** The lines that are shown of a process that has crashed. */
const LAST_LINES = 12;

/**
 * Keeps one process running. A process that ends by itself is started again, after a delay that doubles with each
 * such end. A process that is stopped gets SIGTERM, and SIGKILL after the grace period.
 */
export class SupervisedChild {
  readonly #options: SupervisedChildOptions;
  #state: ChildState = { phase: 'stopped' };
  #process: ChildProcess | undefined;
  #isWanted = false;
  #crashes = 0;
  #startedMs = 0;
  #lastLines: string[] = [];
  #timer: ClockTimer | undefined;
  #onStopped: (() => void)[] = [];

  constructor(options: SupervisedChildOptions) {
    this.#options = options;
  }

  get state(): ChildState {
    return this.#state;
  }

  /** Starts the process, unless it runs. */
  start(): void {
    this.#isWanted = true;
    if (this.#process === undefined) this.#start();
  }

  /** Ends the process that runs, and starts the next one at once. */
  restart(): void {
    this.#isWanted = true;
    this.#crashes = 0;
    if (this.#process === undefined) this.#start();
    else this.#end();
  }

  /** Resolves when no process runs any more. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    if (this.#process === undefined) {
      this.#cancelTimer();
      if (this.#state.phase !== 'stopped') this.#change({ phase: 'stopped' });
      return;
    }
    const stopped = new Promise<void>((resolve) => this.#onStopped.push(resolve));
    this.#end();
    await stopped;
  }

  /** Kills the process, without time to end, and starts none any more. */
  kill(): void {
    this.#isWanted = false;
    this.#process?.kill('SIGKILL');
  }

  #start(): void {
    const { start, clock, command, onLine } = this.#options;
    this.#cancelTimer();
    this.#lastLines = [];
    this.#startedMs = clock.nowMs();
    try {
      this.#process = start(command(), {
        onLine: (line) => {
          this.#lastLines = [...this.#lastLines, line].slice(-LAST_LINES);
          onLine(line);
        },
        onExit: (exit) => this.#exited(exit),
      });
    } catch (error) {
      return this.#crashed({ code: null, reason: errorMessage(error) });
    }
    this.#change({ phase: 'running', pid: this.#process.pid });
  }

  #end(): void {
    if (this.#state.phase === 'stopping') return;
    const { clock, graceMs } = this.#options;
    this.#timer = clock.setTimer(graceMs, () => this.#process?.kill('SIGKILL'));
    this.#change({ phase: 'stopping' });
    this.#process?.kill('SIGTERM');
  }

  #exited(exit: ChildExit): void {
    this.#process = undefined;
    this.#cancelTimer();
    const wasStopped = this.#state.phase === 'stopping';
    if (wasStopped) this.#change({ phase: 'stopped' });
    else this.#crashed(exit);
    for (const resolve of this.#onStopped.splice(0)) resolve();
    // A listener of the change may have started the next process.
    if (wasStopped) this.#startAgain();
  }

  #startAgain(): void {
    const { mayStart = () => true } = this.#options;
    if (this.#isWanted && this.#process === undefined && mayStart()) this.#start();
  }

  #crashed(exit: ChildExit): void {
    const { clock } = this.#options;
    if (clock.nowMs() - this.#startedMs >= STABLE_MS) this.#crashes = 0;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.#crashes++, LONGEST_DELAY_MS);
    if (this.#isWanted) this.#timer = clock.setTimer(delayMs, () => this.#startAgain());
    this.#change({ phase: 'crashed', exit, lastLines: this.#lastLines, delayMs });
  }

  #cancelTimer(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
  }

  #change(state: ChildState): void {
    this.#state = state;
    this.#options.onChange(state);
  }
}
