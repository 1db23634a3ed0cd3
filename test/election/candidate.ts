import {
  createHttpTransport,
  loadKubeConfig,
  runWithLeaderElection,
  systemClock,
  type Clock,
  type Leadership,
} from '@vmgen/runtime';
import { effectSender } from '../support/processes/effects.js';
import { block, workerConfig, type BlockOrder } from '../support/processes/worker.js';
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
export type CandidateOrder = BlockOrder | { readonly cancel: true };

/** A monotonic clock that runs so many times as fast as the machine's. */
function scaledClock(rate: number): Clock {
  return {
    nowMs: () => systemClock.nowMs() * rate,
    date: () => systemClock.date(),
    setTimer: (delayMs, callback) => systemClock.setTimer(delayMs / rate, callback),
  };
}

/** One effect after the other for as long as the leadership is there. */
async function work(config: CandidateConfig, leadership: Leadership): Promise<void> {
  const { leaseName: lease, identity } = config;
  const { transitions } = leadership;
  while (!leadership.signal.aborted) {
    // All processes of a machine share this clock. Taken before the check: the effect is as old.
    const checkedNs = String(process.hrtime.bigint());
    const sent: EffectRequest = { lease, identity, transitions, checkedNs };
    try {
      await leadership.guard((signal) => sendEffect(sent, signal));
    } catch (error) {
      process.stderr.write(`${identity}: ${String(error)}\n`);
    }
  }
}

const config = workerConfig<CandidateConfig>();
const sendEffect = effectSender<EffectRequest>(config.effectsPort, 1);
const ending = new AbortController();
process.on('message', (order: CandidateOrder) => {
  if ('cancel' in order) ending.abort();
  else block(order);
});

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
