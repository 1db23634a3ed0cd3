import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createHttpTransport, createResourceClient, loadKubeConfig } from '@vmgen/runtime';
import {
  GatedProcess,
  type GatedProcessOptions,
  type ProcessFault,
} from '../support/processes/gated-process.js';
import { forkWorker, killProcess, nextMessage } from '../support/processes/worker.js';
import { pick, seeded, type Draw } from '../support/seeded.js';
import { summarize } from '../support/summarize.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { waitFor } from '../support/wait-for.js';
import {
  SITE_LABEL,
  siteResource,
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

type FaultName = 'kill' | 'stop' | 'block' | 'cut' | 'cut requests' | 'cut answers';
const FAULTS: readonly FaultName[] = [
  'kill',
  'stop',
  'block',
  'cut',
  'cut requests',
  'cut answers',
];

function faultOf(name: FaultName, ms: number): ProcessFault {
  if (name === 'kill') return { do: name };
  if (name === 'stop' || name === 'block') return { do: name, ms };
  const direction = name === 'cut' ? 'both' : name === 'cut requests' ? 'requests' : 'answers';
  // What was held is lost: a write that arrives after its term is outside of any protocol.
  return { do: 'cut', ms, direction, isDelivered: false };
}

/** Causes one fault for one replica, and undoes it. */
async function strike(replica: GatedProcess, draw: Draw): Promise<string> {
  const { identity } = replica;
  const ms = Math.round(200 + draw() ** 2 * 8_000);
  const name = pick(FAULTS, draw());
  await replica.strike(faultOf(name, ms));
  return name === 'kill' ? `killed ${identity}` : `${name} of ${identity} for ${ms} ms`;
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
  const server = forkWorker(new URL('server.js', import.meta.url), serverConfig);
  const ready = await nextMessage<ServerReady>(server);
  const direct = path.join(folder, `${mode}-direct`);
  await writeFile(direct, ready.kubeconfig);
  await using transport = createHttpTransport(await loadKubeConfig({ kubeconfig: direct }));
  const sites = createResourceClient(transport, siteResource, { namespace: 'default' });
  const configMaps = createConfigMapClient(transport, 'default');
  const wanted = new Map<string, string>();
  let created = 0;
  const create = async (): Promise<void> => {
    const name = `site-${created++}`;
    wanted.set(name, 'first');
    await sites.create({ metadata: { name }, spec: { text: 'first' } });
  };
  for (let n = 0; n < (objects ?? 0); n++) await create();

  const { effectsPort } = ready;
  const gated = { kubeconfig: ready.kubeconfig, serverPort: ready.port, folder };
  const replicas: GatedProcess[] = [];
  for (const name of ['a', 'b', 'c']) {
    const start: GatedProcessOptions['start'] = (given) => {
      const config: ReplicaConfig = { ...given, ...serverConfig, effectsPort };
      const script = new URL('replica.js', import.meta.url);
      return forkWorker(script, config, { hidesErrors: true });
    };
    replicas.push(
      await GatedProcess.start(gated, { name: `${mode}-${name}`, restarts: true, start }),
    );
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
  const report = await nextMessage<ServerReport>(server);
  await killProcess(server);
  const faults = log.length;
  log.push(...replicas.flatMap(({ lines }) => lines));
  return { mode, ...report, faults, changes, wrong, convergedMs, log };
}

const isBad = ({ violations, duplicates, wrong, effects }: Outcome): boolean =>
  violations.length + duplicates.length + wrong.length > 0 || effects === 0;

await using folder = await temporaryFolder('chaos');
const startMs = performance.now();
let failed = 0;
for (const mode of modes) {
  const outcome = await runMode(mode, folder.path);
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
summarize('chaos', { passed: modes.length - failed, failed, startMs });
process.exitCode = failed === 0 ? 0 : 1;
