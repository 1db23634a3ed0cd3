import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deploymentResource } from '@vmgen/kubernetes/apps/v1';
import { configMapResource, secretResource } from '@vmgen/kubernetes/core/v1';
import { objectKey, silentLogger, type KubernetesObject, type Transport } from '@vmgen/runtime';
import { errorText } from '@vmgen/runtime/observability';
import { createFakeRandom } from '@vmgen/runtime/testing';
import { child } from '../children/children.js';
import type { Manager } from '../manager.js';
import { configMapOf, deploymentOf, siteResource } from '../site.test.helper.js';
import { createTestManager } from '../testing/create-test-manager.js';
import { clientsOf, NAMESPACES, RandomWorld } from './random-faults.test.helper.js';

/*
 * Users change the sites and children of an operator at random, while its requests fail, or the server is
 * restored from a backup. When the faults have ended, the invariants must be true.
 * VMGEN_FAULTS_SEED selects one seed, whose log is printed.
 */
const VARIABLE = 'VMGEN_FAULTS_SEED';
const FILE = 'packages/manager/dist/caches/random-faults.stress.test.js';
/** The first ones, and others that find defects which those do not find. */
const SEEDS = [...Array(9).keys(), 20, 34, 36, 47, 72];

/** An operator with children of all kinds, and a copy of each site outside of the server. */
function operator(outside: Map<string, string>, manager: Manager): void {
  const { sites, configMaps, deployments, secrets } = manager.cache({
    sites: siteResource,
    configMaps: configMapResource,
    deployments: deploymentResource,
    secrets: secretResource,
  });
  manager
    .controller(sites, {
      finalizer: {
        name: 'example.com/outside',
        cleanUp: async (site, { effect }) => {
          await effect(() => outside.delete(objectKey(site)));
        },
      },
    })
    .owns(configMaps, deployments, secrets)
    .reconcile(async (site, { children, effect, status }) => {
      const { metadata, spec } = site;
      await effect(() => outside.set(objectKey(site), spec.html));
      await children.createOnce(secrets, { name: metadata.name }, () => ({
        stringData: { password: metadata.uid },
      }));
      await children.apply(
        child(configMaps, configMapOf(site)),
        ...(spec.replicas === 0 ? [] : [child(deployments, deploymentOf(site))]),
      );
      const condition = { type: 'Ready', status: 'True', reason: 'Applied' } as const;
      await status.set({ url: spec.html, conditions: [{ ...condition, message: spec.html }] });
    });
}

type Advance = (ms: number) => Promise<void>;
type Scenario = (world: RandomWorld, advance: Advance) => Promise<void>;

async function act(world: RandomWorld, advance: Advance, actions: number): Promise<void> {
  for (let action = 0; action < actions; action++) {
    await world.act();
    if (world.chance(0.5)) await advance(world.pick(1, 50, 1_000));
  }
}

/** Caches notice it only by answers to writes, so children may be missing; but no write fails for long. */
const PASSED = 'a restore of the server whose versions have passed those of all caches';
const SCENARIOS: Readonly<Record<string, Scenario>> = {
  'failed requests': async (world, advance) => {
    for (let step = 0; step < 40; step++) {
      if (world.chance(0.6)) await world.act();
      else world.changeFaults();
      if (world.chance(0.6)) await advance(world.pick(1, 50, 1_000, 5_000, 12_000));
    }
    // The operator is at rest, although the faults last.
    await advance(150_000);
    world.endFaults();
  },
  'a restore of the server': async (world, advance) => {
    await act(world, advance, 15);
    if (world.chance(0.5)) await advance(20_000);
    const backup = await world.backUp();
    await act(world, advance, 12);
    if (world.chance(0.5)) await advance(20_000);
    await world.restore(backup);
    await act(world, advance, world.pick(0, 2, 6));
    if (world.chance(0.5)) await advance(world.pick(1_000, 30_000));
    await act(world, advance, world.pick(0, 3));
  },
  [PASSED]: async (world, advance) => {
    await act(world, advance, 15);
    const backup = await world.backUp();
    await act(world, advance, 12);
    await world.restore(backup, true);
    await act(world, advance, 6);
  },
};

/** The longest delay of retries, and what follows. */
const RECOVERY_MS = 1_400_000;

const ownerOf = ({ metadata }: KubernetesObject): unknown => metadata.ownerReferences?.[0]?.uid;

/** Returns what differs from the invariants in a namespace. */
async function differencesIn(
  server: Transport,
  namespace: string,
  outside: ReadonlyMap<string, string>,
): Promise<string[]> {
  const clients = clientsOf(server, namespace);
  const { items: sites } = await clients.sites.list();
  const { items: configMaps } = await clients.configMaps.list();
  const { items: deployments } = await clients.deployments.list();
  const { items: secrets } = await clients.secrets.list();
  const differences: string[] = [];
  for (const site of sites) {
    const { metadata, spec, status } = site;
    const isChild = (object: KubernetesObject): boolean => ownerOf(object) === metadata.uid;
    /** What the operator has to achieve: actual and expected values. */
    const invariants = {
      'time of deletion': [metadata.deletionTimestamp, undefined],
      'status message': [status?.conditions?.[0]?.message, spec.html],
      'copy outside': [outside.get(objectKey(site)), spec.html],
      'ConfigMap content': [configMaps.find(isChild)?.data?.['index.html'], spec.html],
      'number of Deployments': [deployments.filter(isChild).length, spec.replicas === 0 ? 0 : 1],
      'number of Secrets': [
        secrets.filter(({ metadata: { name } }) => name === metadata.name).length,
        1,
      ],
    };
    for (const [what, [actual, expected]] of Object.entries(invariants)) {
      if (actual === expected) continue;
      differences.push(`${objectKey(site)}: the ${what} is ${actual} instead of ${expected}`);
    }
  }
  const uids = new Set<unknown>(sites.map(({ metadata }) => metadata.uid));
  for (const object of [...configMaps, ...deployments, ...secrets]) {
    if (ownerOf(object) === undefined || uids.has(ownerOf(object))) continue;
    differences.push(`${objectKey(object)}: a child remains without its site`);
  }
  return differences;
}

/** How long reconciles may fail after the last change: a restore is noticed after 74 s. */
const MAX_FAILING_MS = 120_000;

/** Returns the differences from the invariants after a scenario with this seed, and the log. */
async function run(name: string, scenario: Scenario, seed: number) {
  const world = new RandomWorld(seed);
  let failedMs = 0;
  const outside = new Map<string, string>();
  const manager = await createTestManager(world.transport, (own) => operator(outside, own), {
    clock: world.clock,
    random: createFakeRandom(seed + 3),
    logger: silentLogger,
    isExpected: () => {
      failedMs = world.clock.nowMs();
      return true;
    },
  });
  const advance: Advance = (ms) => manager.advance(ms);
  await advance(20_000);
  await scenario(world, advance);
  const endMs = world.clock.nowMs();
  await advance(RECOVERY_MS);
  const differences: string[] = [];
  if (failedMs > endMs + MAX_FAILING_MS) {
    differences.push(`a reconcile still fails ${failedMs - endMs} ms after the last change`);
  }
  for (const namespace of name === PASSED ? [] : NAMESPACES) {
    differences.push(...(await differencesIn(world.server, namespace, outside)));
  }
  const { length } = world.log;
  await advance(120_000);
  const write = world.log.slice(length).find((line) => !/^\d+ GET /.test(line));
  if (write !== undefined) differences.push(`the operator writes at rest: ${write}`);
  if (manager.error !== undefined) differences.push(errorText(manager.error));
  if (world.storm !== undefined) differences.unshift(world.storm);
  await manager.stop();
  await world.server.close();
  return { differences, log: world.log };
}

const chosen = process.env[VARIABLE];
const seeds = chosen === undefined ? SEEDS : [Number(chosen)];

for (const [name, scenario] of Object.entries(SCENARIOS)) {
  const claim = name === PASSED ? 'no reconcile fails for long' : 'all children are as declared';
  test(`${claim} after random changes with ${name}`, async (t) => {
    for (const seed of seeds) {
      const { differences, log } = await run(name, scenario, seed);
      if (chosen !== undefined) for (const line of log) t.diagnostic(line);
      const repeat = `${VARIABLE}=${seed} node --test --test-name-pattern='${name}' ${FILE}`;
      const found = [...differences, `repeat it and print its log: ${repeat}`].join('\n');
      assert.ok(differences.length === 0, `with seed ${seed}, ${found}`);
    }
  });
}
