import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exploreStates, violationText, type StateExploration } from '@vmgen/manager/testing';
import { MUTANTS } from '../mutants/mutants.js';
import { TWIN, TWIN_BY_HAND, type Operator } from '../mutants/operator.js';
import { rawOperatorOf } from '../mutants/raw-operator.js';
import { sitesExplored } from '../mutants/sites.js';

/** Those whose run without faults is correct, and that do not recover from what others do. */
const FOUND = [
  'notes the content of the pages before it writes them, and skips noted content',
  'keeps the id of the record only in memory',
  'counts its starts in the status',
  'writes the record only when it has written a new page',
  'ignores objects that are older than its process',
  'creates all pages until it has reported, and fails if one exists',
  'names the record by the time',
  'never clears a reported failure',
  'adds the pages that it creates to a number in the status',
];

const explored = (operator: Operator, stopsAtFirst: boolean): Promise<StateExploration> =>
  exploreStates({
    ...sitesExplored(operator),
    // Not the name of a page.
    badSpecs: { Site: [{ pages: ['Not A Name'] }] },
    states: 60,
    stopsAtFirst,
  });

test('operators with a planted defect do not recover from what others do', async () => {
  const mutants = Object.values(MUTANTS).flat();
  for (const does of FOUND) {
    const mutant = mutants.find((each) => each.does === does);
    assert.ok(mutant !== undefined, does);
    const { violated } = await explored(mutant.operator, true);
    assert.equal(violated, 1, does);
  }
});

test('operators without a defect recover from what others do', async () => {
  for (const operator of [TWIN, TWIN_BY_HAND, rawOperatorOf({})]) {
    const { states, violations } = await explored(operator, false);
    assert.deepEqual(violations.map(violationText), []);
    assert.equal(states, 60);
  }
});
