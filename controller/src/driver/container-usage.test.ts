import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usageFrom, type EngineSample } from './container-usage.js';

const MIB = 2 ** 20;

/** What the engine answers, as far as it is looked at. */
function sample(changes: {
  before?: { used: number; system: number };
  now?: { used: number; system: number };
  memory?: EngineSample['memory_stats'];
}): EngineSample {
  const { before = { used: 0, system: 0 }, now = { used: 50, system: 100 } } = changes;
  return {
    precpu_stats: { cpu_usage: { total_usage: before.used }, system_cpu_usage: before.system },
    cpu_stats: {
      cpu_usage: { total_usage: now.used },
      system_cpu_usage: now.system,
      online_cpus: 2,
    },
    memory_stats: changes.memory ?? { usage: 6 * MIB, limit: 100 * MIB, stats: {} },
  };
}

test('CPU is the share of one CPU since the sample before', () => {
  assert.equal(usageFrom(sample({}))?.cpu, 100);
});

test('an idle sample that equals the one before is no usage', () => {
  const same = { used: 5, system: 100 };
  assert.equal(usageFrom(sample({ before: same, now: same }))?.cpu, 0);
});

test('memory leaves out the page cache, by the names of both versions of cgroups', () => {
  for (const name of ['inactive_file', 'total_inactive_file']) {
    const memory = { usage: 6 * MIB, limit: 100 * MIB, stats: { [name]: MIB } };
    assert.equal(usageFrom(sample({ memory }))?.memory, 5);
  }
});

test('percents have two decimals', () => {
  const memory = { usage: 1, limit: 3, stats: {} };
  assert.equal(usageFrom(sample({ memory }))?.memory, 33.33);
});

test('a container that does not run has nothing to measure', () => {
  assert.equal(usageFrom(sample({ memory: {} })), undefined);
});
