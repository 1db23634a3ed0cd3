import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LiveFigures } from './live-figures.js';

const page = (skipped: number, errors: number, oldest: number): string =>
  [
    `vmgen_skipped_writes_total{controller="sites",write="apply"} ${skipped}`,
    `controller_runtime_reconcile_errors_total{controller="sites"} ${errors}`,
    `vmgen_workqueue_oldest_key_seconds{name="sites",controller="sites"} ${oldest}`,
    `process_resident_memory_bytes 100000000`,
  ].join('\n');

test('shows rates of the last ten seconds, and what is above its limit', () => {
  const figures = new LiveFigures();
  assert.deepEqual(figures.read(page(10, 0, 2), 0), []);
  assert.deepEqual(figures.read(page(15, 0, 299), 10_000), [
    'writes that were not sent, because they change nothing: sites apply 0.5/s',
  ]);
  assert.deepEqual(figures.read(page(15, 4, 301), 20_000), [
    'failed reconciles: sites 0.4/s',
    'age of the oldest queued key: sites 300 s (limit 300 s)',
  ]);
  assert.deepEqual(figures.read(page(15, 4, 0), 30_000), []);
});

test('another process has counters of its own', () => {
  const figures = new LiveFigures();
  figures.read(page(100, 0, 0), 0);
  figures.clear();
  assert.deepEqual(figures.read(page(10, 0, 0), 1_000), []);
});
