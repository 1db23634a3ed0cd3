// Sends random requests to the embedded API server over HTTPS, and compares watches with lists.
// Usage: npm run suite fuzz-apiserver -- [--requests N] [--seed N] [--max-rss-mib N]
import { numberOptions } from '../support/options.js';
import { seeded } from '../support/seeded.js';
import { Client, type Answer, type FuzzRequest } from './client.js';
import { Mirror } from './mirror.js';
import { nextRequest, preparation } from './requests.js';
import { startServerProcess } from './server-process.js';

const {
  requests,
  seed,
  'max-rss-mib': maxRssMib,
} = numberOptions('fuzz-apiserver', { requests: 100_000, seed: 1, 'max-rss-mib': 1024 });

const AT_ONCE = 16;
/** So many requests lie between two comparisons of watches with lists. */
const CHECK_EVERY = 2000;
const SETTLE_MS = 20_000;
/** The words of V8's own errors, which no answer may carry. */
const JAVASCRIPT =
  /\b(Type|Range|Reference|Syntax)Error\b|Cannot (read|set|convert|mix|destructure)|is not (a function|iterable|defined)|reading '|of undefined|of null\b|Maximum call stack|Invalid array length|Invalid string length|\[object Object\]|Assertion|out of memory/;

const MIRRORED: readonly (readonly [path: string, streams: boolean])[] = [
  ['/apis/fuzz.test/v1/widgets', false],
  ['/apis/fuzz.test/v2/widgets', true],
  ['/apis/fuzz.test/v2/namespaces/f1/widgets?labelSelector=tier%3Dgold', false],
  ['/api/v1/configmaps', false],
  ['/api/v1/events', true],
  ['/apis/events.k8s.io/v1/namespaces/f2/events', false],
  ['/apis/apps/v1/deployments', true],
];

const random = seeded(seed);
const server = await startServerProcess();
const client = new Client(server);
const statuses = new Map<number, number>();
const serverErrors = new Map<string, number>();
/** Answers with the words of a JavaScript error; each with the first request that got it. */
const javascript = new Map<string, string>();
let sent = 0;
let mirrors: readonly Mirror[] = [];

function note({ status, text }: Answer, request: FuzzRequest): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status < 500) return;
  const message = /"message":"((?:[^"\\]|\\.){0,80})/.exec(text)?.[1] ?? text.slice(0, 80);
  const key = `${status} ${message.replace(/\d+/g, 'N')}`;
  serverErrors.set(key, (serverErrors.get(key) ?? 0) + 1);
  if (!JAVASCRIPT.test(text) || javascript.has(key)) return;
  javascript.set(
    key,
    `an answer carries a JavaScript text: ${text.slice(0, 500)}\n${shown(request)}`,
  );
}

const shown = ({ method, path, headers, body }: FuzzRequest): string =>
  `request ${sent} of seed ${seed}: ${method} ${path} ${JSON.stringify(headers)} ${body?.slice(0, 2000)}`;

/** Sends requests, several at once, until `until` of them were sent. */
async function burst(until: number): Promise<void> {
  const sender = async (): Promise<void> => {
    while (sent < until) {
      sent++;
      const request = nextRequest(random);
      let answer: Answer;
      try {
        answer = await client.send(request);
      } catch (cause) {
        throw new Error(`no answer (${server.ended ?? 'the server runs'}): ${shown(request)}`, {
          cause,
        });
      }
      note(answer, request);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}

async function prepare(): Promise<void> {
  for (const request of preparation(random)) note(await client.send(request), request);
}

/** Compares each mirror with a list, now that nothing is written. */
async function check(): Promise<void> {
  const deadline = performance.now() + SETTLE_MS;
  for (const [i, mirror] of mirrors.entries()) {
    const path = MIRRORED[i]?.[0] ?? '';
    for (;;) {
      const difference = mirror.differenceFrom(await client.get(path));
      if (difference === undefined) break;
      if (performance.now() > deadline) {
        throw new Error(
          `after ${sent} requests ${mirror.name} differs from its list: ${difference}`,
        );
      }
      await new Promise((resolve) => void setTimeout(resolve, 20));
    }
  }
  const rssMib = server.peak.rssBytes / 2 ** 20;
  if (rssMib > maxRssMib) throw new Error(`the server takes ${Math.round(rssMib)} MiB`);
}

const started = performance.now();
let failure: unknown;
try {
  await prepare();
  mirrors = MIRRORED.map(([path, streams]) => new Mirror(client, path, streams));
  for (let next = CHECK_EVERY; sent < requests; next += CHECK_EVERY) {
    await burst(Math.min(next, requests));
    await check();
    await prepare();
    if (sent % 50_000 === 0) console.error(`${sent} requests, ${figures()}`);
  }
} catch (error) {
  failure = error;
}
await Promise.allSettled(mirrors.map((mirror) => mirror.stop()));
client.close();
server.stop();

function figures(): string {
  const { rssBytes, blockMs } = server.peak;
  const seconds = (performance.now() - started) / 1000;
  const watches = mirrors.reduce((sum, mirror) => sum + mirror.watches, 0);
  return `${Math.round(sent / seconds)} a second, ${watches} watches followed, RSS at most ${Math.round(rssBytes / 2 ** 20)} MiB, longest block of the event loop ${Math.round(blockMs)} ms`;
}

console.log(`seed ${seed}: ${sent} requests, ${figures()}`);
console.log(`statuses: ${table(statuses)}`);
console.log(`server errors: ${table(serverErrors)}`);
for (const problem of javascript.values()) console.error(`FAILED ${problem}`);
if (failure !== undefined) console.error('FAILED', failure);
process.exitCode = failure === undefined && javascript.size === 0 ? 0 : 1;

function table(counts: ReadonlyMap<number | string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const first = sorted.slice(0, 20).map(([key, count]) => `${key}: ${count}`);
  return [...first, ...(sorted.length > 20 ? [`${sorted.length - 20} others`] : [])].join('; ');
}
