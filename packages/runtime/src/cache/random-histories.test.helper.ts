import assert from 'node:assert/strict';
import { createFakeRandom } from '../testing/fake-random.js';
import type { Cached } from './cached.js';
import { createFixture } from './informer-fixture.test.helper.js';
import type { PendingWrite } from './own-writes.js';
import { isOlderVersion } from './resource-version.js';
import {
  listOf,
  ScriptedClient,
  widget,
  type PersistedWidget,
  type Widget,
} from './scripted-client.test.helper.js';

const STEPS = 60;

const byColor = { color: ({ spec }: Cached<Widget>) => [spec.color] };

/**
 * Checks that reads never go back before an own write. The server sends events late; other clients and this program write
 * at random.
 */
export async function runHistory(seed: number): Promise<void> {
  const random = createFakeRandom(seed);
  const pick = <T>(...values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const client = new ScriptedClient(listOf(10, []));
  const { informer, start, settle, stop } = createFixture(client, { indexers: byColor });
  await start();
  const { store } = informer;
  const server = new Map<string, PersistedWidget>();
  /** All states of each name by version; undefined after a deletion. */
  const states = new Map<string, Map<number, PersistedWidget | undefined>>();
  const events: (() => void)[] = [];
  const lowest = new Map<string, number>();
  const writes: (PendingWrite | undefined)[] = [];
  let version = 10;
  const write = (name: string, isOurs: boolean): void => {
    const before = server.get(name);
    const deletes = before !== undefined && random() < 0.3;
    version += pick(1, 1, 2);
    const uid = before?.metadata.uid ?? `uid-${name}-${version}`;
    const after = widget(name, version, { uid, color: pick('red', 'blue') });
    const type = deletes ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED';
    if (deletes) server.delete(name);
    else server.set(name, after);
    const known = states.get(name) ?? new Map<number, PersistedWidget | undefined>();
    states.set(name, known.set(version, deletes ? undefined : after));
    events.push(() => client.open.send(type, structuredClone(after)));
    if (random() < 0.3) {
      const reached = version;
      events.push(() => client.open.bookmark(reached));
    }
    if (!isOurs) return;
    const recorded = deletes
      ? informer.recordDeletion(`default/${name}`, uid)
      : informer.recordWrite(structuredClone(after));
    writes.push(recorded);
    // A deletion of an object that the cache does not know hides nothing.
    if (!deletes || recorded !== undefined) lowest.set(name, version);
  };
  for (let step = 0; step < STEPS; step++) {
    if (random() < 0.6) write(pick('a', 'b', 'c'), random() < 0.6);
    else for (let n = pick(1, 2, 5); n > 0; n--) events.shift()?.();
    await settle();
    for (const [name, known] of states) {
      const seen = store.find(`default/${name}`);
      const least = lowest.get(name) ?? 0;
      const label = `seed ${seed}, step ${step}: ${name}@${seen?.metadata.resourceVersion}, at least ${least}`;
      if (seen === undefined) {
        const isPast = [...known].some(([at, state]) => at >= least && state === undefined);
        assert.ok(least === 0 || isPast, label);
      } else {
        assert.ok(!isOlderVersion(seen.metadata.resourceVersion, String(least)), label);
        assert.deepEqual(known.get(Number(seen.metadata.resourceVersion))?.spec, seen.spec, label);
      }
    }
    for (const color of ['red', 'blue']) {
      const scanned = store.list().filter(({ spec }) => spec.color === color);
      const indexed = new Set(store.byIndex('color', color));
      assert.deepEqual(indexed, new Set(scanned), `seed ${seed}, step ${step}: index ${color}`);
      assert.equal(indexed.size, scanned.length);
    }
    assert.equal(store.size, store.list().length);
  }
  for (const deliver of events.splice(0)) deliver();
  client.open.bookmark(version + 1);
  await settle();
  assert.deepEqual(
    new Map(store.list().map((object) => [object.metadata.name, object])),
    new Map(server),
    `seed ${seed}`,
  );
  assert.equal(informer.pendingWrites, 0, `seed ${seed}`);
  assert.ok(writes.every((each) => each === undefined || each.isObserved));
  await stop();
}
