import { randomUUID } from 'node:crypto';
import type { Clock } from '@vmgen/runtime/async';
import type { EndedProcess } from './cluster.js';
import type { OperatorFigures, OperatorState } from './dev-state.js';
import { LiveFigures } from './live-figures.js';
import { readLogLine } from './log-lines.js';
import { type ChildCommand, type StartProcess, SupervisedChild } from './supervised-child.js';
import { get } from 'node:http';
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from '@vmgen/base/json';
import { objectsAt, textAt } from '../text/json-fields.js';

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

/** Answers that are not whole after this time are ignored. */
const TIMEOUT_MS = 2_000;
/** A longer answer is not read. */
const MOST_BYTES = 8 * 2 ** 20;

/** Whether the ready probe of an operator succeeds in time. */
export async function isReady(port: number, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  return (await pageAt(port, '/readyz', timeoutMs)) !== undefined;
}

/** The figures of the status page, with those of the metrics; undefined without a status page. */
async function readFigures(
  port: number,
  live: LiveFigures,
  nowMs: number,
): Promise<OperatorFigures | undefined> {
  const [text, metrics] = await Promise.all([
    pageAt(port, '/status/data'),
    pageAt(port, '/metrics'),
  ]);
  if (text === undefined) return undefined;
  try {
    const figures = figuresOf(parseJson(text));
    return (
      figures && { ...figures, others: metrics === undefined ? [] : live.read(metrics, nowMs) }
    );
  } catch {
    return undefined;
  }
}

/** Resolves with undefined unless the answer is 200. */
function pageAt(port: number, path: string, timeoutMs = TIMEOUT_MS): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port, path, signal: AbortSignal.timeout(timeoutMs) };
    const request = get(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MOST_BYTES) request.destroy();
      });
      response.once('end', () => resolve(response.statusCode === 200 ? text : undefined));
    });
    request.once('close', () => resolve(undefined));
    request.on('error', () => resolve(undefined));
  });
}

/** Reads what `/status/data` of the manager answers. */
function figuresOf(data: JsonValue): Omit<OperatorFigures, 'others'> | undefined {
  if (!isJsonObject(data)) return undefined;
  const controllers = objectsAt(data, 'controllers');
  return {
    role: roleOf(data),
    controllers: controllers.map((each) => ({
      name: textAt(each, 'name'),
      reconciles: countIn(each, 'reconciles'),
      failures: countIn(each, 'failures'),
      queued: countIn(each, 'queued'),
      failing: countIn(each, 'failing'),
    })),
    objects: controllers.flatMap((each) =>
      objectsAt(each, 'objects').map((object) => ({
        controller: textAt(each, 'name'),
        key: textAt(object, 'key'),
        error: textAt(objectsAt(object, 'reconciles')[0], 'error'),
      })),
    ),
  };
}

function roleOf(data: JsonObject): string {
  if (data['hasElection'] === false) return 'no election';
  return data['isLeader'] === true
    ? 'leader'
    : ['standby', textAt(data, 'leader')].filter((each) => each !== '').join(', leader ');
}

const countIn = (object: JsonObject, name: string): number => {
  const value = object[name];
  return typeof value === 'number' ? value : 0;
};
