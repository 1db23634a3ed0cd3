import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import {
  assertNoViolations,
  explore,
  exploreStates,
  type Exploration,
  type Fault,
} from '@vmgen/manager/testing';
import {
  fleetExplored,
  machinesDisturbed,
  machinesExplored,
  machinesWith,
  noteExploration,
  noteStates,
} from '../support/explored-machines.js';
import { inRepository } from '../support/repository.js';

const ROLES = await readFile(inRepository('deploy', 'rbac.yaml'), 'utf8');

const FAULTS: readonly Fault[] = [
  'crash after',
  'crash before',
  'lost after',
  'lost before',
  'server error',
  'conflict',
  'held watch',
];
const { name } = fleetExplored;

/** Fails after a violation. Returns the number of plans that happened. */
function tested(exploration: Exploration): number {
  noteExploration(exploration);
  assertNoViolations(exploration);
  const { plans, notTested } = exploration;
  return plans - notTested.length;
}

test('one fault at each effect of two machines ends with the same machines and servers, with the permissions of deploy/rbac.yaml', async () => {
  const exploration = await explore({ ...machinesExplored, roles: ROLES });
  noteExploration(exploration);
  assertNoViolations(exploration);
  const { plans, notTested, notSimulated } = exploration;
  assert.deepEqual(notTested, []);
  assert.deepEqual(notSimulated, []);
  assert.ok(plans >= 160, String(plans));
});

test('one fault at each effect of a fleet ends with the same machines and servers', async () => {
  const single = tested(await explore({ ...fleetExplored, faults: FAULTS }));
  assert.ok(single >= 220, String(single));
  const lateRequests = { name: `${name} with late requests`, faults: ['late'] as const };
  const late = tested(await explore({ ...fleetExplored, ...lateRequests }));
  assert.ok(late >= 54, String(late));
});

test('two crashes at effects of a fleet that follow one another end with the same', async () => {
  const pairs = { name: `${name} with pairs of crashes`, faults: [], pairs: true };
  // After a crash, the controller may have less to do.
  const double = tested(await explore({ ...fleetExplored, ...pairs }));
  assert.ok(double >= 250, String(double));
});

test('two replicas of which the leader is paused or crashes end with the same machines and servers', async () => {
  const exploration = await explore({
    ...machinesWith('create', 'delete'),
    name: 'vm-controller with two replicas',
    replicas: 2,
  });
  const plans = tested(exploration);
  assert.ok(plans >= 20, String(plans));
  assert.deepEqual(exploration.notTested, []);
});

test('many random states of machines and of a fleet end with the same', async () => {
  const { workload } = fleetExplored;
  for (const exploration of [
    await exploreStates({ ...machinesDisturbed, states: 400, seed: 2 }),
    await exploreStates({ ...machinesDisturbed, name, workload, states: 200 }),
  ]) {
    noteStates(exploration);
    assertNoViolations(exploration);
    assert.ok(exploration.states >= 200, String(exploration.states));
  }
});
