import { percentOf } from './server-usage.js';
import type { ServerUsage } from './vm-driver.js';

interface CpuSample {
  readonly cpu_usage: { readonly total_usage: number };
  readonly system_cpu_usage?: number;
  readonly online_cpus?: number;
}

/** The used fields of the engine's stats. All fields that may be missing are optional. */
export interface EngineSample {
  readonly precpu_stats: CpuSample;
  readonly cpu_stats: CpuSample;
  readonly memory_stats: {
    readonly usage?: number;
    readonly limit?: number;
    readonly stats?: { readonly inactive_file?: number; readonly total_inactive_file?: number };
  };
}

/**
 * Returns the usage like `docker stats` (docker/cli, container/stats_helpers.go): CPU since the
 * previous sample, and memory without the reclaimable page cache.
 */
export function usageFrom(sample: EngineSample): ServerUsage | undefined {
  const { limit, usage } = sample.memory_stats;
  // A container that is not running has an empty sample.
  if (usage === undefined || limit === undefined || limit === 0) return undefined;
  return {
    cpu: percentOf(cpuShare(sample), 1),
    memory: percentOf(usage - reclaimable(sample, usage), limit),
  };
}

function cpuShare({ cpu_stats: now, precpu_stats: before }: EngineSample): number {
  const used = now.cpu_usage.total_usage - before.cpu_usage.total_usage;
  const elapsed = (now.system_cpu_usage ?? 0) - (before.system_cpu_usage ?? 0);
  // An idle sample may be equal to the previous one.
  if (elapsed <= 0 || used <= 0) return 0;
  return (used / elapsed) * (now.online_cpus ?? 1);
}

/** The field is inactive_file in cgroup v2 and total_inactive_file in v1. */
function reclaimable({ memory_stats: { stats } }: EngineSample, usage: number): number {
  const cache = stats?.inactive_file ?? stats?.total_inactive_file ?? 0;
  return cache < usage ? cache : 0;
}
