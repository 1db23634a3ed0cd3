import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { inRepository } from '../support/repository.js';
import { askPrometheus, dashboard, ruleSpec, rules } from '@vmgen/fixtures/prometheus';

/** Labels that Prometheus adds to the series of a target, and those of histograms. */
const OTHERS = ['namespace', 'job', 'pod', 'le'];

/** The labels of each series that docs/reference/metrics.md lists, by its name. */
function knownSeries(): Map<string, readonly string[]> {
  const text = readFileSync(inRepository('docs/reference/metrics.md'), 'utf8');
  const known = new Map<string, readonly string[]>([['up', []]]);
  for (const [, name = '', type, labels = ''] of text.matchAll(
    /^\| `(\w+)` \| (\w+) \| (.*?) \|/gm,
  )) {
    const names = Array.from(labels.matchAll(/`(\w+)`/g), ([, label = '']) => label);
    const suffixes = type === 'histogram' ? ['_bucket', '_count', '_sum'] : [''];
    for (const suffix of suffixes) known.set(`${name}${suffix}`, names);
  }
  const [, listed = ''] = /^`prom-client`\. On Linux, these are (.*)$/m.exec(text) ?? [];
  for (const [, name = ''] of listed.matchAll(/`(\w+)`/g)) known.set(name, []);
  return known;
}

/** The expressions of the dashboard and its variables, without variables of Grafana that are no texts. */
function expressions(): string[] {
  const { panels, templating } = dashboard();
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const variables = templating.list.flatMap(({ definition = '' }) =>
    Array.from(
      definition.matchAll(/^label_values\((.*), \w+\)$/g),
      ([, selector = '']) => selector,
    ),
  );
  assert.equal(variables.length, 3);
  return [...shown, ...variables, ...rules().map(({ expr }) => expr)].map((each) =>
    each.replaceAll('$__rate_interval', '5m'),
  );
}

test('Prometheus parses all expressions, whose metrics and labels exist', () => {
  const known = knownSeries();
  const texts = expressions();
  const answer = askPrometheus({ expressions: texts });
  for (const [index, { error, selectors, grouping }] of answer.expressions.entries()) {
    const text = texts[index] ?? '';
    assert.equal(error, undefined, text);
    const labels = selectors.flatMap(({ metric, labels: matched }) => {
      const own = known.get(metric) ?? assert.fail(`${metric} does not exist: ${text}`);
      for (const label of matched)
        assert.ok([...own, ...OTHERS].includes(label), `${label}: ${text}`);
      return own;
    });
    for (const label of grouping)
      assert.ok([...labels, ...OTHERS].includes(label), `${label}: ${text}`);
    assert.ok(
      selectors.every(({ labels: matched }) => metricIsSelected(matched, text)),
      text,
    );
  }
});

/** Whether a selector is confined to one operator, or is that of a variable. */
function metricIsSelected(labels: readonly string[], text: string): boolean {
  return (labels.includes('namespace') && labels.includes('job')) || !text.includes('(');
}

test('an unknown metric, label or function is found', () => {
  const [first, second] = askPrometheus({
    expressions: ['sum by (a) (rate(b{c="d"}[5m]))', 'rte(b[5m])'],
  }).expressions;
  assert.deepEqual(first, { selectors: [{ metric: 'b', labels: ['c'] }], grouping: ['a'] });
  assert.match(second?.error ?? '', /unknown function/);
});

test("Grafana's schema accepts the dashboard", () => {
  const { panels, ...rest } = dashboard();
  const broken = { ...rest, panels: [{ ...panels[1], thresholdsOf: 1 }] };
  const [accepted, refused] = askPrometheus({ dashboards: [dashboard(), broken] }).dashboards;
  assert.equal(accepted, '');
  assert.match(refused ?? '', /thresholdsOf/);
});

test('Prometheus accepts the rules', () => {
  assert.deepEqual(askPrometheus({ rules: ruleSpec() }).rules, []);
  const [rule] = rules();
  const broken = {
    groups: [{ name: 'a', rules: [{ ...rule, annotations: { summary: '{{ $x }}' } }] }],
  };
  assert.match(askPrometheus({ rules: broken }).rules.join(), /undefined variable "\$x"/);
});
