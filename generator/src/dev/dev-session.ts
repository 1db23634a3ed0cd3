import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Clock, ClockTimer } from '@vmgen/runtime/async';
import { errorMessage } from '@vmgen/base/text';
import { plural } from '../text/plural.js';
import { Cluster } from './cluster.js';
import { definedServer, refuseOtherServer } from './defined-server.js';
import { codeIn, digestOf } from './dev-files.js';
import type { DevProject } from './dev-project.js';
import { initialState, type DevState, type OperatorState, type Page } from './dev-state.js';
import type { DevTarget } from './dev-target.js';
import type { DevTools, Generated } from './dev-tools.js';
import { Installer } from './installer.js';
import { LeaseReleases } from './lease-releases.js';
import { Operator } from './operator.js';
import { Samples } from './samples.js';
import { singleFlight } from './single-flight.js';
import { SupervisedChild, type ChildCommand, type StartProcess } from './supervised-child.js';
import { createTscReader, isProgramBroken } from './tsc-output.js';

/** Options of {@link DevSession}. */
export interface DevSessionOptions {
  /** The name of the operator. */
  readonly name: string;
  /** The folder of the project. All other paths are relative to it. */
  readonly folder: string;
  /** A folder for files that exist while the session runs. */
  readonly scratch: string;
  /** The output folder of the compiler. */
  readonly out: string;
  readonly project: DevProject;
  readonly target: DevTarget;
  readonly tools: DevTools;
  readonly start: StartProcess;
  readonly clock: Clock;
  /** Receives each state, not more often than 20 times a second. */
  readonly show: (state: DevState) => void;
  /** Receives each line of the log of the operator. */
  readonly onLog?: (line: string) => void;
}

const SHOW_MS = 50;
const TICK_MS = 1_000;
const GRACE_MS = 3_000;

/**
 * Runs a project while its files change: the compiler, tsc, the API server and the operator. Each change causes only
 * what follows from it. {@link close} ends everything.
 */
export class DevSession {
  readonly #options: DevSessionOptions;
  readonly #server: SupervisedChild | undefined;
  readonly #tsc: SupervisedChild;
  readonly #operator: Operator;
  readonly #installer: Installer;
  readonly #samples: Samples;
  readonly #leases = new LeaseReleases(() => this.#cluster);
  #state: DevState;
  #cluster: Cluster | undefined;
  #generation = new AbortController();
  #generating: Promise<void> = Promise.resolve();
  /** Ends with the work on samples that was asked last. */
  #samplesWork: Promise<void> = Promise.resolve();
  /** Identifies the code and the settings of the last start. */
  #started = '';
  /** When tsc has started to compile a change that has had no effect yet. */
  #changedMs: number | undefined;
  #showTimer: ClockTimer | undefined;
  #tickTimer: ClockTimer | undefined;
  #confirmed: string | undefined;
  #isClosed = false;
  #onKilled: () => void = () => undefined;
  readonly #killed = new Promise<void>((resolve) => (this.#onKilled = resolve));

  constructor(options: DevSessionOptions) {
    this.#options = options;
    const { name, target, tools, clock } = options;
    this.#state = initialState(name, {
      kind: target.kind,
      server: target.kind === 'context' ? target.server : '',
      access: target.kind === 'context' ? target.context : target.kubeconfig,
    });
    this.#installer = new Installer({ out: join(options.folder, options.out), target, tools });
    this.#samples = new Samples(join(options.folder, 'samples'), tools);
    const children = { start: options.start, clock };
    this.#tsc = this.#createTsc(children);
    this.#operator = new Operator({
      ...children,
      command: () => this.#operatorCommand(),
      mayStart: () => this.#missing() === undefined,
      onChange: (changes) => this.#updateOperator(changes),
      onLog: (line) => {
        if (options.onLog === undefined) return this.#show();
        // What led to the line comes before it.
        if (this.#showTimer !== undefined) this.#showNow();
        options.onLog(line);
      },
      onEnd: (ended) => this.#leases.add(ended),
    });
    this.#server = target.kind === 'embedded' ? this.#createServer(children, target) : undefined;
  }

  /** Starts everything. */
  open(): void {
    this.#update({ samples: { ...this.#state.samples, files: this.#samples.count() } });
    if (this.#server === undefined) void this.#connect();
    else this.#server.start();
    this.#generate();
    this.#tick();
  }

  /** Ends everything. The operator has time to release its Lease. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#generation.abort();
    this.#tickTimer?.cancel();
    // The operator needs the server to release its Lease.
    await Promise.all([this.#operator.child.stop(), this.#tsc.stop()]);
    // Leases of the embedded server end with it.
    await (this.#server?.stop() ?? this.#leases.run());
    await Promise.race([this.#generating.then(() => this.#cluster?.close()), this.#killed]);
    this.#showTimer?.cancel();
    const { target } = this.#options;
    // A server that was killed has not removed it.
    if (target.kind === 'embedded') rmSync(target.kubeconfig, { force: true });
  }

  /** Kills what still runs, and lets {@link close} wait for nothing else. */
  kill(): void {
    this.#onKilled();
    for (const child of [this.#operator.child, this.#tsc, this.#server]) child?.kill();
  }

  /** Executes the command of a key. */
  press(key: string): void {
    if (this.#isClosed) return;
    const isConfirmed = this.#confirmed === key;
    this.#confirmed = undefined;
    this.#update({ notice: '' });
    switch (key) {
      case 'a':
        return this.#workOnSamples('apply');
      case 'x':
        return this.#deleteSamples(isConfirmed);
      case 'r':
        return this.#restart();
      case 'u':
        this.#installer.approve();
        return void this.#install();
      case 'l':
        return this.#turnTo('log');
      case 'd':
        return this.#turnTo('diff');
      case '?':
        return this.#turnTo('help');
    }
  }

  #turnTo(page: Page): void {
    this.#update({ page: this.#state.page === page ? 'overview' : page });
  }

  #createServer(
    children: { readonly start: StartProcess; readonly clock: Clock },
    { script, kubeconfig, webhooks }: DevTarget & { kind: 'embedded' },
  ): SupervisedChild {
    const service =
      webhooks === undefined
        ? []
        : [
            '--service',
            `${webhooks.namespace}/${webhooks.name}=https://127.0.0.1:${webhooks.port}`,
          ];
    return new SupervisedChild({
      ...children,
      command: () => ({ args: [script, '--write-kubeconfig', kubeconfig, ...service], env: {} }),
      graceMs: GRACE_MS,
      onLine: (line) => {
        if (line.startsWith('serving https://')) void this.#connect();
      },
      onChange: (child) => {
        if (child.phase !== 'crashed') return;
        const last = child.lastLines.at(-1) ?? 'the API server has ended';
        this.#lost(last);
      },
    });
  }

  #createTsc(children: { readonly start: StartProcess; readonly clock: Clock }): SupervisedChild {
    let read = createTscReader();
    const { tsc } = this.#options.project;
    const flags = ['--watch', '--preserveWatchOutput', '--pretty', 'false', '--locale', 'en'];
    return new SupervisedChild({
      ...children,
      command: () => ({ args: [tsc, ...flags], env: { LC_ALL: 'C' } }),
      graceMs: GRACE_MS,
      onLine: (line) => {
        const output = read(line);
        const before = this.#state.tsc.output.phase;
        if (output.phase === 'compiling' && before !== 'compiling') {
          this.#changedMs = this.#options.clock.nowMs();
        }
        this.#update({ tsc: { ...this.#state.tsc, output } });
        if (output.phase === 'done' && before !== 'done') this.#startIfChanged();
      },
      onChange: (child) => {
        if (child.phase === 'running') read = createTscReader();
        const { output } = initialState('', this.#state.cluster).tsc;
        const isNew = child.phase === 'running';
        this.#update({ tsc: { child, output: isNew ? output : this.#state.tsc.output } });
      },
    });
  }

  #operatorCommand(): ChildCommand {
    const { project, target, scratch, tools } = this.#options;
    if (target.kind === 'embedded') {
      const env = { ...this.#installer.operatorEnv, KUBECONFIG: target.kubeconfig };
      return { args: project.operator, env };
    }
    // The first file of the list selects the context; the others are the user's own.
    const file = join(scratch, 'kubeconfig');
    mkdirSync(scratch, { recursive: true });
    const content = { apiVersion: 'v1', kind: 'Config', 'current-context': target.context };
    writeFileSync(file, JSON.stringify(content), { mode: 0o600 });
    const own = process.env['KUBECONFIG'] || join(homedir(), '.kube', 'config');
    refuseOtherServer(target, definedServer(target.context, own.split(delimiter), tools.parse));
    const env = { ...this.#installer.operatorEnv, KUBECONFIG: file + delimiter + own };
    return { args: project.operator, env };
  }

  #generate(): void {
    this.#generation = new AbortController();
    const { signal } = this.#generation;
    this.#generating = this.#options.tools
      .generate((result) => this.#generated(result), signal)
      .catch((error: unknown) => {
        this.#generated({ isDone: false, written: 0, diagnostics: [errorMessage(error)] });
      });
  }

  #generated({ isDone, written, diagnostics }: Generated): void {
    if (this.#isClosed) return;
    this.#update({ compiler: { phase: isDone ? 'done' : 'failed', written, diagnostics } });
    this.#tsc.start();
    if (isDone) void this.#install();
    else this.#startIfChanged();
  }

  async #connect(): Promise<void> {
    const { target } = this.#options;
    const options =
      target.kind === 'embedded' ? { kubeconfig: target.kubeconfig } : { context: target.context };
    try {
      const cluster = await Cluster.open(options, this.#options.clock);
      if (target.kind === 'context') refuseOtherServer(target, cluster.server);
      await this.#cluster?.close();
      this.#cluster = cluster;
      await this.#cluster.probe();
    } catch (error) {
      this.#lost(errorMessage(error));
      return;
    }
    await this.#connected(this.#cluster);
  }

  async #connected({ server }: Cluster): Promise<void> {
    const before = this.#state.cluster;
    this.#update({ cluster: { ...before, phase: 'connected', server, problem: undefined } });
    this.#installer.forget();
    // A new API server is empty, and its kubeconfig is another one.
    const isNew = this.#server !== undefined && before.server !== '' && before.server !== server;
    if (isNew) {
      this.#started = '';
      this.#update({ crds: initialState('', before).crds });
      this.#forgetSamples();
    }
    await this.#install();
    if (isNew && this.#missing() !== undefined) await this.#operator.child.stop();
  }

  /** Their objects are gone. */
  #forgetSamples(): void {
    this.#samples.forget();
    this.#update({ samples: { ...this.#state.samples, phase: 'not applied', problems: [] } });
  }

  #lost(problem: string): void {
    if (this.#isClosed) return;
    this.#update({ cluster: { ...this.#state.cluster, phase: 'lost', problem } });
    this.#startIfChanged();
  }

  readonly #install = singleFlight(async () => {
    const { compiler, cluster } = this.#state;
    if (this.#isClosed || cluster.phase !== 'connected' || compiler.phase !== 'done') return;
    if (this.#cluster === undefined) return;
    const result = await this.#installer.install(this.#cluster);
    // What the samples were refused for may not hold with other CRDs.
    const problems = result?.crds.phase === 'installed' ? [] : this.#state.samples.problems;
    this.#update({ ...result, samples: { ...this.#state.samples, problems } });
    if (result?.notice !== undefined) this.#forgetSamples();
    this.#startIfChanged();
  });

  /** Starts the operator if its code has changed, and nothing is missing. */
  #startIfChanged(): void {
    if (this.#isClosed) return;
    const waitsFor = this.#missing();
    if (waitsFor !== undefined) return this.#updateOperator({ waitsFor });
    const { folder, project } = this.#options;
    const { files, problems: unreadable } = codeIn(join(folder, project.dist));
    const settings = JSON.stringify([digestOf(files), unreadable, this.#installer.operatorEnv]);
    const changedMs = this.#changedMs;
    this.#changedMs = undefined;
    this.#updateOperator({ waitsFor: undefined, unreadable });
    if (settings === this.#started) {
      this.#operator.child.start();
      return;
    }
    this.#started = settings;
    this.#operator.restart(changedMs);
  }

  /** What the next start of the operator waits for. */
  #missing(): string | undefined {
    const { cluster, compiler, tsc, crds } = this.#state;
    if (compiler.phase === 'failed') return 'a correction of the types or the config';
    if (isProgramBroken(tsc.output.errors)) return 'a correction of the code';
    if (tsc.output.phase !== 'done') return 'tsc';
    if (compiler.phase !== 'done') return 'the compiler';
    if (cluster.phase !== 'connected') return 'the cluster';
    return crds.phase === 'starting' || crds.phase === 'failed' ? 'the CRDs' : undefined;
  }

  #restart(): void {
    // Otherwise the next one begins already.
    if (!this.#generation.signal.aborted) {
      this.#generation.abort();
      void this.#generating.then(() => {
        if (!this.#isClosed) this.#generate();
      });
    }
    // Somebody may have removed them from the cluster.
    this.#installer.forget();
    // It does not write files again that are missing, or that it could not write. An operator without them may have
    // crashed, or be started again at this moment.
    const { operator, tsc } = this.#state;
    const isBroken = !operator.isReady && tsc.output.phase === 'done';
    if (isBroken || tsc.output.errors.length > 0) this.#tsc.restart();
    const missing = this.#missing();
    if (missing === undefined) this.#operator.restart();
    this.#update({ notice: missing === undefined ? '' : `the operator waits for ${missing}` });
  }

  #deleteSamples(isConfirmed: boolean): void {
    if (isConfirmed) return this.#workOnSamples('delete');
    if (this.#cluster === undefined) return this.#update({ notice: 'there is no cluster yet' });
    this.#confirmed = 'x';
    const count = plural(this.#samples.count(), 'file');
    const { access } = this.#state.cluster;
    const notice = `press x again to delete the objects of ${count} in the cluster of ${access}`;
    this.#update({ notice });
  }

  /** Applies or deletes them after what was asked before: both at a time would leave some of them. */
  #workOnSamples(work: 'apply' | 'delete'): void {
    const run = async (): Promise<void> => {
      if (this.#isClosed) return;
      if (this.#cluster === undefined) return this.#update({ notice: 'there is no cluster yet' });
      const samples = await this.#samples[work](this.#cluster);
      this.#update({ samples });
      if (samples.phase !== 'not applied') return;
      this.#update({ notice: work === 'apply' ? 'not all were applied' : 'not all were deleted' });
    };
    this.#samplesWork = this.#samplesWork
      .then(run)
      .catch((error: unknown) => this.#update({ notice: errorMessage(error) }));
  }

  /** Looks at what reports no changes by itself. */
  #tick(): void {
    this.#tickTimer = this.#options.clock.setTimer(TICK_MS, () => {
      void this.#look().finally(() => {
        if (!this.#isClosed) this.#tick();
      });
    });
  }

  async #look(): Promise<void> {
    this.#update({ samples: this.#samples.look(this.#state.samples) });
    await this.#operator.look();
    void this.#leases.run();
    const { cluster } = this.#state;
    // The kubeconfig may have changed since.
    if (this.#server === undefined && cluster.phase === 'lost') return this.#connect();
    if (this.#cluster === undefined || cluster.phase === 'starting') return;
    // An API server that has ended is started by its supervisor.
    if (this.#server !== undefined && this.#server.state.phase !== 'running') return;
    try {
      await this.#cluster.probe();
    } catch (error) {
      return this.#lost(errorMessage(error));
    }
    if (this.#state.cluster.phase === 'lost') await this.#connected(this.#cluster);
    else if (this.#state.crds.phase === 'failed') {
      // It may wait for the server, and what is shown must not wait for it.
      this.#install().catch((error: unknown) => this.#update({ notice: errorMessage(error) }));
    }
  }

  #updateOperator(changes: Partial<OperatorState>): void {
    this.#update({ operator: { ...this.#state.operator, ...changes } });
  }

  #update(changes: Partial<DevState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#show();
  }

  #show(): void {
    this.#showTimer ??= this.#options.clock.setTimer(SHOW_MS, () => this.#showNow());
  }

  #showNow(): void {
    this.#showTimer?.cancel();
    this.#showTimer = undefined;
    this.#options.show({ ...this.#state, log: [...this.#operator.log] });
  }

  /** Shows the state again, such as after a change of the size. */
  refresh(): void {
    this.#show();
  }
}
