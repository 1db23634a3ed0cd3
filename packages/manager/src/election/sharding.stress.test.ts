import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeTransport } from '@vmgen/apiserver/fake';
import { createConfigMapClient } from '@vmgen/kubernetes/core/v1';
import { createFakeClock } from '@vmgen/runtime/testing';
import { createSites, Observer, startMember, work, type Member } from './sharding.test.helper.js';
import { siteCrd } from '../site.test.helper.js';

const SEEDS = 12;
const STEPS = 25;
const SITES = 40;

function draws(seed: number): () => number {
  let state = seed * 7919 + 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}

/** Joins, leaves, cuts and heals members at random while Sites change. */
async function simulate(seed: number): Promise<{ reconciles: number; losses: number }> {
  const draw = draws(seed);
  const clock = createFakeClock();
  const fake = createFakeTransport({ crds: [siteCrd], clock });
  const observer = new Observer();
  const client = await createSites(fake, SITES);
  const wanted = new Map<string, string>();
  const living = new Set<Member>();
  const all: Member[] = [];
  let losses = 0;
  const join = (): void => {
    const member = startMember({
      fake,
      clock,
      observer,
      name: `member-${all.length}`,
      before: ({ signal }) => work(clock, draw() * 4_000, signal),
      options: { sharding: { shards: 6 } },
    });
    all.push(member);
    living.add(member);
    void member.ended.then((error) => {
      living.delete(member);
      if (error !== undefined) losses++;
    });
  };
  for (let n = 0; n < 3; n++) join();
  for (let step = 0; step < STEPS; step++) {
    await clock.advance(draw() * 12_000);
    const members = [...living];
    const victim = members[Math.floor(draw() * members.length)];
    const roll = draw();
    if (victim === undefined || (roll < 0.2 && members.length < 5)) join();
    else if (roll < 0.4 && members.length > 1) void victim.stop();
    else victim.isCut = !victim.isCut;
    for (let n = 0; n < 5; n++) {
      const name = `site-${Math.floor(draw() * SITES)}`;
      wanted.set(name, `${step}`);
      await client.mergePatch(name, { spec: { html: `${step}` } });
    }
  }
  for (const member of all) member.isCut = false;
  join();
  await clock.advance(120_000);
  assert.deepEqual(observer.violations, [], `seed ${seed}`);
  const { items } = await createConfigMapClient(fake, 'default').list();
  assert.equal(items.length, SITES, `seed ${seed}`);
  for (const { metadata, data } of items) {
    assert.equal(data?.['html'], wanted.get(metadata.name) ?? '0', `seed ${seed}`);
  }
  const held = [...living].flatMap(({ manager }) => manager.describe().sharding?.held ?? []);
  assert.deepEqual(
    held.sort((a, b) => a - b),
    [0, 1, 2, 3, 4, 5],
    `seed ${seed}`,
  );
  for (const member of all) await member.stop();
  await fake.close();
  const reconciles = [...observer.reconciles.values()].reduce((a, b) => a + b);
  return { reconciles, losses };
}

test(`no key is worked on by two members in ${SEEDS} random runs`, async (t) => {
  let [reconciles, losses] = [0, 0];
  for (let seed = 1; seed <= SEEDS; seed++) {
    const run = await simulate(seed);
    reconciles += run.reconciles;
    losses += run.losses;
  }
  t.diagnostic(`${reconciles} reconciles, ${losses} members that lost their Lease`);
  assert.ok(losses > SEEDS / 2);
});
