import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createHttpTransport, loadKubeConfig } from '@vmgen/runtime';
import { createFullClient } from '@vmgen/runtime/internal';
import { Gate } from '../election/gate.js';
import { pick, seeded, type Draw } from '../support/seeded.js';
import { waitFor } from '../support/wait-for.js';
import {
  SITE_LABEL,
  siteResource,
  type BlockOrder,
  type ReplicaConfig,
  type ServerConfig,
  type ServerReady,
  type ServerReport,
} from './operator.js';

/**
 * Three replicas of an operator as processes, while processes are killed, stopped and blocked, and
 * their connections are cut, and while objects change: once with one leader and once with sharding.
 * At the end, the children must be exactly as wanted. Usage: npm run suite chaos -- [--seed N]
 * [--objects N] [--seconds N] [--mode leader|sharding]. The exit code is 1 after a violation.
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    objects: { type: 'string', default: '500' },
    seconds: { type: 'string', default: '60' },
    mode: { type: 'string' },
  },
});
const [seed, objects, seconds] = [values.seed, values.objects, values.seconds].map(Number);
const modes = values.mode === undefined ? ['leader', 'sharding'] : [values.mode];
const isValid =
  [seed, objects, seconds].every((value) => Number.isInteger(value)) &&
  modes.every((mode) => ['leader', 'sharding'].includes(mode));
if (!isValid || seed === undefined || objects === undefined || seconds === undefined) {
  console.error(
    'usage: npm run suite chaos -- [--seed N] [--objects N] [--seconds N] [--mode leader|sharding]',
  );
  process.exit(2);
}

const CHANGES_PER_SECOND = 30;
const CONVERGENCE_MS = 90_000;

/** A process with its own connection to the API server, restarted whenever it ends. */
class Replica {
  readonly gate: Gate;
  readonly lines: string[] = [];
  readonly #config: Omit<ReplicaConfig, 'identity'>;
  readonly #name: string;
  #generation = 0;
  #child: ChildProcess;
  #isEnding = false;

  constructor(name: string, gate: Gate, config: Omit<ReplicaConfig, 'identity'>) {
    this.gate = gate;
    this.#name = name;
    this.#config = config;
    this.#child = this.#start();
  }

  get identity(): string {
    return `${this.#name}-${this.#generation}`;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  block(blockMs: number): void {
    const order: BlockOrder = { blockMs };
    if (this.#child.connected) this.#child.send(order, () => {});
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    if (this.#child.exitCode === null && this.#child.signalCode === null) await ended;
    this.gate.close();
  }

  #start(): ChildProcess {
    this.#generation++;
    const config: ReplicaConfig = { ...this.#config, identity: this.identity };
    const child = fork(path.join(import.meta.dirname, 'replica.js'), [JSON.stringify(config)], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      execArgv: [],
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => this.lines.push(text.trim()));
    child.once('exit', (code, signal) => {
      this.lines.push(`${config.identity} ended with ${code ?? signal}`);
      if (!this.#isEnding) this.#child = this.#start();
    });
    return child;
  }
}

/** Does one thing to one replica, and undoes it. */
async function strike(replica: Replica, draw: Draw): Promise<string> {
  const { gate, identity } = replica;
  const ms = Math.round(200 + draw() ** 2 * 8_000);
  const fault = pick(['kill', 'stop', 'block', 'cut', 'cut requests', 'cut answers'], draw());
  switch (fault) {
    case 'kill':
      replica.signal('SIGKILL');
      return `killed ${identity}`;
    case 'stop':
      replica.signal('SIGSTOP');
      await wait(ms);
      replica.signal('SIGCONT');
      break;
    case 'block':
      replica.block(ms);
      await wait(ms);
      break;
    default:
      gate.requests.isHeld = fault !== 'cut answers';
      gate.answers.isHeld = fault !== 'cut requests';
      await wait(ms);
      // What was held is lost: a write that arrives after its term is outside of any protocol.
      gate.heal(false);
  }
  return `${fault} of ${identity} for ${ms} ms`;
}

interface Outcome extends ServerReport {
  readonly mode: string;
  readonly faults: number;
  readonly changes: number;
  /** The Sites without their ConfigMap, and the ConfigMaps without their Site, at the end. */
  readonly wrong: readonly string[];
  readonly convergedMs: number;
  readonly log: readonly string[];
}

async function runMode(mode: string, folder: string): Promise<Outcome> {
  const draw = seeded(seed ?? 1);
  const serverConfig: ServerConfig = { isSharded: mode === 'sharding' };
  const server = fork(path.join(import.meta.dirname, 'server.js'), [JSON.stringify(serverConfig)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: [],
  });
  const [ready] = (await once(server, 'message')) as [ServerReady];
  const direct = path.join(folder, `${mode}-direct`);
  await writeFile(direct, ready.kubeconfig);
  await using transport = createHttpTransport(await loadKubeConfig({ kubeconfig: direct }));
  const sites = createFullClient(transport, siteResource, 'default');
  const configMaps = createConfigMapClient(transport, 'default');
  const wanted = new Map<string, string>();
  let created = 0;
  const create = async (): Promise<void> => {
    const name = `site-${created++}`;
    wanted.set(name, 'first');
    await sites.create({ metadata: { name }, spec: { text: 'first' } });
  };
  for (let n = 0; n < (objects ?? 0); n++) await create();

  const replicas: Replica[] = [];
  for (const name of ['a', 'b', 'c']) {
    const gate = new Gate(ready.port);
    const port = await gate.open();
    const kubeconfig = path.join(folder, `${mode}-${name}`);
    await writeFile(kubeconfig, ready.kubeconfig.replaceAll(`:${ready.port}`, `:${port}`));
    const { effectsPort } = ready;
    replicas.push(new Replica(name, gate, { kubeconfig, ...serverConfig, effectsPort }));
  }

  const log: string[] = [];
  let changes = 0;
  const endMs = performance.now() + (seconds ?? 0) * 1000;
  const change = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const name = pick([...wanted.keys()], draw());
      const roll = draw();
      if (roll < 0.1) {
        wanted.delete(name);
        await sites.delete(name);
        await create();
      } else {
        const text = `text ${changes}`;
        wanted.set(name, text);
        await sites.mergePatch(name, { spec: { text } });
      }
      changes++;
      await wait(1000 / CHANGES_PER_SECOND);
    }
  };
  const breakThings = async (): Promise<void> => {
    // The first leader has some time.
    await wait(3_000);
    while (performance.now() < endMs) {
      log.push(await strike(pick(replicas, draw()), draw));
      await wait(200 + draw() * 1_500);
    }
  };
  await Promise.all([change(), breakThings(), breakThings()]);

  const endedMs = performance.now();
  let wrong = ['not compared'];
  const compare = async (): Promise<true | undefined> => {
    const { items } = await configMaps.list({ labelSelector: SITE_LABEL });
    const rest = new Map(wanted);
    wrong = [];
    for (const { metadata, data } of items) {
      const site = metadata.labels?.[SITE_LABEL] ?? '';
      if (rest.get(site) !== data?.['text']) wrong.push(`${metadata.name} is ${data?.['text']}`);
      rest.delete(site);
    }
    wrong.push(...[...rest.keys()].map((site) => `${site} has no ConfigMap`));
    return wrong.length === 0 ? true : undefined;
  };
  await waitFor('the children', CONVERGENCE_MS, compare).catch((error: unknown) => {
    log.push(String(error));
  });
  const convergedMs = performance.now() - endedMs;
  await Promise.all(replicas.map((replica) => replica.end()));
  server.send('report');
  const [report] = (await once(server, 'message')) as [ServerReport];
  server.kill('SIGKILL');
  const faults = log.length;
  log.push(...replicas.flatMap(({ lines }) => lines));
  return { mode, ...report, faults, changes, wrong, convergedMs, log };
}

const isBad = ({ violations, duplicates, wrong, effects }: Outcome): boolean =>
  violations.length + duplicates.length + wrong.length > 0 || effects === 0;

const folder = await mkdtemp(path.join(tmpdir(), 'vmgen-chaos-'));
const startMs = performance.now();
let failed = 0;
for (const mode of modes) {
  const outcome = await runMode(mode, folder);
  const { effects, late, faults, changes, moves, convergedMs } = outcome;
  const { violations, duplicates, wrong } = outcome;
  console.log(
    `${isBad(outcome) ? '✖' : '✔'} ${mode}, seed ${seed}: ${objects} objects, ${changes} changes, ${faults} faults, ` +
      `${moves} changes of holders, ${effects} effects (${late} late), ` +
      `${violations.length} without leadership, ${duplicates.length} duplicates, ` +
      `${wrong.length} wrong children after ${(convergedMs / 1000).toFixed(1)} s`,
  );
  if (!isBad(outcome)) continue;
  failed++;
  const file = path.join(tmpdir(), `vmgen-chaos-${mode}-seed-${seed}.json`);
  await writeFile(file, JSON.stringify(outcome, undefined, 2));
  console.log(`${[...violations, ...duplicates, ...wrong].slice(0, 5).join('\n')}\nsee ${file}`);
}
await rm(folder, { recursive: true, force: true });
const summary = process.env['VMGEN_SUMMARY'];
if (summary !== undefined) {
  const took = `${Math.round((performance.now() - startMs) / 1000)} s`;
  const cells = ['chaos', modes.length - failed, failed, 0, took, ''];
  await appendFile(summary, `${cells.join('\t')}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
