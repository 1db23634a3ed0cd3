import { fork, spawn, type ChildProcess } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CandidateConfig, CandidateNews, CandidateOrder } from './candidate.js';
import { Gate } from './gate.js';
import type { CandidatePlan, Plan } from './plan.js';

/** What all processes of a run share. */
export interface Surroundings {
  /** The kubeconfig of the API server itself. */
  readonly kubeconfig: string;
  readonly serverPort: number;
  readonly effectsPort: number;
  /** Where kubeconfigs for the gates are put. */
  readonly folder: string;
  /** The program of candidates of client-go; undefined where there is no `go`. */
  readonly goProgram: string | undefined;
}

const SCRIPT = path.join(import.meta.dirname, 'candidate.js');

/** One candidate: a process with its own connection, restarted under another name when it ends. */
export class Candidate {
  readonly plan: CandidatePlan;
  readonly gate: Gate;
  /** What its processes wrote to standard error. */
  readonly lines: string[] = [];
  readonly #config: Omit<CandidateConfig, 'identity'>;
  readonly #name: string;
  readonly #restarts: boolean;
  readonly #goProgram: string | undefined;
  #generation = 0;
  #child: ChildProcess;
  #isEnding = false;
  #isRunning = true;
  #seenHolder = '';

  private constructor(
    gate: Gate,
    plan: CandidatePlan,
    config: Omit<CandidateConfig, 'identity'>,
    how: {
      readonly name: string;
      readonly restarts: boolean;
      readonly goProgram: string | undefined;
    },
  ) {
    this.gate = gate;
    this.plan = plan;
    this.#config = config;
    this.#name = how.name;
    this.#restarts = how.restarts;
    this.#goProgram = how.goProgram;
    this.#child = this.#start();
  }

  static async start(plan: Plan, index: number, around: Surroundings): Promise<Candidate> {
    const own = plan.candidates[index];
    if (own === undefined) throw new Error(`no candidate ${index}`);
    const gate = new Gate(around.serverPort);
    const port = await gate.open();
    const name = String.fromCharCode('a'.charCodeAt(0) + index);
    const kubeconfig = path.join(around.folder, `seed-${plan.seed}-${name}`);
    await writeFile(kubeconfig, around.kubeconfig.replaceAll(`:${around.serverPort}`, `:${port}`));
    const { effectsPort, goProgram } = around;
    const config = { ...own, kubeconfig, leaseName: `seed-${plan.seed}`, effectsPort };
    return new Candidate(gate, own, config, { name, restarts: plan.restarts, goProgram });
  }

  /** Of the process that runs now, or ran last. */
  get identity(): string {
    return `${this.#name}-${this.#generation}`;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Its process has seen this holder, or does nothing any more. */
  knows(holder: string): boolean {
    return this.#seenHolder === holder || !this.#isRunning;
  }

  /** One of its processes had this identity. */
  was(identity: string): boolean {
    return identity.startsWith(`${this.#name}-`);
  }

  /** Once its process has ended. */
  restart(): void {
    if (this.#isEnding || this.#isRunning) return;
    this.#generation++;
    this.#isRunning = true;
    this.#seenHolder = '';
    this.#child = this.#start();
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  order(order: CandidateOrder): void {
    if (this.#child.connected) this.#child.send(order, () => {});
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    const child = this.#child;
    if (this.#isRunning) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    }
    this.gate.close();
  }

  #start(): ChildProcess {
    const config: CandidateConfig = { ...this.#config, identity: this.identity };
    const child = this.#spawn(JSON.stringify(config));
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.lines.push(text.trim()));
    child.on('message', ({ holder }: CandidateNews) => (this.#seenHolder = holder));
    child.on('error', (error) => this.lines.push(String(error)));
    child.once('exit', (code, signal) => {
      this.lines.push(`${config.identity} ended with ${code ?? signal}`);
      this.#isRunning = false;
      if (this.#restarts) this.restart();
    });
    return child;
  }

  #spawn(config: string): ChildProcess {
    if (this.plan.runs === undefined) {
      return fork(SCRIPT, [config], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'], execArgv: [] });
    }
    if (this.#goProgram === undefined) throw new Error('a candidate of client-go needs go');
    return spawn(this.#goProgram, [config], { stdio: ['pipe', 'ignore', 'pipe'] });
  }
}
