import assert from 'node:assert/strict';
import perfHooks from 'node:perf_hooks';
import { test } from 'node:test';
import { getHeapStatistics } from 'node:v8';
import { createPrometheusRegistry } from './create-prometheus-metrics.js';

test('a registry serves the metrics of the process and of Node', async () => {
  const text = await createPrometheusRegistry().text();
  for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds']) {
    assert.match(text, new RegExp(`^${name} `, 'm'));
  }
  assert.match(
    text,
    new RegExp(`^vmgen_heap_limit_bytes ${getHeapStatistics().heap_size_limit}$`, 'm'),
  );
});

test('the event loop is sampled once a second, and its delay excludes the planned second', async (t) => {
  const sampled = { min: 1.1e9, max: 1.5e9, mean: 1.2e9, stddev: 0.1e9, count: 3 };
  const empty = { min: 2 ** 63, max: 0, mean: Number.NaN, stddev: Number.NaN, count: 0 };
  const resolutions: unknown[] = [];
  t.mock.method(perfHooks, 'monitorEventLoopDelay', (options?: { resolution?: number }) => {
    resolutions.push(options?.resolution);
    const percentile = (percent: number): number => 1e9 + percent * 1e7;
    const reset = (): unknown => Object.assign(histogram, empty);
    const histogram = { ...sampled, percentile, reset, enable: () => true };
    return histogram;
  });
  const registry = createPrometheusRegistry();
  assert.deepEqual(new Set(resolutions), new Set([1000]));
  const delays = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      Array.from(
        (await registry.text()).matchAll(/^nodejs_eventloop_lag_(\w+)_seconds (\S+)$/gm),
        ([, statistic = '', value]) => [statistic, Number(Number(value).toFixed(6))],
      ),
    );
  const first = { min: 0.1, max: 0.5, mean: 0.2, stddev: 0.1, p50: 0.5, p90: 0.9, p99: 0.99 };
  assert.deepEqual(await delays(), first);
  const none = { min: 0, max: 0, mean: 0, stddev: 0, p50: 0, p90: 0, p99: 0 };
  assert.deepEqual(await delays(), none, 'since the last collection');
});
