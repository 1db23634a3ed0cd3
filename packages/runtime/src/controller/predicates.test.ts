import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { widget, type PersistedWidget, type Widget } from '../cache/scripted-client.test.helper.js';
import type { InformerHandler } from '../cache/informer-handler.js';
import { filterHandler } from './filter-handler.js';
import type { ObjectEvent } from './object-event.js';
import {
  and,
  annotationsChanged,
  finalizersChanged,
  generationChanged,
  labelsChanged,
  not,
  objectMatches,
  or,
  resourceVersionChanged,
} from './predicates.js';
import type { MetaPredicate } from './predicate.js';

type Event = ObjectEvent<Widget, 'Namespaced'>;
type Metadata = Partial<PersistedWidget['metadata']>;

function withMeta(metadata: Metadata, color = 'red'): PersistedWidget {
  const object = widget('a', '1', { color });
  return { ...object, metadata: { ...object.metadata, ...metadata } };
}

const update = (before: Metadata, after: Metadata): Event => ({
  type: 'update',
  before: withMeta({ resourceVersion: '1', ...before }),
  object: withMeta({ resourceVersion: '2', ...after }),
});
const add: Event = { type: 'add', object: withMeta({}), isInInitialList: true };
const gone: Event = { type: 'delete', object: withMeta({}), finalStateUnknown: true };
const resync: Event = { type: 'update', before: withMeta({}), object: withMeta({}) };

const all: Readonly<Record<string, MetaPredicate>> = {
  generationChanged,
  resourceVersionChanged,
  labelsChanged,
  annotationsChanged,
  finalizersChanged,
};

const rows: readonly (readonly [title: string, predicate: MetaPredicate, Event, boolean])[] = [
  ['another generation', generationChanged, update({ generation: 1 }, { generation: 2 }), true],
  ['the same generation', generationChanged, update({ generation: 1 }, { generation: 1 }), false],
  ['a kind without generation', generationChanged, update({}, {}), true],
  ['a resync of a kind without generation', generationChanged, resync, false],
  ['a first generation', generationChanged, update({}, { generation: 1 }), true],
  [
    'the beginning of a deletion',
    generationChanged,
    update({ generation: 1 }, { generation: 1, deletionTimestamp: '2026-01-01T00:00:00Z' }),
    true,
  ],
  [
    'an older state of a restored server',
    generationChanged,
    update({ generation: 1, resourceVersion: '10' }, { generation: 1, resourceVersion: '9' }),
    true,
  ],
  ['another version', resourceVersionChanged, update({}, {}), true],
  ['a resync', resourceVersionChanged, resync, false],
  ['a new label', labelsChanged, update({}, { labels: { a: '' } }), true],
  ['empty labels instead of absent ones', labelsChanged, update({}, { labels: {} }), false],
  [
    'a removed label',
    labelsChanged,
    update({ labels: { a: '1', b: '2' } }, { labels: { a: '1' } }),
    true,
  ],
  ['another key', labelsChanged, update({ labels: { a: '1' } }, { labels: { b: '1' } }), true],
  [
    'a key that is also an inherited property',
    labelsChanged,
    update({ labels: { constructor: '1' } }, { labels: { b: '1' } }),
    true,
  ],
  [
    'labels in another order',
    labelsChanged,
    update({ labels: { a: '1', b: '2' } }, { labels: { b: '2', a: '1' } }),
    false,
  ],
  ['an annotation', labelsChanged, update({}, { annotations: { a: '1' } }), false],
  [
    'another value',
    annotationsChanged,
    update({ annotations: { a: '1' } }, { annotations: { a: '2' } }),
    true,
  ],
  ['a label', annotationsChanged, update({}, { labels: { a: '1' } }), false],
  ['a new finalizer', finalizersChanged, update({}, { finalizers: ['a'] }), true],
  [
    'another finalizer',
    finalizersChanged,
    update({ finalizers: ['a'] }, { finalizers: ['b'] }),
    true,
  ],
  [
    'a removed finalizer',
    finalizersChanged,
    update({ finalizers: ['a', 'b'] }, { finalizers: ['a'] }),
    true,
  ],
  [
    'the same finalizers',
    finalizersChanged,
    update({ finalizers: ['a'] }, { finalizers: ['a'] }),
    false,
  ],
];

const yes = (): boolean => true;
const no = (): boolean => false;
const broken = (): never => {
  throw new Error('broken');
};

describe('predicates', () => {
  for (const [title, predicate, event, passes] of rows) {
    const name = Object.entries(all).find(([, each]) => each === predicate)?.[0];
    test(`${name} ${passes ? 'matches' : 'does not match'} ${title}`, () => {
      assert.equal(predicate(event), passes);
    });
  }

  test('match adds and deletes', () => {
    for (const [name, predicate] of Object.entries(all)) {
      assert.equal(predicate(add), true, name);
      assert.equal(predicate(gone), true, name);
    }
  });

  test('are combined by and, or and not', () => {
    assert.equal(and(yes, no)(add), false);
    assert.equal(and(yes, yes)(add), true);
    assert.equal(and(no, broken)(add), false, 'the second is not called');
    assert.equal(or(no, yes, broken)(add), true, 'the third is not called');
    assert.equal(or(no, no)(add), false);
    assert.equal(not(yes)(add), false);
    assert.equal(not(generationChanged)(add), false);
    assert.equal(and()(add), true);
    assert.equal(or()(add), false);
  });

  test('on objects match updates that meet the condition before or after', () => {
    const isRed = objectMatches<Widget, 'Namespaced'>(({ spec }) => spec.color === 'red');
    const turn = (before: string, after: string): Event => ({
      type: 'update',
      before: withMeta({}, before),
      object: withMeta({}, after),
    });
    assert.equal(isRed(turn('red', 'red')), true);
    assert.equal(isRed(turn('blue', 'red')), true);
    assert.equal(isRed(turn('red', 'blue')), true);
    assert.equal(isRed(turn('blue', 'green')), false);
    assert.equal(isRed({ ...add, object: withMeta({}, 'blue') }), false);
  });
});

describe('a filtered handler', () => {
  /** Returns a handler and the events that it receives. */
  function recording() {
    const received: string[] = [];
    const handler: InformerHandler<Widget, 'Namespaced'> = {
      onAdd: (_, isInInitialList) => void received.push(`add ${isInInitialList}`),
      onUpdate: (before, after) =>
        void received.push(`update ${before.metadata.generation} ${after.metadata.generation}`),
      onDelete: (_, { finalStateUnknown }) => void received.push(`delete ${finalStateUnknown}`),
    };
    return { received, handler };
  }

  test('receives only matching events, with all arguments', () => {
    const { received, handler } = recording();
    const less = filterHandler(handler, generationChanged);
    void less.onAdd?.(withMeta({}), true);
    void less.onUpdate?.(withMeta({ generation: 1 }), withMeta({ generation: 1 }));
    void less.onUpdate?.(withMeta({ generation: 1 }), withMeta({ generation: 2 }));
    void less.onDelete?.(withMeta({}), { finalStateUnknown: true });
    assert.deepEqual(received, ['add true', 'update 1 2', 'delete true']);
  });

  test('receives the event if its predicate throws, and the error is rethrown', async () => {
    const { received, handler } = recording();
    assert.throws(() => void filterHandler(handler, broken).onAdd?.(withMeta({}), false), /broken/);
    const later = { ...handler, onAdd: async () => void received.push('later') };
    await assert.rejects(
      async () => filterHandler(later, broken).onAdd?.(withMeta({}), false),
      /broken/,
    );
    assert.deepEqual(received, ['add false', 'later']);
  });
});
