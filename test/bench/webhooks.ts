import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { generate } from 'selfsigned';
import { freePort } from '../support/listen.js';
import { inRepository } from '../support/repository.js';
import { goProgram } from './go-program.js';

const WARM_UP = 2_000;
const CALLS = 5_000;
const ROUNDS = 5;
const CONCURRENT = 10;
const PATH = '/validate--v1-configmap?timeout=10s';

/** A server of the webhook in its own process. */
interface Peer {
  readonly name: string;
  readonly start: (port: number, folder: string) => ChildProcess;
}

/** The times of calls, in milliseconds. */
interface Times {
  readonly median: number;
  readonly p99: number;
  readonly perSecond: number;
}

/**
 * Measures a validating call end to end over TLS, one after the other and ten concurrently, beside
 * controller-runtime's server with the same rule. The client is the same, so its time is part of both.
 */
export async function benchWebhooks(print: (line: string) => void): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vmgen-bench-'));
  try {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
    });
    writeFileSync(path.join(folder, 'tls.crt'), cert);
    writeFileSync(path.join(folder, 'tls.key'), key);
    const go = goPeer();
    const peers = [OURS, ...(go === undefined ? [] : [go])];
    print(row(['a validating call over TLS', 'median ms', 'p99 ms', '/s']));
    const found = new Map(
      peers.map(({ name }) => [name, { one: [] as Times[], many: [] as Times[] }]),
    );
    for (let round = 0; round < ROUNDS; round++) {
      for (const peer of peers) {
        const { one, many } = await measurePeer(peer, folder, cert);
        found.get(peer.name)?.one.push(one);
        found.get(peer.name)?.many.push(many);
      }
    }
    for (const [name, { one, many }] of found) {
      print(row([`  ${name}: one after the other`, ...columns(one)]));
      print(row([`  ${name}: ${CONCURRENT} concurrently`, ...columns(many)]));
    }
    if (go === undefined) print('no go on the PATH: not compared with controller-runtime');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const OURS: Peer = {
  name: '@vmgen/manager',
  start: (port, folder) => {
    const script = inRepository('test', 'dist', 'test', 'bench', 'webhooks', 'subject-webhook.js');
    const stdio = ['ignore', 'inherit', 'inherit', 'ipc'] as const;
    return spawn(process.execPath, [script, String(port), folder], { stdio: [...stdio] });
  },
};

/** The server of controller-runtime: test/bench/go-manager/webhook. */
function goPeer(): Peer | undefined {
  const bin = goProgram('go-manager', 'webhook');
  if (bin === undefined) return undefined;
  return {
    name: 'controller-runtime',
    start: (port, folder) => spawn(bin, [String(port), folder], { stdio: 'inherit' }),
  };
}

async function measurePeer({ start }: Peer, folder: string, ca: string) {
  const port = await freePort();
  const child = start(port, folder);
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT, ca });
  const call = () => callOnce(port, agent);
  try {
    for (let tries = 0; ; tries++) {
      try {
        await call();
        break;
      } catch (error) {
        if (tries === 100) throw error;
        await pause(100);
      }
    }
    await timesOf(call, WARM_UP, CONCURRENT);
    return { one: await timesOf(call, CALLS, 1), many: await timesOf(call, CALLS, CONCURRENT) };
  } finally {
    agent.destroy();
    child.kill();
    await once(child, 'exit');
  }
}

async function timesOf(call: () => Promise<void>, calls: number, workers: number): Promise<Times> {
  const times: number[] = [];
  let remaining = calls;
  const startMs = performance.now();
  const work = async (): Promise<void> => {
    while (remaining-- > 0) {
      const sentMs = performance.now();
      await call();
      times.push(performance.now() - sentMs);
    }
  };
  await Promise.all(Array.from({ length: workers }, work));
  const perSecond = (calls / (performance.now() - startMs)) * 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { median: at(0.5), p99: at(0.99), perSecond };
}

const body = JSON.stringify({
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: '705ab4f5-6393-11e8-b7cc-42010a800002',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    name: 'settings',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'admin', groups: ['system:masters'] },
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'settings', namespace: 'default', labels: { app: 'shop' } },
      data: Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`key${n}`, 'x'.repeat(100)])),
    },
    oldObject: null,
    dryRun: false,
  },
});

function callOnce(port: number, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path: PATH,
        method: 'POST',
        agent,
        servername: 'localhost',
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => {
          if (text.includes('"allowed":true')) resolve();
          else reject(new Error(`the webhook answered ${response.statusCode}: ${text}`));
        });
      },
    );
    sent.on('error', reject).end(body);
  });
}

/** The median of the rounds. */
function columns(rounds: readonly Times[]): string[] {
  const middle = (field: keyof Times): number => {
    const values = rounds.map((each) => each[field]).sort((a, b) => a - b);
    return values[Math.floor(values.length / 2)] ?? 0;
  };
  return [middle('median').toFixed(2), middle('p99').toFixed(2), middle('perSecond').toFixed(0)];
}

function row([first = '', ...others]: readonly string[]): string {
  return first.padEnd(46) + others.map((each) => each.padStart(11)).join('');
}
