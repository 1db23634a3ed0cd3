import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListOptions, WatchOptions } from '../client/options.js';
import type { WatchEvent } from '../client/resource-client.js';
import type { KubernetesList } from '../meta/types.js';
import { createFakeClock } from '../testing/fake-clock.js';
import { createFakeRandom } from '../testing/fake-random.js';
import type { ListWatchClient } from '../client/list-watch-client.js';
import { apiError, ScriptedWatch, widget, widgetResource } from './scripted-client.test.helper.js';
import type { PersistedWidget, Widget } from './scripted-client.test.helper.js';
import { createSharedInformer } from './shared-informer.js';

type Change = { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: PersistedWidget };

/** A small server with a limited history and an unreliable network. */
class SimulatedServer implements ListWatchClient<Widget, 'Namespaced'> {
  readonly resource = widgetResource;
  readonly namespace = undefined;
  readonly objects = new Map<string, PersistedWidget>();
  readonly #random: () => number;
  readonly #watches = new Set<ScriptedWatch>();
  #history: Change[] = [];
  #version = 10;
  #forgotten = 10;
  isHealthy = false;
  readonly streams: boolean;

  constructor(random: () => number, streams: boolean) {
    this.#random = random;
    this.streams = streams;
  }

  change(): void {
    const name = `w${Math.floor(this.#random() * 12)}`;
    const before = this.objects.get(name);
    const version = ++this.#version;
    if (before === undefined) {
      const uid = `${name}-${version}`;
      this.#commit({ type: 'ADDED', object: widget(name, version, { uid }) });
    } else if (this.#random() < 0.4) {
      const metadata = { ...before.metadata, resourceVersion: String(version) };
      this.#commit({ type: 'DELETED', object: { ...before, metadata } });
    } else {
      const { uid } = before.metadata;
      const object = widget(name, version, { uid, color: `color-${version}` });
      this.#commit({ type: 'MODIFIED', object });
    }
  }

  forget(): void {
    this.#forgotten = this.#version;
    this.#history = [];
  }

  bookmark(): void {
    for (const watch of this.#watches) watch.bookmark(this.#version);
  }

  /** A proxy that repeats events. */
  replay(): void {
    const change = this.#history[Math.floor(this.#random() * this.#history.length)];
    for (const watch of this.#watches) if (change) watch.send(change.type, change.object);
  }

  disconnect(): void {
    for (const watch of this.#watches) {
      if (this.#random() < 0.5) watch.close();
      else watch.fail(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    }
    this.#watches.clear();
  }

  list = async (options: ListOptions = {}): Promise<KubernetesList<PersistedWidget>> => {
    if (!this.isHealthy && this.#random() < 0.2) throw apiError(503, 'ServiceUnavailable');
    const items = [...this.objects.values()];
    const resourceVersion = String(this.#version);
    const from = Number(options.continue ?? 0);
    const to = from + 4;
    // The simulated server changes only between turns of the loop, so all pages have one version.
    if (options.limit === undefined || to >= items.length) {
      return { metadata: { resourceVersion }, items: items.slice(from) };
    }
    if (!this.isHealthy && this.#random() < 0.2) throw apiError(410, 'Expired');
    return { metadata: { resourceVersion, continue: String(to) }, items: items.slice(from, to) };
  };

  watch = (options: WatchOptions = {}): AsyncIterable<WatchEvent<Widget, 'Namespaced'>> => {
    const watch = new ScriptedWatch(options);
    const version = Number(options.resourceVersion);
    if (options.sendInitialEvents === true) {
      this.#stream(watch, Number(options.resourceVersion ?? 0));
    } else if (version < this.#forgotten) {
      watch.fail(apiError(410, 'Expired'));
    } else if (!this.isHealthy && this.#random() < 0.2) {
      watch.fail(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    } else {
      for (const change of this.#history) {
        if (versionOf(change.object) > version) watch.send(change.type, change.object);
      }
      this.#watches.add(watch);
    }
    return watch.events();
  };

  #stream(watch: ScriptedWatch, version: number): void {
    if (!this.streams) watch.fail(apiError(422, 'Invalid'));
    else if (version > this.#version) watch.fail(apiError(500, 'Timeout'));
    else if (!this.isHealthy && this.#random() < 0.2) watch.fail(apiError(410, 'Expired'));
    else {
      const objects = [...this.objects.values()];
      const isCut = !this.isHealthy && this.#random() < 0.3;
      for (const object of isCut ? objects.slice(2) : objects) watch.send('ADDED', object);
      if (isCut) return watch.close();
      watch.endInitialEvents(this.#version);
      this.#watches.add(watch);
    }
  }

  #commit(change: Change): void {
    const { name } = change.object.metadata;
    if (change.type === 'DELETED') this.objects.delete(name);
    else this.objects.set(name, change.object);
    this.#history.push(change);
    for (const watch of this.#watches) watch.send(change.type, change.object);
  }
}

function versionOf(object: Widget): number {
  return Number(object.metadata.resourceVersion);
}

describe('informer under random faults', () => {
  for (let seed = 1; seed <= 25; seed++) {
    test(`ends with the server's state and reports it correctly (seed ${seed})`, async () => {
      const random = createFakeRandom(seed);
      const server = new SimulatedServer(random, seed % 2 === 0);
      const clock = createFakeClock();
      const informer = createSharedInformer<Widget>(server, { clock, random, pageSize: 4 });
      const received = new Map<string, string>();
      const problems: string[] = [];
      const expect = (holds: boolean, problem: string): void => {
        if (!holds) problems.push(problem);
      };
      informer.addHandler({
        onAdd: ({ metadata }) => {
          expect(!received.has(metadata.name ?? ''), `${metadata.name} was added twice`);
          received.set(metadata.name ?? '', stateOf(metadata));
        },
        onUpdate: (before, { metadata }) => {
          expect(before.metadata.uid === metadata.uid, `${metadata.name} became another object`);
          const known = received.get(metadata.name ?? '');
          expect(
            known === stateOf(before.metadata),
            `${metadata.name} differs from the last event`,
          );
          received.set(metadata.name ?? '', stateOf(metadata));
        },
        onDelete: ({ metadata }) => {
          expect(received.delete(metadata.name ?? ''), `${metadata.name} was deleted twice`);
        },
      });
      const controller = new AbortController();
      const running = informer.run({ signal: controller.signal });
      for (let step = 0; step < 150; step++) {
        const dice = random();
        if (dice < 0.7) server.change();
        else if (dice < 0.78) server.disconnect();
        else if (dice < 0.82) server.forget();
        else if (dice < 0.88) server.replay();
        else if (dice < 0.92) server.bookmark();
        else await clock.advance(random() * 3000);
      }
      server.isHealthy = true;
      await clock.advance(120_000);

      const wanted = [...server.objects.values()].map((object) => ({ ...object })).sort(byName);
      assert.deepEqual(informer.store.list().toSorted(byName), wanted);
      const seen = wanted.map(({ metadata }) => [metadata.name ?? '', stateOf(metadata)]);
      assert.deepEqual([...received].sort(), seen.sort());
      assert.deepEqual(problems, []);
      controller.abort();
      await running;
    });
  }
});

function stateOf(metadata: { readonly uid?: string; readonly resourceVersion?: string }): string {
  return `${metadata.uid}@${metadata.resourceVersion}`;
}

interface Named {
  readonly metadata: { readonly name?: string };
}

function byName(a: Named, b: Named): number {
  return (a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1;
}
