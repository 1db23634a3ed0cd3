import { setTimeout as wait } from 'node:timers/promises';
import { createApiServer, startHttpsServer } from '@vmgen/apiserver';
import { createLeaseClient } from '@vmgen/kubernetes/coordination/v1';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { machineMs, startEffectServer } from '../support/processes/effects.js';
import { workerConfig } from '../support/processes/worker.js';
import {
  leaseOf,
  SITE_LABEL,
  siteCrd,
  TIMING,
  type SentEffect,
  type ServerConfig,
  type ServerReady,
  type ServerReport,
} from './operator.js';

/**
 * The API server and the outside system of a run, in a process of their own. Each effect is compared
 * with the holder of its Lease at this server when it begins.
 */

const EFFECT_MS = 5;
const SLACK_MS = TIMING.leaseDurationMs - TIMING.renewDeadlineMs;

const { isSharded } = workerConfig<ServerConfig>();
const server = createApiServer({ garbageCollection: true });
server.installCustomResourceDefinition(siteCrd);
const running = await startHttpsServer(server);
const leases = createLeaseClient(server.transport, 'default');
const configMaps = createConfigMapClient(server.transport, 'default');

const violations: string[] = [];
const duplicates = new Set<string>();
const working = new Map<string, string>();
let [effects, late] = [0, 0];

async function observe({ identity, key, checkedNs }: SentEffect, startMs: number): Promise<void> {
  const holder = (await leases.find(leaseOf(key, isSharded)))?.spec?.holderIdentity ?? '';
  const other = working.get(key);
  working.set(key, identity);
  await wait(EFFECT_MS);
  if (working.get(key) === identity) working.delete(key);
  const sinceCheckMs = machineMs() - Number(checkedNs) / 1e6;
  if (sinceCheckMs > SLACK_MS) {
    // The process was paused between its check and the request, or this one during the effect.
    late++;
    return;
  }
  effects++;
  const when = `${identity} on ${key} at ${startMs.toFixed(0)}, ${sinceCheckMs.toFixed(0)} ms after its check`;
  if (holder !== identity) violations.push(`${when}: the Lease is held by ${holder || 'nobody'}`);
  if (other !== undefined && other !== identity)
    violations.push(`${when}: ${other} works on it too`);
}

async function findDuplicates(): Promise<void> {
  const { items } = await configMaps.list({ labelSelector: SITE_LABEL });
  const seen = new Set<string>();
  for (const { metadata } of items) {
    const site = `${metadata.labels?.[SITE_LABEL]} ${metadata.ownerReferences?.[0]?.uid}`;
    if (seen.has(site)) duplicates.add(site);
    seen.add(site);
  }
}

async function report(): Promise<ServerReport> {
  await findDuplicates();
  const { items } = await leases.list();
  const moves = items.reduce((sum, { spec }) => sum + (spec?.leaseTransitions ?? 0), 0);
  return { effects, late, violations, duplicates: [...duplicates], moves };
}

const effectServer = await startEffectServer(observe);
setInterval(() => void findDuplicates(), 1_000);
process.on('message', () => {
  void report().then((answer) => process.send?.(answer));
});
const ready: ServerReady = {
  kubeconfig: running.kubeconfig(),
  port: running.port,
  effectsPort: effectServer.port,
};
process.send?.(ready);
