import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pause, type Clock } from '../async/clock.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { createFakeRandom } from '../testing/fake-random.js';
import type { Cached } from './cached.js';
import type { InformerHandler } from './informer-handler.js';
import { apiError, listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { PersistedWidget, Widget } from './scripted-client.test.helper.js';
import { createSharedInformer } from './shared-informer.js';

/** Tracks objects by events and records impossible events. Slow, and throws sometimes. */
class ModelHandler implements InformerHandler<Widget> {
  readonly known = new Map<string, Cached<Widget>>();
  readonly problems: string[] = [];
  readonly #clock: Clock;
  readonly #random: () => number;

  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  onAdd(object: Cached<Widget>): Promise<void> | undefined {
    this.#expect(this.known.get(object.metadata.name) === undefined, 'added twice', object);
    this.known.set(object.metadata.name, object);
    return this.#misbehave();
  }

  onUpdate(before: Cached<Widget>, after: Cached<Widget>): Promise<void> | undefined {
    this.#expect(
      this.known.get(after.metadata.name) === before,
      'differs from the last event',
      after,
    );
    this.#expect(before.metadata.uid === after.metadata.uid, 'became another object', after);
    this.known.set(after.metadata.name, after);
    return this.#misbehave();
  }

  onDelete(object: Cached<Widget>): Promise<void> | undefined {
    const known = this.known.get(object.metadata.name);
    this.#expect(known?.metadata.uid === object.metadata.uid, 'was not known', object);
    this.known.delete(object.metadata.name);
    return this.#misbehave();
  }

  #misbehave(): Promise<void> | undefined {
    const dice = this.#random();
    if (dice < 0.05) throw new Error('sometimes');
    if (dice < 0.1) return Promise.reject(new Error('later'));
    return dice < 0.6 ? pause(this.#clock, dice * 2000) : undefined;
  }

  #expect(holds: boolean, problem: string, { metadata }: Cached<Widget>): void {
    if (!holds) this.problems.push(`${metadata.name}@${metadata.resourceVersion} ${problem}`);
  }
}

for (let seed = 1; seed <= 10; seed++) {
  test(`slow and failing handlers receive valid events that lead to the final state (seed ${seed})`, async () => {
    const random = createFakeRandom(seed);
    const clock = createFakeClock();
    const objects = new Map<string, PersistedWidget>();
    let version = 10;
    const client = new ScriptedClient(listOf(version, []));
    const informer = createSharedInformer(client, {
      clock,
      random,
      indexers: {
        moody(object) {
          if (random() < 0.2) throw new Error('index function failed');
          return [object.spec.color];
        },
      },
      transform(object) {
        if (random() < 0.1) throw new Error('transform failed');
        return { ...object };
      },
    });
    const believers = Array.from({ length: 4 }, () => new ModelHandler(clock, random));
    believers.forEach((believer, i) =>
      informer.addHandler(believer, { coalesce: i % 2 === 0, resyncMs: i < 2 ? 5000 : 0 }),
    );
    const controller = new AbortController();
    const running = informer.run({ signal: controller.signal });
    await clock.advance(0);

    /** Changes one object and sends a watch event, unless the watch is interrupted. */
    const change = (isWatched: boolean): void => {
      const name = `w${Math.floor(random() * 6)}`;
      const before = objects.get(name);
      version++;
      const isRecreated = !isWatched && random() < 0.3;
      if (before === undefined || isRecreated) {
        const object = widget(name, version, { uid: `uid-${version}` });
        objects.set(name, object);
        if (isWatched) client.open.send('ADDED', object);
      } else if (random() < 0.4) {
        objects.delete(name);
        const metadata = { ...before.metadata, resourceVersion: String(version) };
        if (isWatched) client.open.send('DELETED', { ...before, metadata });
      } else {
        const object = widget(name, version, { uid: before.metadata.uid, color: `c${version}` });
        objects.set(name, object);
        if (isWatched) client.open.send('MODIFIED', object);
      }
      client.listAnswers.splice(0, 1, listOf(version, [...objects.values()]));
    };
    for (let step = 0; step < 300; step++) {
      const dice = random();
      if (dice < 0.7) change(true);
      else if (dice < 0.95) await clock.advance(random() * 2000);
      else {
        for (let missed = random() * 8; missed > 0; missed--) change(false);
        client.open.fail(apiError(410, 'Expired'));
        await clock.advance(60_000);
      }
    }
    const late = new ModelHandler(clock, random);
    informer.addHandler(late, { coalesce: true });
    for (let i = 0; i < 3; i++) change(true);
    await clock.advance(3_600_000);

    const wanted = new Map(informer.store.list().map((object) => [object.metadata.name, object]));
    assert.deepEqual([...wanted.keys()].sort(), [...objects.keys()].sort());
    for (const believer of [...believers, late]) {
      assert.deepEqual(believer.problems, []);
      assert.deepEqual(new Map([...believer.known].sort()), new Map([...wanted].sort()));
    }
    controller.abort();
    await clock.advance(10_000);
    await running;
    assert.equal(clock.pendingTimers, 0);
  });
}
