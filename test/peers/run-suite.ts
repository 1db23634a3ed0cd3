import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../support/listen.js';
import type { PeerSuite } from './suites.js';
import {
  readGinkgoReport,
  readGoOutput,
  type TestResult,
  type TestResults,
} from './test-results.js';
import type { CompiledSuite } from './workspace.js';

/** The results of a suite on one server. */
export interface SuiteRun {
  readonly results: TestResults;
  /** The duration of the first attempt, with the starts of the servers, in seconds. */
  readonly seconds: number;
  /** The tests that passed only when they were repeated. */
  readonly repeated: readonly string[];
}

interface RunOptions {
  readonly isReal: boolean;
  /** Which test functions run. */
  readonly wanted: RegExp;
  /** The folder with kube-apiserver, etcd and kubectl. */
  readonly assets: string;
  /** Whether a test may fail. Others are repeated once, because a busy machine misses deadlines. */
  readonly mayFail: (test: string) => boolean;
  /** The limit of a test with a server of its own; a suite of Ginkgo has ten times as long. */
  readonly testTimeoutMs: number;
}

const REPEATED_AT_MOST = 20;
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Runs the tests of a suite. */
export async function runSuite(
  suite: PeerSuite,
  compiled: CompiledSuite,
  options: RunOptions,
): Promise<SuiteRun> {
  const run = new Run(suite, compiled, options);
  try {
    if (!suite.isGinkgo) await run.startEtcd();
    const started = performance.now();
    const first = suite.isGinkgo ? await run.specs() : await run.tests(await run.listed());
    const seconds = (performance.now() - started) / 1000;
    const failed = [...first]
      .filter(([name, { outcome }]) => outcome === 'failed' && !options.mayFail(name))
      .map(([name]) => name);
    const isRepeated = failed.length > 0 && failed.length <= REPEATED_AT_MOST;
    const second = isRepeated ? await run.repeat(failed) : new Map<string, TestResult>();
    const repeated = failed.filter((name) => second.get(name)?.outcome === 'passed');
    const results = new Map(first);
    for (const name of repeated) results.set(name, { outcome: 'passed', output: '' });
    for (const { tests, reason } of options.isReal ? [] : suite.excluded) {
      results.set(`${tests} (excluded)`, { outcome: 'skipped', output: reason });
    }
    return { results, seconds, repeated };
  } finally {
    await run.end();
  }
}

class Run {
  readonly #suite: PeerSuite;
  readonly #compiled: CompiledSuite;
  readonly #options: RunOptions;
  readonly #scratch = mkdtempSync(path.join(tmpdir(), 'vmgen-peers-run-'));
  readonly #environment: Record<string, string>;
  #endEtcd: () => void = () => undefined;
  readonly #onSignal = (): void => {
    this.#clean();
    process.exit(1);
  };

  constructor(suite: PeerSuite, compiled: CompiledSuite, options: RunOptions) {
    this.#suite = suite;
    this.#compiled = compiled;
    this.#options = options;
    // The scratch folder also identifies the processes that a test leaves behind.
    this.#environment = { KUBEBUILDER_ASSETS: options.assets, TMPDIR: this.#scratch };
    for (const signal of SIGNALS) process.once(signal, this.#onSignal);
  }

  async startEtcd(): Promise<void> {
    const url = `http://127.0.0.1:${await freePort()}`;
    const args = [
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      '--listen-peer-urls=http://127.0.0.1:0',
      `--data-dir=${path.join(this.#scratch, 'etcd')}`,
      '--unsafe-no-fsync',
      '--log-level=error',
    ];
    const etcd = spawn(path.join(this.#options.assets, 'etcd'), args, { stdio: 'ignore' });
    this.#endEtcd = () => void etcd.kill('SIGKILL');
    while (!(await isHealthy(`${url}/health`))) {
      if (etcd.exitCode !== null) throw new Error(`etcd ended with ${etcd.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    this.#environment['KUBE_INTEGRATION_ETCD_URL'] = url;
  }

  async listed(): Promise<string[]> {
    const text = await this.#execute(['-test.list=^Test'], 60_000);
    const { isReal, wanted } = this.#options;
    const excluded = (isReal ? [] : this.#suite.excluded).map(
      ({ tests }) => new RegExp(`^(?:${tests})$`),
    );
    return text
      .split('\n')
      .filter(
        (line) =>
          /^Test\w*$/.test(line) && wanted.test(line) && !excluded.some((each) => each.test(line)),
      );
  }

  /** Runs each test in a process of its own, which a test that blocks or panics ends. */
  async tests(names: readonly string[]): Promise<Map<string, TestResult>> {
    const results = new Map<string, TestResult>();
    const waiting = [...names];
    const worker = async (): Promise<void> => {
      for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
        const { testTimeoutMs } = this.#options;
        const args = [
          `-test.run=^${name}$`,
          '-test.v=test2json',
          `-test.timeout=${testTimeoutMs}ms`,
        ];
        const found = readGoOutput(await this.#execute(args, testTimeoutMs + 10_000));
        if (found.size === 0)
          results.set(name, { outcome: 'failed', output: 'the test did not start' });
        for (const [test, result] of found) results.set(test, result);
      }
    };
    await Promise.all(Array.from({ length: availableParallelism() }, worker));
    return results;
  }

  async specs(focus?: string): Promise<Map<string, TestResult>> {
    const report = path.join(this.#scratch, 'report.json');
    rmSync(report, { force: true });
    const limitMs = this.#options.testTimeoutMs * 10;
    const args = ['-test.v=test2json', `-test.timeout=${limitMs}ms`];
    const { wrappers } = this.#compiled;
    if (wrappers.length > 0) args.push('-ginkgo.no-color', `-ginkgo.json-report=${report}`);
    if (focus !== undefined) args.push(`-ginkgo.focus=${focus}`);
    const text = await this.#execute(args, limitMs + 10_000);
    const tests = [...readGoOutput(text)].filter(([name]) => !wrappers.includes(name));
    if (wrappers.length === 0) return new Map(tests);
    if (!existsSync(report)) {
      const output = text.split('\n').slice(-30).join('\n');
      return new Map([
        ['the suite', { outcome: 'failed', output: `it ended without a report\n${output}` }],
      ]);
    }
    return new Map([...readGinkgoReport(readFileSync(report, 'utf8')), ...tests]);
  }

  async repeat(failed: readonly string[]): Promise<Map<string, TestResult>> {
    if (!this.#suite.isGinkgo) {
      return this.tests([...new Set(failed.map((name) => name.split('/')[0] ?? name))]);
    }
    const focus = failed.map((name) => name.replace(/ #\d+$/, '').replaceAll(/[^\w ]/g, '.'));
    return this.specs(`^(${focus.join('|')})$`);
  }

  async end(): Promise<void> {
    for (const signal of SIGNALS) process.off(signal, this.#onSignal);
    this.#clean();
    // A process that has just ended may still have written.
    await new Promise((resolve) => setTimeout(resolve, 100));
    rmSync(this.#scratch, { recursive: true, force: true, maxRetries: 5 });
  }

  #clean(): void {
    this.#endEtcd();
    endProcessesOf(this.#scratch);
    rmSync(this.#scratch, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Resolves with all output. A process that does not end within the limit is ended. */
  #execute(args: readonly string[], limitMs: number): Promise<string> {
    const { binary, folder } = this.#compiled;
    return new Promise((resolve, reject) => {
      const child = spawn(binary, args, {
        cwd: folder,
        env: { ...process.env, ...this.#environment },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const chunks: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
      const limit = setTimeout(() => {
        child.kill('SIGKILL');
        // Its servers hold the pipes open.
        endProcessesOf(this.#scratch);
      }, limitMs);
      child.on('error', reject);
      child.on('exit', () => {
        clearTimeout(limit);
        setImmediate(() => resolve(Buffer.concat(chunks).toString()));
      });
    });
  }
}

/** Ends the processes with a TMPDIR: servers whose test has panicked. Works on Linux only. */
function endProcessesOf(scratch: string): void {
  if (process.platform !== 'linux') return;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const environment = readFileSync(`/proc/${id}/environ`, 'utf8').split('\0');
      // Some tests have a folder of their own inside.
      if (environment.some((each) => each.startsWith(`TMPDIR=${scratch}`)))
        process.kill(Number(id), 'SIGKILL');
    } catch {
      // The process has ended, or belongs to another user.
    }
  }
}

function isHealthy(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const sent = get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    sent.on('error', () => resolve(false));
  });
}
