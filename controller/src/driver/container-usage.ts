import type { ServerUsage } from './vm-driver.js';

interface CpuSample {
  readonly cpu_usage: { readonly total_usage: number };
  readonly system_cpu_usage?: number;
  readonly online_cpus?: number;
}

/** What the engine's stats say, as far as it is looked at here; all that may be missing is so marked. */
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
 * Usage as `docker stats` shows it (docker/cli, container/stats_helpers.go): CPU over the time
 * since the sample before, memory without the page cache that can be given back.
 */
export function usageFrom(sample: EngineSample): ServerUsage | undefined {
  const { limit, usage } = sample.memory_stats;
  // A container that is not running has an empty sample.
  if (usage === undefined || limit === undefined || limit === 0) return undefined;
  return {
    cpu: rounded(cpuPercent(sample)),
    memory: rounded(((usage - reclaimable(sample, usage)) / limit) * 100),
  };
}

function cpuPercent({ cpu_stats: now, precpu_stats: before }: EngineSample): number {
  const used = now.cpu_usage.total_usage - before.cpu_usage.total_usage;
  const elapsed = (now.system_cpu_usage ?? 0) - (before.system_cpu_usage ?? 0);
  // An idle sample may equal the one before it.
  if (elapsed <= 0 || used <= 0) return 0;
  return (used / elapsed) * (now.online_cpus ?? 1) * 100;
}

/** cgroup v2 says inactive_file, v1 total_inactive_file. */
function reclaimable({ memory_stats: { stats } }: EngineSample, usage: number): number {
  const cache = stats?.inactive_file ?? stats?.total_inactive_file ?? 0;
  return cache < usage ? cache : 0;
}

/** Two decimals: finer ones change with every sample, and each change is a write to the API. */
function rounded(percent: number): number {
  return Math.round(percent * 100) / 100;
}
