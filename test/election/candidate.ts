import { Agent, request } from 'node:http';
import {
  createHttpTransport,
  loadKubeConfig,
  runWithLeaderElection,
  systemClock,
  type Clock,
  type Leadership,
} from '@vmgen/runtime';
import type { EffectRequest } from './effects.js';
import type { CandidatePlan } from './plan.js';

/** The options of this process, as JSON in its only argument. */
export interface CandidateConfig extends CandidatePlan {
  readonly kubeconfig: string;
  readonly leaseName: string;
  readonly identity: string;
  /** The URL for effects: the server of the test, over a separate connection. */
  readonly effectsPort: number;
}

/** A message of the process: it observed the holder of the lease. */
export interface CandidateNews {
  readonly holder: string;
}

/** A message to the running process. */
export type CandidateOrder = { readonly blockMs: number } | { readonly cancel: true };

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** A monotonic clock that runs so many times as fast as the machine's. */
function scaledClock(rate: number): Clock {
  return {
    nowMs: () => systemClock.nowMs() * rate,
    date: () => systemClock.date(),
    setTimer: (delayMs, callback) => systemClock.setTimer(delayMs / rate, callback),
  };
}

/** One effect; resolves when the server has carried it out. */
function effect(config: CandidateConfig, text: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: config.effectsPort, method: 'POST', agent, signal },
      (response) => {
        response.resume();
        response.once('end', resolve).once('error', reject);
      },
    );
    sent.once('error', reject);
    sent.end(text);
  });
}

/** One effect after the other for as long as the leadership is there. */
async function work(config: CandidateConfig, leadership: Leadership): Promise<void> {
  const { leaseName: lease, identity } = config;
  const { transitions } = leadership;
  while (!leadership.signal.aborted) {
    // All processes of a machine share this clock. Taken before the check: the effect is as old.
    const checkedNs = String(process.hrtime.bigint());
    const sent: EffectRequest = { lease, identity, transitions, checkedNs };
    const text = JSON.stringify(sent);
    try {
      await leadership.guard((signal) => effect(config, text, signal));
    } catch (error) {
      process.stderr.write(`${identity}: ${String(error)}\n`);
    }
  }
}

const config = JSON.parse(process.argv[2] ?? '{}') as CandidateConfig;
const ending = new AbortController();
process.on('message', (order: CandidateOrder) => {
  if ('cancel' in order) {
    ending.abort();
    return;
  }
  const endMs = performance.now() + order.blockMs;
  while (performance.now() < endMs);
});
// Without its parent it is nobody's.
process.on('disconnect', () => process.exit(1));

const { kubeconfig, leaseName, identity, rate, effectsPort: _, ...timing } = config;
const transport = createHttpTransport(await loadKubeConfig({ kubeconfig }));
const outcome = await runWithLeaderElection(transport, {
  ...timing,
  leaseName,
  leaseNamespace: 'default',
  identity,
  clock: scaledClock(rate),
  releaseOnCancel: true,
  callbacks: {
    onStartedLeading: (leadership) => work(config, leadership),
    onNewLeader(holder) {
      const news: CandidateNews = { holder };
      process.send?.(news);
    },
  },
  signal: ending.signal,
});
process.stderr.write(`${identity}: ${outcome}\n`);
process.exit(0);
