import { readFileSync } from 'node:fs';

// What the subjects of the benchmark have in common: they follow the server's machines, say what a
// phase of it cost, and end.

/** What a phase cost: the sync of all objects, or the events after it. */
export interface Cost {
  readonly ms: number;
  readonly cpuMs: number;
  /** What is held after a garbage collection, more than before the first phase. */
  readonly heapMiB: number;
  /** The most memory that the process had until now. */
  readonly peakMiB: number;
}

export interface Costs {
  readonly sync: Cost;
  readonly events?: Cost;
}

/** What a subject does: it calls `onObject` and `onEvent` once for each that it has handled. */
type Follow = (server: string, onObject: () => void, onEvent: () => void) => void | Promise<void>;

/** Lets `follow` sync, sends the events, prints the {@link Costs} as a line of JSON and exits. */
export async function runSubject(follow: Follow): Promise<void> {
  const [server = '', objects, events] = process.argv.slice(2);
  const baseBytes = heapBytes();
  const synced = counter(Number(objects));
  const notified = counter(Number(events));
  let meter = startMeter(baseBytes);
  await follow(server, synced.count, notified.count);
  await synced.reached;
  const sync = meter();
  if (Number(events) === 0) return finish({ sync });
  meter = startMeter(baseBytes);
  await fetchText(`${server}/bench/start`);
  await notified.reached;
  finish({ sync, events: meter() });
}

function finish(costs: Costs): void {
  process.stdout.write(`${JSON.stringify(costs)}\n`, () => process.exit(0));
}

function counter(goal: number): { count: () => void; reached: Promise<void> } {
  let left = goal;
  let reach: () => void;
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const count = (): void => {
    if (--left === 0) reach();
  };
  return { count, reached };
}

/** The function that it gives ends the phase. */
function startMeter(baseBytes: number): () => Cost {
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  return () => {
    const ms = performance.now() - start;
    const { user, system } = process.cpuUsage(cpuStart);
    const peakMiB = peakKiB() / 1024;
    return {
      ms,
      cpuMs: (user + system) / 1000,
      heapMiB: (heapBytes() - baseBytes) / 2 ** 20,
      peakMiB,
    };
  };
}

function heapBytes(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** A child's `maxRSS` may be that of the process which it was forked from. */
function peakKiB(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS;
  return Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}

/** By node:http alone, so that no other client is loaded and counted. */
async function fetchText(url: string): Promise<string> {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
      response.on('error', reject);
    }).on('error', reject);
  });
}
