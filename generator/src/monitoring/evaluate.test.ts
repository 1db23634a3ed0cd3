import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evaluate, parseSamples } from './evaluate.js';
import { FIGURES } from './figures.js';

const page = (errors: number, fast: number, slow: number): ReturnType<typeof parseSamples> =>
  parseSamples(`# HELP controller_runtime_reconcile_errors_total Number of failed reconciles.
# TYPE controller_runtime_reconcile_errors_total counter
controller_runtime_reconcile_errors_total{controller="a\\"\\\\\\nb"} ${errors}
controller_runtime_reconcile_errors_total{controller="c"} 0
controller_runtime_reconcile_time_seconds_bucket{le="0.1",controller="c"} ${fast}
controller_runtime_reconcile_time_seconds_bucket{le="0.5",controller="c"} ${fast + slow}
controller_runtime_reconcile_time_seconds_bucket{le="+Inf",controller="c"} ${fast + slow}
workqueue_depth{name="c",controller="c",priority="0"} 3
workqueue_depth{name="c",controller="c",priority="-100"} 4
process_resident_memory_bytes 5e6
process_resident_memory_bytes 7e6 1700000000000
controller_runtime_active_workers{controller="c"} +Inf
not a line`);

const valuesOf = (name: keyof typeof FIGURES, before = page(1, 0, 0), after = page(21, 5, 5)) =>
  evaluate(FIGURES[name].query, before, after, 10);

test('evaluates rates, and reads escapes in labels', () => {
  assert.deepEqual(valuesOf('errors'), [
    { labels: { controller: 'a"\\\nb' }, value: 2 },
    { labels: { controller: 'c' }, value: 0 },
  ]);
});

test('a counter that is smaller than before has started again', () => {
  const [first] = valuesOf('errors', page(100, 0, 0), page(20, 0, 0));
  assert.equal(first?.value, 2);
});

test('evaluates current values by their labels, and their maximum', () => {
  assert.deepEqual(valuesOf('depth'), [
    { labels: { controller: 'c', priority: '0' }, value: 3 },
    { labels: { controller: 'c', priority: '-100' }, value: 4 },
  ]);
  assert.deepEqual(valuesOf('memory'), [{ labels: {}, value: 7e6 }]);
  assert.deepEqual(valuesOf('active'), [{ labels: { controller: 'c' }, value: Infinity }]);
});

test('evaluates quantiles of what was observed between the pages', () => {
  assert.deepEqual(valuesOf('duration50'), [{ labels: { controller: 'c' }, value: 0.1 }]);
  const [p99] = valuesOf('duration99');
  assert.ok(Math.abs((p99?.value ?? 0) - 0.492) < 1e-9, String(p99?.value));
  const [none] = valuesOf('duration99', page(1, 5, 5));
  assert.ok(Number.isNaN(none?.value));
});

test('selects series by matchers', () => {
  const query = { ...FIGURES.depth.query, where: { priority: '=~"-1.*"' } };
  const found = evaluate(query, page(0, 0, 0), page(0, 0, 0), 1);
  assert.deepEqual(
    found.map(({ value }) => value),
    [4],
  );
  const others = evaluate(
    { ...query, where: { priority: '!="-100"' } },
    page(0, 0, 0),
    page(0, 0, 0),
    1,
  );
  assert.deepEqual(
    others.map(({ value }) => value),
    [3],
  );
});

test('series that are missing have no figures', () => {
  assert.deepEqual(evaluate(FIGURES.leaders.query, page(0, 0, 0), page(0, 0, 0), 1), []);
});
