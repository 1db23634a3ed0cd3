import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explore, exploreStates, violationText } from '@vmgen/manager/testing';
import {
  machinesDisturbed,
  machinesExplored,
  noteExploration,
  noteStates,
} from './explored-machines.test.helper.js';

test('one fault at each effect ends with the same machines and servers', async () => {
  const exploration = await explore(machinesExplored);
  noteExploration(exploration);
  const { plans, violations, notTested, notSimulated } = exploration;
  assert.deepEqual(violations.map(violationText), []);
  assert.deepEqual(notTested, []);
  assert.deepEqual(notSimulated, []);
  assert.ok(plans >= 160, String(plans));
});

test('two replicas of which the leader is paused or crashes end with the same machines and servers', async () => {
  const steps = Object.entries(machinesExplored.workload);
  const workload = Object.fromEntries(steps.filter(([step]) => /^(create|delete)$/.test(step)));
  const exploration = await explore({
    ...machinesExplored,
    name: 'vm-controller with two replicas',
    replicas: 2,
    workload,
  });
  noteExploration(exploration);
  const { plans, violations, notTested } = exploration;
  assert.deepEqual(violations.map(violationText), []);
  assert.deepEqual(notTested, []);
  assert.ok(plans >= 20, String(plans));
});

test('every disturbance ends with the same machines and servers', async () => {
  const exploration = await exploreStates({ ...machinesDisturbed, states: 60 });
  noteStates(exploration);
  const { states, violations, notTested } = exploration;
  assert.deepEqual(violations.map(violationText), []);
  assert.deepEqual(notTested, []);
  assert.equal(states, 60);
});
