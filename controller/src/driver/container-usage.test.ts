import assert from 'node:assert/strict';
import { test } from 'node:test';
import { usageFrom, type EngineSample } from './container-usage.js';

const MIB = 2 ** 20;

/** The used fields of the engine's response. */
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

test('CPU is the share of one CPU since the previous sample', () => {
  assert.equal(usageFrom(sample({}))?.cpu, 100);
});

test('a sample equal to the previous one has no usage', () => {
  const same = { used: 5, system: 100 };
  assert.equal(usageFrom(sample({ before: same, now: same }))?.cpu, 0);
});

test('memory excludes the page cache in both versions of cgroups', () => {
  for (const name of ['inactive_file', 'total_inactive_file']) {
    const memory = { usage: 6 * MIB, limit: 100 * MIB, stats: { [name]: MIB } };
    assert.equal(usageFrom(sample({ memory }))?.memory, 5);
  }
});

test('percentages have two decimals', () => {
  const memory = { usage: 1, limit: 3, stats: {} };
  assert.equal(usageFrom(sample({ memory }))?.memory, 33.33);
});

test('a stopped container has no usage', () => {
  assert.equal(usageFrom(sample({ memory: {} })), undefined);
});
