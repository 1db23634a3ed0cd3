import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListOptions, WatchOptions } from '../client/options.js';
import type { WatchEvent } from '../client/resource-client.js';
import type { KubernetesList } from '../meta/types.js';
import { createFakeRandom } from '../testing/fake-random.js';
import { fixture } from './informer-fixture.test.helper.js';
import { listOf, ScriptedClient, widget } from './scripted-client.test.helper.js';
import type { PersistedWidget, ScriptedWatch, Widget } from './scripted-client.test.helper.js';

/** The seeds of the random histories. */
const SEEDS = 40;
const CHANGES = 60;
const NAMES = ['a', 'b', 'c'];

interface Change {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: PersistedWidget;
}

/** A server behind a proxy that repeats events, exchanges adjacent ones, and sends old ones again. */
class MixingClient extends ScriptedClient {
  /** Whether the proxy mixes events. */
  isMixing = true;
  readonly #random: () => number;
  readonly #history: Change[] = [];
  readonly #state = new Map<string, PersistedWidget>();
  #version = 100;
  /** The number of changes that the open watch has received. */
  #sent = 0;

  constructor(random: () => number) {
    super();
    this.#random = random;
  }

  get state(): string[] {
    return [...this.#state.values()].map(labelOf).sort();
  }

  change(): void {
    const version = ++this.#version;
    const name = NAMES[Math.floor(this.#random() * NAMES.length)] ?? 'a';
    const known = this.#state.get(name);
    const uid = known?.metadata.uid ?? `uid-${name}-${version}`;
    const object = widget(name, version, { uid });
    const isDeleted = known !== undefined && this.#random() < 0.4;
    if (isDeleted) this.#state.delete(name);
    else this.#state.set(name, object);
    const type = isDeleted ? 'DELETED' : known === undefined ? 'ADDED' : 'MODIFIED';
    this.#history.push({ version, type, object });
  }

  /** Sends the changes since the last call. */
  flush(): void {
    const changes = this.#history.slice(this.#sent);
    this.#sent = this.#history.length;
    for (const { type, object } of this.#mix(changes, this.#history)) this.open.send(type, object);
  }

  override list = async (options: ListOptions = {}): Promise<KubernetesList<PersistedWidget>> => {
    this.lists.push(options);
    return listOf(this.#version, [...this.#state.values()]);
  };

  protected override begin(options: WatchOptions): AsyncIterable<WatchEvent<Widget, 'Namespaced'>> {
    const events = super.begin(options);
    if (options.sendInitialEvents === true) {
      if (this.streams) this.#sendState(this.open);
      return events;
    }
    const since = Number(options.resourceVersion);
    this.#sent = this.#history.findIndex(({ version }) => version > since);
    if (this.#sent < 0) this.#sent = this.#history.length;
    this.flush();
    return events;
  }

  /** A state of the past, and the changes since then, as a server sends them while it catches up. */
  #sendState(watch: ScriptedWatch): void {
    const start = Math.floor(this.#random() * (this.#history.length + 1));
    const state = new Map<string, PersistedWidget>();
    for (const { type, object } of this.#history.slice(0, start)) {
      if (type === 'DELETED') state.delete(object.metadata.name);
      else state.set(object.metadata.name, object);
    }
    const initial = [...state.values()].map((object): Change => {
      return { version: Number(object.metadata.resourceVersion), type: 'ADDED', object };
    });
    const changes = [...initial, ...this.#history.slice(start)];
    this.#sent = this.#history.length;
    const version = this.#version;
    for (const { type, object } of this.#mix(changes, changes)) watch.send(type, object);
    watch.endInitialEvents(version);
  }

  /** Repeats some events, exchanges adjacent ones, and adds some of the past. */
  #mix(changes: readonly Change[], past: readonly Change[]): Change[] {
    if (!this.isMixing) return [...changes];
    const mixed = changes.flatMap((each) => (this.#random() < 0.3 ? [each, each] : [each]));
    for (let at = 1; at < mixed.length; at++) {
      if (this.#random() < 0.3) mixed.splice(at - 1, 2, ...mixed.slice(at - 1, at + 1).reverse());
    }
    const sent = past.filter((each) => !changes.includes(each));
    const replayed = this.#random() < 0.3 ? sent.slice(-3) : [];
    return [...mixed, ...replayed];
  }
}

type Identity = Pick<PersistedWidget['metadata'], 'name' | 'uid' | 'resourceVersion'>;

const labelOf = ({ metadata }: { readonly metadata: Readonly<Identity> }): string =>
  `${metadata.name}@${metadata.resourceVersion} ${metadata.uid}`;

describe('an informer behind a proxy that repeats and exchanges events', () => {
  for (const streams of [false, true]) {
    test(`converges with ${streams ? 'streaming' : 'paged'} lists`, async (t) => {
      for (let seed = 1; seed <= SEEDS; seed++) {
        const random = createFakeRandom(seed);
        const client = new MixingClient(random);
        client.streams = streams;
        const { informer, clock, start } = fixture(t, client);
        const versions = new Map<string, bigint>();
        informer.addHandler({
          onAdd: ({ metadata }) =>
            void versions.set(metadata.uid, BigInt(metadata.resourceVersion)),
          onUpdate: (_, { metadata }) => {
            const version = BigInt(metadata.resourceVersion);
            assert.ok(version >= (versions.get(metadata.uid) ?? 0n), `seed ${seed} went back`);
            versions.set(metadata.uid, version);
          },
        });
        await start();
        for (let change = 0; change < CHANGES; change++) {
          client.change();
          const roll = random();
          if (roll < 0.5) client.flush();
          if (roll < 0.1) client.open.close();
          if (roll < 0.3) await clock.advance(random() * 5_000);
        }
        client.flush();
        await clock.advance(0);
        client.isMixing = false;
        await clock.advance(60_000);
        assert.deepEqual(
          informer.store.list().map(labelOf).sort(),
          client.state,
          `seed ${seed} did not converge`,
        );
      }
    });
  }
});
