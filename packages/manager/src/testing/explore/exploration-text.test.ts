import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explorationText } from './exploration-text.js';
import { explore } from './explore.js';
import { correct, forgetful, sitesExplored } from './explored-sites.test.helper.js';
import { assertNoViolations } from './violation-text.js';

test('describes the plans by fault, and what they have not tested', async () => {
  const exploration = await explore({
    ...sitesExplored(forgetful),
    name: 'forgetful',
    faults: ['crash after', 'conflict'],
    pairs: true,
  });
  assert.equal(
    explorationText(exploration),
    `forgetful: 28 plans, 7 violated, 2 not tested; faults reached 8 of 8 effects
  fault                               plans   violated not tested
  crash after                             8          1          0
  conflict                                6          0          0
  crash after, then crash before          7          3          1
  crash after, then crash after           7          3          1
  not tested, because its effect or event did not happen: step "create", crash after: patch sites/status default/shop, then crash before: dns.set shop 10.0.0.1
  not tested, because its effect or event did not happen: step "create", crash after: patch sites/status default/shop, then crash after: dns.set shop 10.0.0.1`,
  );
});

test('names the effects that no fault has reached', async () => {
  const exploration = await explore({
    ...sitesExplored(correct),
    faults: ['conflict', 'crash after'],
    maxPlans: 4,
  });
  assert.equal(
    explorationText(exploration),
    `operator: 4 plans, 0 violated, 0 not tested; faults reached 4 of 15 effects
  fault         plans   violated not tested
  conflict          4          0          0
  no fault reached, in step "create": dns.set shop 10.0.0.1
  no fault reached, in step "create": dns.set shop 10.0.0.1 (2)
  no fault reached, in step "create": dns.set shop 10.0.0.1 (3)
  no fault reached, in step "change": dns.set shop 10.0.0.1
  no fault reached, in step "change": patch sites/status default/shop
  no fault reached, in step "change": dns.set shop 10.0.0.1 (2)
  no fault reached, in step "repair": apply configmaps default/shop
  no fault reached, in step "repair": dns.set shop 10.0.0.1
  no fault reached, in step "repair": dns.set shop 10.0.0.1 (2)
  no fault reached, in step "delete": dns.remove shop
  no fault reached, in step "delete": patch sites default/shop
  no effect was repeated in step "repair"
  no effect was repeated in step "delete"`,
  );
  assert.match(
    explorationText({
      ...exploration,
      notTested: Array.from({ length: 12 }, () => ({ step: 'a', faults: [] })),
    }),
    /^ {2}not tested: 2 more plans$/m,
  );
});

test('describes an exploration without plans, whose name is escaped', async () => {
  const exploration = await explore({
    ...sitesExplored(correct),
    name: 'a\u202eb',
    faults: [],
    workload: {},
  });
  assert.equal(
    explorationText(exploration),
    'a\\u202eb: 0 plans, 0 violated, 0 not tested; faults reached 0 of 0 effects',
  );
});

test('a failed exploration names what was not simulated', () => {
  const violation = { plan: { step: 'a', faults: [] }, problems: ['dns differs'], timeline: [] };
  const notSimulated = [
    { what: 'a real timer', type: 'Timeout', step: 'a', at: 'src/dns.ts:12:5' },
  ];
  assert.throws(() => assertNoViolations({ violations: [violation], notSimulated }), {
    message: `the operator breaks promises

step "a", no fault
  dns differs

not simulated, so that plans may end otherwise: a real timer (Timeout) in step "a", started in src/dns.ts:12:5
`,
  });
});
