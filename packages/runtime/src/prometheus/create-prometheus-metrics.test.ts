import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { Counter, Registry } from 'prom-client';
import { createPrometheusMetrics } from './create-prometheus-metrics.js';

const options = { name: 'things_total', help: 'Things that were seen.', labels: ['name'] };
const gauge = { ...options, name: 'things' };
const histogram = { ...options, name: 'thing_seconds', buckets: [0.5, 1] };

describe('metrics in a registry of prom-client', () => {
  test('counters, gauges and histograms are served under their names', async () => {
    const register = new Registry();
    const metrics = createPrometheusMetrics(register);
    const counter = metrics.counter(options);
    counter.add({ name: 'a' });
    counter.add({ name: 'a' }, 2);
    metrics.gauge(gauge).set({ name: 'a' }, 7);
    metrics.histogram(histogram).observe({ name: 'a' }, 0.7);
    const text = await register.metrics();
    assert.match(text, /^# HELP things_total Things that were seen\.$/m);
    assert.match(text, /^things_total\{name="a"\} 3$/m);
    assert.match(text, /^things\{name="a"\} 7$/m);
    assert.match(text, /^thing_seconds_bucket\{le="0\.5",name="a"\} 0$/m);
    assert.match(text, /^thing_seconds_bucket\{le="1",name="a"\} 1$/m);
  });

  test('a metric without labels is one series', async () => {
    const register = new Registry();
    const metrics = createPrometheusMetrics(register);
    const help = 'Things that were seen.';
    metrics.counter({ name: 'seen_total', help }).add({}, 2);
    metrics.gauge({ name: 'seen', help }).set({}, 3);
    metrics.observe({ name: 'oldest', help, combine: 'maximum' }, (report) => {
      report({}, 4);
      report({}, 1);
    });
    const text = await register.metrics();
    for (const line of ['seen_total 2', 'seen 3', 'oldest 4']) {
      assert.match(text, new RegExp(`^${line}$`, 'm'));
    }
  });

  test('a counter that was increased by 0 is served as 0', async () => {
    const register = new Registry();
    createPrometheusMetrics(register).counter(options).add({ name: 'a' }, 0);
    assert.match(await register.metrics(), /^things_total\{name="a"\} 0$/m);
  });

  test('returns the same metric for the same name', async () => {
    const register = new Registry();
    for (const metrics of [createPrometheusMetrics(register), createPrometheusMetrics(register)]) {
      metrics.counter(options).add({ name: 'a' });
      metrics.histogram(histogram).observe({ name: 'a' }, 2);
    }
    const text = await register.metrics();
    assert.match(text, /^things_total\{name="a"\} 2$/m);
    assert.match(text, /^thing_seconds_count\{name="a"\} 2$/m);
  });

  test('collects the current values of all readers of a name until they are removed', async () => {
    const register = new Registry();
    const metrics = createPrometheusMetrics(register);
    let size = 1;
    metrics.observe(gauge, (report) => report({ name: 'a' }, size));
    const end = metrics.observe(gauge, (report) => report({ name: 'b' }, 5));
    size = 2;
    const both = await register.metrics();
    assert.match(both, /^things\{name="a"\} 2$/m);
    assert.match(both, /^things\{name="b"\} 5$/m);
    end();
    assert.doesNotMatch(await register.metrics(), /name="b"/);
  });

  test('adds the values of readers with equal labels, such as several caches of one kind', async () => {
    const register = new Registry();
    const metrics = createPrometheusMetrics(register);
    for (const size of [2, 0, 3]) metrics.observe(gauge, (report) => report({ name: 'a' }, size));
    for (let times = 0; times < 2; times++) {
      assert.match(await register.metrics(), /^things\{name="a"\} 5$/m);
    }
  });

  test('keeps the maximum of readers with equal labels, such as an age', async () => {
    const register = new Registry();
    const metrics = createPrometheusMetrics(register);
    const age = { ...gauge, combine: 'maximum' } as const;
    let last = 7;
    for (const read of [() => 2, () => 3, () => last])
      metrics.observe(age, (report) => report({ name: 'a' }, read()));
    metrics.observe(age, (report) => report({ name: 'b' }, 0));
    assert.match(await register.metrics(), /^things\{name="a"\} 7\nthings\{name="b"\} 0$/m);
    last = 1;
    assert.match(await register.metrics(), /^things\{name="a"\} 3$/m);
  });

  test('a removed series is not served, and starts again from zero', async () => {
    const register = new Registry();
    const metrics = createPrometheusMetrics(register);
    const all = [
      metrics.counter(options),
      metrics.gauge(gauge),
      metrics.histogram(histogram),
    ] as const;
    for (const name of ['a', 'b']) {
      all[0].add({ name }, 3);
      all[1].set({ name }, 3);
      all[2].observe({ name }, 3);
    }
    for (const each of all) each.remove({ name: 'a' });
    for (const each of all) each.remove({ name: 'never seen' });
    const text = await register.metrics();
    assert.doesNotMatch(text, /name="a"/);
    assert.match(text, /^things_total\{name="b"\} 3$/m);
    all[0].add({ name: 'a' });
    assert.match(await register.metrics(), /^things_total\{name="a"\} 1$/m);
  });

  test('the declarations do not need prom-client, which is optional', async () => {
    const url = new URL('./create-prometheus-metrics.d.ts', import.meta.url);
    assert.doesNotMatch(await readFile(url, 'utf8'), /(from|import\() ?'prom-client'/);
  });

  test('rejects what is not a registry', () => {
    const metrics = { getSingleMetric: () => undefined, metrics: async () => '' };
    assert.throws(() => createPrometheusMetrics(metrics), { code: 'ERR_VMGEN_ARGUMENT' });
  });

  test('rejects the name of another metric and states the fix', () => {
    const register = new Registry();
    const metrics = createPrometheusMetrics(register);
    metrics.counter(options);
    metrics.observe(gauge, () => {});
    new Counter({ name: 'taken', help: 'x', registers: [register] });
    const refusal = { code: 'ERR_VMGEN_ARGUMENT', message: /use a separate registry/ };
    assert.throws(() => metrics.gauge(options), refusal);
    assert.throws(() => metrics.gauge(gauge), refusal);
    assert.throws(() => metrics.observe(options, () => {}), refusal);
    assert.throws(() => metrics.histogram({ ...histogram, name: 'taken' }), refusal);
  });
});
