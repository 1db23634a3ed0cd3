import perfHooks from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client';

/** 100 samples a second, as by default, cost an idle process more than all its work. */
const SAMPLE_MS = 1_000;

/** The statistics of `prom-client` with their descriptions. */
const STATISTICS = {
  min: 'The minimum recorded event loop delay.',
  max: 'The maximum recorded event loop delay.',
  mean: 'The mean of the recorded event loop delays.',
  stddev: 'The standard deviation of the recorded event loop delays.',
  p50: 'The 50th percentile of the recorded event loop delays.',
  p90: 'The 90th percentile of the recorded event loop delays.',
  p99: 'The 99th percentile of the recorded event loop delays.',
} as const;

/**
 * Collects the default metrics of `prom-client`, but samples the delay of the event loop once a second.
 * Node records the time between two samples. `prom-client` does not subtract the planned time, which
 * would be a delay of a second; these metrics do, and are 0 without a sample since the last collection.
 * Adds the limit of the heap.
 */
export function collectProcessMetrics(register: Registry): void {
  collectDefaultMetrics({ register, eventLoopMonitoringPrecision: SAMPLE_MS });
  const limit: Gauge = new Gauge({
    name: 'vmgen_heap_limit_bytes',
    help: 'The size at which the heap of the process is full, in bytes.',
    registers: [register],
    collect: () => limit.set(getHeapStatistics().heap_size_limit),
  });
  const samples = perfHooks.monitorEventLoopDelay({ resolution: SAMPLE_MS });
  samples.enable();
  let delays: Partial<Record<string, number>> = {};
  const takeSamples = (): void => {
    const { count, min, max, mean, stddev } = samples;
    const [p50, p90, p99] = [50, 90, 99].map((percent) => samples.percentile(percent));
    delays = count === 0 ? {} : { min, max, mean, p50, p90, p99, stddev: stddev + SAMPLE_MS * 1e6 };
    samples.reset();
  };
  for (const [statistic, help] of Object.entries(STATISTICS)) {
    const name = `nodejs_eventloop_lag_${statistic}_seconds`;
    register.removeSingleMetric(name);
    const gauge: Gauge = new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        // The registry collects in the order of registration.
        if (statistic === 'min') takeSamples();
        gauge.set(Math.max(0, (delays[statistic] ?? 0) / 1e9 - SAMPLE_MS / 1e3));
      },
    });
  }
}
