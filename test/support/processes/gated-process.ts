import type { ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Gate } from './gate.js';
import { killProcess, type BlockOrder } from './worker.js';

/** What happens to a process or to its connection to the API server. Durations are real. */
export type ProcessFault =
  | { readonly do: 'kill' }
  | { readonly do: 'stop' | 'block'; readonly ms: number }
  | {
      readonly do: 'cut';
      readonly ms: number;
      readonly direction: 'both' | 'requests' | 'answers';
      /** What was held is delivered at the end, as by a network that sends it again, or it is lost. */
      readonly isDelivered: boolean;
    }
  | { readonly do: 'delay'; readonly ms: number; readonly answersMs: number };

/** An API server, and a folder for kubeconfigs that lead to it through gates. */
export interface GatedServer {
  readonly kubeconfig: string;
  readonly serverPort: number;
  readonly folder: string;
}

/** How a process is started, at first and again under another identity. */
export interface GatedProcessOptions {
  readonly name: string;
  /** Whether it is started again when it ends. */
  readonly restarts: boolean;
  start(config: { readonly identity: string; readonly kubeconfig: string }): ChildProcess;
}

/** A process with its own connection to the API server, which faults interrupt. */
export class GatedProcess {
  /** What its processes wrote to standard error, and how they ended. */
  readonly lines: string[] = [];
  readonly #gate: Gate;
  readonly #kubeconfig: string;
  readonly #options: GatedProcessOptions;
  #generation = 0;
  #child: ChildProcess;
  #isEnding = false;
  #isRunning = true;

  private constructor(gate: Gate, kubeconfig: string, options: GatedProcessOptions) {
    this.#gate = gate;
    this.#kubeconfig = kubeconfig;
    this.#options = options;
    this.#child = this.#start();
  }

  static async start(server: GatedServer, options: GatedProcessOptions): Promise<GatedProcess> {
    const { kubeconfig, serverPort, folder } = server;
    const gate = new Gate(serverPort);
    const port = await gate.open();
    const file = path.join(folder, options.name);
    await writeFile(file, kubeconfig.replaceAll(`:${serverPort}`, `:${port}`));
    return new GatedProcess(gate, file, options);
  }

  /** Of the process that runs now, or ran last. */
  get identity(): string {
    return `${this.#options.name}-${this.#generation}`;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Whether one of its processes had this identity. */
  was(identity: string): boolean {
    return identity.startsWith(`${this.#options.name}-`);
  }

  /** Starts another process if the last one has ended. */
  restart(): void {
    if (this.#isEnding || this.#isRunning) return;
    this.#generation++;
    this.#isRunning = true;
    this.#child = this.#start();
  }

  send(message: object): void {
    if (this.#child.connected) this.#child.send(message, () => {});
  }

  /** Causes a fault, and resolves when it is over. `during` runs when it has begun. */
  async strike(fault: ProcessFault, during?: () => Promise<void>): Promise<void> {
    if (fault.do === 'kill') {
      this.#child.kill('SIGKILL');
      return;
    }
    const undo = this.#begin(fault);
    await during?.();
    await wait(fault.ms);
    undo();
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await killProcess(this.#child);
    this.#gate.close();
  }

  /** Returns a function that undoes the fault. */
  #begin(fault: Exclude<ProcessFault, { do: 'kill' }>): () => void {
    const gate = this.#gate;
    switch (fault.do) {
      case 'stop': {
        const child = this.#child;
        child.kill('SIGSTOP');
        return () => child.kill('SIGCONT');
      }
      case 'block': {
        const order: BlockOrder = { blockMs: fault.ms };
        this.send(order);
        return () => {};
      }
      case 'cut':
        gate.requests.isHeld = fault.direction !== 'answers';
        gate.answers.isHeld = fault.direction !== 'requests';
        return () => gate.heal(fault.isDelivered);
      case 'delay':
        gate.answers.delayMs = fault.answersMs;
        return () => gate.heal(true);
    }
  }

  #start(): ChildProcess {
    const { identity } = this;
    const child = this.#options.start({ identity, kubeconfig: this.#kubeconfig });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.lines.push(text.trim()));
    child.on('error', (error) => this.lines.push(String(error)));
    child.once('exit', (code, signal) => {
      this.lines.push(`${identity} ended with ${code ?? signal}`);
      this.#isRunning = false;
      if (this.#options.restarts) this.restart();
    });
    return child;
  }
}
