import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { TerminalError } from '@vmgen/runtime';
import { child } from '../../children/children.js';
import { configMapResource } from '@vmgen/kubernetes/core/v1';
import { configMapOf, siteResource } from '../../site.test.helper.js';
import type { Manager } from '../../manager.js';
import { exploreStates } from './explore-states.js';
import { explore } from './explore.js';
import {
  correct,
  forgetful,
  operatorOf,
  sitesExplored,
  urlOf,
} from './explored-sites.test.helper.js';
import { assertNoViolations, violationText } from './violation-text.js';

/** Does all its work, and fails afterwards. */
const failing = (error: () => Error) =>
  operatorOf(async (site, { applyPage, status }) => {
    await applyPage(site);
    await status.set({ url: urlOf(site) });
    throw error();
  });
const faults = ['server error'] as const;

test('an operator whose reconciles fail again and again is not at rest', async () => {
  const options = sitesExplored(failing(() => new Error('no route')));
  await assert.rejects(
    explore({ ...options, faults }),
    /step "create", no fault\n {2}a reconcile of default\/shop still fails: no route\n/,
  );
  await assert.rejects(exploreStates(options), /default\/shop still fails: no route\n/);
  const mayFail = Object.keys(options.workload);
  assert.deepEqual((await explore({ ...options, faults, mayFail })).violations, []);
});

test('a reconcile that does not end is named', async () => {
  const waiting = operatorOf(async (site, { applyPage, effect }) => {
    await applyPage(site);
    await effect('page.publish', site.metadata.name, () => new Promise(() => {}));
  });
  await assert.rejects(
    explore(sitesExplored(waiting)),
    /step "create", no fault\n {2}a reconcile of default\/shop by sites has not ended after a minute\n/,
  );
});

test('an operator without an effect is refused, because no fault can happen', async () => {
  const { create } = sitesExplored(correct).workload;
  assert.ok(create);
  const options = {
    ...sitesExplored(
      operatorOf(
        async () => {},
        () => ({}),
      ),
    ),
    workload: { create },
  };
  await assert.rejects(explore(options), {
    message: 'the operator has no effect in the run without faults, so that nothing is explored',
  });
  assert.equal((await explore({ ...options, faults: [] })).plans, 0);
});

test('the error of a lost connection names its fault, for a program that does not handle it', async () => {
  const errors: string[] = [];
  const noting = operatorOf(
    async (site, { applyPage }) => {
      try {
        await applyPage(site);
      } catch (error) {
        errors.push(inspect(error));
        throw error;
      }
    },
    () => ({}),
  );
  const { create } = sitesExplored(noting).workload;
  assert.ok(create);
  await explore({ ...sitesExplored(noting), workload: { create }, faults: ['lost after'] });
  assert.equal(errors.length, 1);
  const cause = 'the fault "lost after" of an exploration, at apply configmaps default/shop';
  assert.ok(errors[0]?.includes(cause), errors[0]);
});

test('an operator that does not try again is at rest', async () => {
  const options = sitesExplored(failing(() => new TerminalError('no route')));
  assert.deepEqual((await explore({ ...options, faults })).violations, []);
});

test('an operator that takes over the object of somebody else is found', async () => {
  const adopting = (manager: Manager): void => {
    const { sites, configMaps } = manager.cache({
      sites: siteResource,
      configMaps: configMapResource,
    });
    manager
      .controller(sites)
      .owns(configMaps)
      .reconcile(async (site, { children }) => {
        await children.apply(child(configMaps, configMapOf(site), { adopt: true }));
      });
  };
  const disturbed = { disturbances: ['foreign object'], states: 10 } as const;
  const { violations } = await exploreStates({ ...sitesExplored(adopting), ...disturbed });
  assert.match(
    violations.map(violationText).join('\n'),
    /^ {2}the operator has changed or deleted an object of somebody else: configmaps default\/shop$/m,
  );
  const { violated } = await exploreStates({ ...sitesExplored(correct), ...disturbed });
  assert.equal(violated, 0);
});

test('a test fails with the texts of the first violations, each once', async () => {
  const { violations } = await explore({ ...sitesExplored(forgetful), faults: ['crash after'] });
  const [text = ''] = violations.map(violationText);
  const message = (count: number) =>
    `the operator breaks promises\n\n${Array.from({ length: count }, () => text).join('\n\n')}\n`;
  const violated = (count: number) => ({
    violations: Array.from({ length: count }, () => violations[0]!),
  });
  assertNoViolations(violated(0));
  assert.throws(() => assertNoViolations(violated(2)), { message: message(2) });
  assert.throws(() => assertNoViolations(violated(5)), {
    message: message(3).replace(/\n$/, '\n\nand 2 more\n'),
  });
});
