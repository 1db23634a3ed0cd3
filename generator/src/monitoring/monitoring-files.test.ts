import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadYaml } from '@vmgen/base/yaml';
import { operatorOf } from '../settings/operator-config.js';
import { ALERTS } from './alerts.js';
import { dashboardOf } from './dashboard.js';
import { FIGURES } from './figures.js';
import { monitoringFiles } from './monitoring-files.js';

const GOLDEN = join(import.meta.dirname, '../../testdata');

for (const { path, text } of monitoringFiles({ name: 'site-operator' })) {
  test(`writes ${path}`, () => {
    const golden = join(GOLDEN, path);
    if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(golden, text);
    assert.equal(
      text,
      readFileSync(golden, 'utf8'),
      'run hack/update-goldens.sh, and read its diff',
    );
  });
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly gridPos: {
    readonly h: number;
    readonly w: number;
    readonly x: number;
    readonly y: number;
  };
  readonly targets?: readonly { readonly refId: string; readonly expr: string }[];
}

const { uid, panels } = dashboardOf(operatorOf({ name: 'site-operator' })) as {
  readonly uid: string;
  readonly panels: readonly Panel[];
};

test('the panels of the dashboard have different numbers, and do not overlap', () => {
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = new Set<string>();
  for (const {
    gridPos: { h, w, x, y },
  } of panels) {
    assert.ok(x + w <= 24);
    for (let row = y; row < y + h; row++) {
      for (let column = x; column < x + w; column++) {
        assert.ok(!taken.has(`${row} ${column}`), `${row} ${column}`);
        taken.add(`${row} ${column}`);
      }
    }
  }
  for (const { targets = [] } of panels) {
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length);
  }
});

test('the dashboard shows every figure', () => {
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  for (const { query } of Object.values(FIGURES)) {
    assert.ok(
      shown.some((expression) => expression.includes(query.metric)),
      query.metric,
    );
  }
});

test('two operators have two dashboards, also if they differ only in the namespace', () => {
  const other = dashboardOf(operatorOf({ name: 'site-operator', namespace: 'other' }));
  assert.match(uid, /^vmgen-[0-9a-f]{20}$/);
  assert.notEqual(uid, (other as { readonly uid: string }).uid);
});

test('each alert has a name of its own, and a chapter in the documentation', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/reference/alerts.md'), 'utf8');
  const anchors = Array.from(text.matchAll(/^## (\w+)$/gm), ([, name = '']) => name);
  assert.deepEqual(
    anchors,
    ALERTS.map(({ name }) => name),
  );
  const [, rule] = monitoringFiles({ name: 'site-operator' });
  const { spec } = loadYaml().parse(rule?.text ?? '') as {
    readonly spec: { readonly groups: readonly { readonly rules: readonly object[] }[] };
  };
  const urls = [...JSON.stringify(spec).matchAll(/docs\/reference\/alerts\.md#(\w+)"/g)];
  assert.deepEqual(
    urls.map(([, anchor]) => anchor),
    anchors.map((name) => name.toLowerCase()),
  );
});
