import type { KubernetesObject } from '@vmgen/runtime';
import { siteCrdOf, siteResourceOf } from '../support/site-kind.js';

/** The kind of the operator under test: each has one ConfigMap with its text. */
interface Site extends KubernetesObject {
  spec: { text: string };
}

const GROUP = 'chaos.example.com';
export const siteResource = siteResourceOf<Site>(GROUP);
export const siteCrd = siteCrdOf(GROUP, {
  spec: { type: 'object', properties: { text: { type: 'string' } } },
});

/** The label of a ConfigMap with the name of its Site. */
export const SITE_LABEL = 'chaos.example.com/site';

/** The name of the operator and the prefix of its Leases. */
export const OPERATOR = 'chaos';

/** About five times as fast as the defaults. `leaseDurationSeconds` is a whole number. */
export const TIMING = { leaseDurationMs: 4_000, renewDeadlineMs: 2_500, retryPeriodMs: 500 };

export const SHARDS = 12;

/** What a replica sends with an effect. */
export interface SentEffect {
  readonly identity: string;
  /** The key of the reconciled object. */
  readonly key: string;
  /** `process.hrtime.bigint()` before the check of the leadership. */
  readonly checkedNs: string;
}

/** The options of the process of the servers, as JSON in its argument. */
export interface ServerConfig {
  readonly isSharded: boolean;
}

/** The first message of the process of the servers. */
export interface ServerReady {
  readonly kubeconfig: string;
  readonly port: number;
  readonly effectsPort: number;
}

/** What the process of the servers has observed; the answer to the message `report`. */
export interface ServerReport {
  /** The effects that were in time. */
  readonly effects: number;
  /** The effects that took longer than the lease lasts after the renew deadline. */
  readonly late: number;
  /** The effects of processes that did not hold the Lease, and concurrent effects on a key. */
  readonly violations: readonly string[];
  /** The Sites that had two ConfigMaps at some time. */
  readonly duplicates: readonly string[];
  /** How often a Lease has had another holder. */
  readonly moves: number;
}

/** The options of a replica, as JSON in its argument. */
export interface ReplicaConfig {
  readonly kubeconfig: string;
  readonly identity: string;
  readonly isSharded: boolean;
  readonly effectsPort: number;
}

/** Returns the name of the Lease whose holder may work on a key. */
export function leaseOf(key: string, isSharded: boolean): string {
  return isSharded ? `${OPERATOR}-shard-${shardOf(key)}` : OPERATOR;
}

/** The hash that docs/scale.md describes, written independently of the manager. */
function shardOf(key: string): number {
  let hash = 2_166_136_261n;
  const mask = 0xffff_ffffn;
  for (const byte of Buffer.from(key)) hash = ((hash ^ BigInt(byte)) * 16_777_619n) & mask;
  hash = ((hash ^ (hash >> 16n)) * 0x85eb_ca6bn) & mask;
  hash = ((hash ^ (hash >> 13n)) * 0xc2b2_ae35n) & mask;
  return Number((hash ^ (hash >> 16n)) % BigInt(SHARDS));
}
