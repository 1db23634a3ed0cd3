import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { inRepository } from '../support/repository.js';
import { goProgram } from './go-program.js';
import { startBenchServer, type BenchServer } from './runtime/bench-server.js';
import { median, rowsOf } from './measure.js';
import type { Cost, Costs } from './runtime/subject.js';

const row = rowsOf(58, 9);

const ROUNDS = 5;
const MANY = 100_000;
const SOME = 10_000;

/** A program that follows the server's machines; see `runSubject`. */
interface Follower {
  readonly name: string;
  readonly command: readonly [program: string, ...args: string[]];
  /** Whether the server has streaming lists, for those that can read them. */
  readonly streaming?: boolean;
  /** The last arguments. */
  readonly options?: readonly string[];
}

const NAIVE: Follower = { name: 'naive: one list, JSON.parse, a Map', command: node('naive') };
const OURS: Follower = { name: '@vmgen/runtime', command: node('ours') };
const OURS_STREAMING: Follower = { ...OURS, name: '@vmgen/runtime, streaming', streaming: true };
/** With the option of the generated Deployment that limits the young generation. */
const OURS_DEPLOYED: Follower = {
  name: '@vmgen/runtime, --max-semi-space-size=1',
  command: [process.execPath, '--max-semi-space-size=1', ...OURS.command.slice(1)],
};
const OURS_WHOLE: Follower = {
  name: '@vmgen/runtime, keepManagedFields',
  command: OURS.command,
  options: ['keepManagedFields'],
};
const CLIENT_NODE: Follower = { name: '@kubernetes/client-node', command: node('client-node') };

/** What a scenario asks of the server, and whose phase is looked at. */
interface Scenario {
  readonly title: string;
  readonly objects: number;
  readonly events: number;
  readonly expires?: boolean;
}

const SYNC: Scenario = { title: 'sync of 100,000 objects', objects: MANY, events: 0 };
const EVENTS: Scenario = {
  title: '100,000 MODIFIED events over 10,000 objects',
  objects: SOME,
  events: MANY,
};
const RELIST: Scenario = {
  title: 'a watch expires when all of 100,000 objects have changed',
  objects: MANY,
  events: MANY,
  expires: true,
};

type Print = (line: string) => void;

/** Measures informers, copies and reads beside the least that each can cost, and beside client-go. */
export async function benchRuntime(print: Print): Promise<void> {
  await using server = await startBenchServer();
  const informer = goProgram('go', 'informer');
  const go: Follower | undefined =
    informer === undefined ? undefined : { name: 'client-go, typed, QPS -1', command: [informer] };
  const ours = [OURS, OURS_DEPLOYED, OURS_WHOLE, OURS_STREAMING];
  const followers = [NAIVE, ...ours, CLIENT_NODE, ...(go === undefined ? [] : [go])];
  printSync(await runInTurn(server, SYNC, followers), print);
  printEvents(await runInTurn(server, EVENTS, followers), print);
  printRelist(await runInTurn(server, RELIST, [OURS, ...(go === undefined ? [] : [go])]), print);
  if (go === undefined) print('\nno go on the PATH: not compared with client-go');
  await printGets(server, print);
  await printCopies(print);
}

function node(subject: string): [string, ...string[]] {
  return [process.execPath, '--expose-gc', script(subject)];
}

function script(subject: string): string {
  return inRepository('test', 'dist', 'test', 'bench', 'runtime', `subject-${subject}.js`);
}

type Measured = ReadonlyMap<Follower, Costs>;

/** Each in a fresh process, in turn; the medians of each figure. */
async function runInTurn(
  server: BenchServer,
  { objects, events, expires = false }: Scenario,
  followers: readonly Follower[],
): Promise<Measured> {
  const runs = new Map(followers.map((follower) => [follower, [] as Costs[]]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const follower of followers) {
      const { streaming = false, options = [] } = follower;
      await server.reset({ objects, events, streaming, expires });
      const [program, ...args] = follower.command;
      const numbers = [String(objects), String(events)];
      const all = [...args, server.url, ...numbers, ...options];
      const costs = await run<Costs>(follower.name, program, all);
      runs.get(follower)?.push(costs);
    }
  }
  return new Map(Array.from(runs, ([follower, all]) => [follower, medians(all)]));
}

async function run<R>(name: string, program: string, args: readonly string[]): Promise<R> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { timeout: 120_000 });
    return JSON.parse(stdout) as R;
  } catch (cause) {
    throw new Error(`${name} failed`, { cause });
  }
}

function medians(runs: readonly Costs[]): Costs {
  const sync = medianCost(runs.map((costs) => costs.sync));
  const events = runs.flatMap((costs) => costs.events ?? []);
  return events.length === 0 ? { sync } : { sync, events: medianCost(events) };
}

function medianCost(costs: readonly Cost[]): Cost {
  const of = (figure: keyof Cost): number => median(costs.map((cost) => cost[figure]));
  return { ms: of('ms'), cpuMs: of('cpuMs'), heapMiB: of('heapMiB'), peakMiB: of('peakMiB') };
}

/** The figures of a table, each beside its ratio to the first row's. */
function printSync(measured: Measured, print: Print): void {
  print(row([SYNC.title, 'ms', 'x', 'CPU ms', 'x', 'heap MiB', 'x', 'peak MiB', 'x']));
  const naive = measured.get(NAIVE)?.sync;
  for (const [{ name }, { sync }] of measured) print(row([name, ...besides(sync, naive)]));
  const ours = measured.get(OURS)?.sync;
  if (naive === undefined || ours === undefined) return;
  print(goal('time', ours.ms / naive.ms, 0.65));
  print(goal('heap', ours.heapMiB / naive.heapMiB, 0.35));
  print(goal('peak memory', ours.peakMiB / naive.peakMiB, 0.4));
  const whole = measured.get(OURS_WHOLE)?.sync;
  if (whole !== undefined) print(goal('time with managed fields', whole.ms / naive.ms, 0.9));
}

function besides(cost: Cost, base: Cost | undefined): string[] {
  const figures = ['ms', 'cpuMs', 'heapMiB', 'peakMiB'] as const;
  return figures.flatMap((figure) => [
    cost[figure].toFixed(0),
    (cost[figure] / (base?.[figure] ?? Number.NaN)).toFixed(2),
  ]);
}

function printEvents(measured: Measured, print: Print): void {
  print('');
  print(row([EVENTS.title, 'events/s', 'x', 'CPU ms', 'x', 'heap MiB', 'peak MiB', 'x']));
  const naive = measured.get(NAIVE)?.events;
  const rate = (cost: Cost | undefined): number => (MANY / (cost?.ms ?? Number.NaN)) * 1000;
  for (const [{ name }, { events }] of measured) {
    if (events === undefined || naive === undefined) continue;
    const { cpuMs, heapMiB, peakMiB } = events;
    print(
      row([
        name,
        rate(events).toFixed(0),
        (rate(events) / rate(naive)).toFixed(2),
        cpuMs.toFixed(0),
        (cpuMs / naive.cpuMs).toFixed(2),
        heapMiB.toFixed(0),
        peakMiB.toFixed(0),
        (peakMiB / naive.peakMiB).toFixed(2),
      ]),
    );
  }
  const ours = measured.get(OURS)?.events;
  if (ours === undefined) return;
  print(goal('events', rate(ours) / rate(naive), 1.4, '>='));
  const whole = measured.get(OURS_WHOLE)?.events;
  print(goal('events with managed fields', rate(whole) / rate(naive), 1, '>='));
  print(goal('peak memory, MiB', ours.peakMiB, 150));
}

function printRelist(measured: Measured, print: Print): void {
  print('');
  print(row([RELIST.title, 'ms', 'x sync', 'peak MiB', 'x sync']));
  for (const [{ name }, { sync, events }] of measured) {
    if (events === undefined) continue;
    const [ms, peakMiB] = [events.ms / sync.ms, events.peakMiB / sync.peakMiB];
    print(
      row([
        name,
        events.ms.toFixed(0),
        ms.toFixed(2),
        events.peakMiB.toFixed(0),
        peakMiB.toFixed(2),
      ]),
    );
  }
}

async function printGets(server: BenchServer, print: Print): Promise<void> {
  const [bare, ours] = await inTurn('get', ['bare', 'ours'], [server.tlsUrl]);
  print('');
  print(row(['a GET over TLS', 'us', 'x']));
  print(row(['node:https, connection kept', bare.toFixed(0), '1.00']));
  print(row(['@vmgen/runtime', ours.toFixed(0), (ours / bare).toFixed(2)]));
  print(goal('time', ours / bare, 1.2));
}

async function printCopies(print: Print): Promise<void> {
  for (const managed of [[], ['managed']]) {
    const [hand, generated] = await inTurn('copy', ['hand', 'generated'], managed);
    print('');
    print(row([`a copy with${managed.length === 0 ? 'out' : ''} managedFields`, 'ns', 'x']));
    print(row(['by hand', hand.toFixed(0), '1.00']));
    print(row(['generated', generated.toFixed(0), (generated / hand).toFixed(2)]));
    print(goal('time', generated / hand, 1.1));
  }
}

/** The medians of what two subjects of one script print, a process each, in turn. */
async function inTurn(
  subject: string,
  [first, second]: readonly [string, string],
  args: readonly string[],
): Promise<[number, number]> {
  const time = (who: string): Promise<number> =>
    run(`${subject} ${who}`, process.execPath, [script(subject), who, ...args]);
  const pairs: [number, number][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    pairs.push([await time(first), await time(second)]);
  }
  return [median(pairs.map(([a]) => a)), median(pairs.map(([, b]) => b))];
}

function goal(name: string, value: number, bound: number, relation: '<=' | '>=' = '<='): string {
  const isMet = relation === '<=' ? value <= bound : value >= bound;
  const shown = bound < 10 ? value.toFixed(2) : value.toFixed(0);
  return `  goal: ${name} ${relation} ${bound}: ${shown}, ${isMet ? 'met' : 'missed'}`;
}
