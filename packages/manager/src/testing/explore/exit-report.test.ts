import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

/** Runs an exploration in a process of its own. Returns its exit code and what it prints as errors. */
function runExploration(reconcile: string, step = 'writes') {
  const urlOf = (file: string): string => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `
    import { explore } from ${urlOf('./explore.js')};
    import { operatorOf, sitesExplored } from ${urlOf('./explored-sites.test.helper.js')};
    const operator = operatorOf(${reconcile}, () => ({}));
    const options = sitesExplored(operator);
    const create = { writes: options.workload.create, waits: () => new Promise(() => {}) }.${step};
    void explore({ ...options, workload: { create } });
  `;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-'], {
    input: program,
    encoding: 'utf8',
  });
  return { status, stderr };
}

test('a process that an operator ends fails, and names the line', () => {
  const { status, stderr } = runExploration(
    'async (site, { applyPage }) => { await applyPage(site); process.exit(0); }',
  );
  assert.match(
    stderr,
    /^the process ends during an exploration, after "operator 1 apply configmaps default\/shop: 201": it was ended in .*:\d+:\d+\n$/,
  );
  assert.equal(status, 1);
});

test('an exploration that waits for ever fails, and names what has happened last', () => {
  const { status, stderr } = runExploration('async () => {}', 'waits');
  assert.equal(
    stderr,
    'the process ends during an exploration, after "user create": nothing is pending, so that a promise of the operator, the workload or an invariant never settles\n',
  );
  assert.equal(status, 1);
});
