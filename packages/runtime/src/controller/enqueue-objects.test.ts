import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { widget, type Widget } from '../cache/scripted-client.test.helper.js';
import type { AddKeyOptions } from '../workqueue/work-queue.js';
import { enqueueObjects, type EnqueueOptions } from './enqueue-objects.js';
import { labelsChanged } from './predicates.js';

/** Returns a handler and the keys that it adds, with their priorities. */
function record(options?: EnqueueOptions<Widget, 'Namespaced'>) {
  const added: string[] = [];
  const queue = {
    add: (key: string, { priority = 'normal' }: AddKeyOptions = {}) =>
      void added.push(`${key} ${priority}`),
  };
  return { added, handler: enqueueObjects<Widget, 'Namespaced'>(queue, options) };
}

function labelled(name: string, resourceVersion: string, labels: Record<string, string>) {
  const { metadata, ...rest } = widget(name, resourceVersion, { namespace: 'x' });
  return { ...rest, metadata: { ...metadata, labels } };
}

const owned = (owners: string, resourceVersion: string) =>
  labelled('a', resourceVersion, { owners });

const byOwners: EnqueueOptions<Widget, 'Namespaced'> = {
  keysOf: ({ metadata }) =>
    (metadata.labels?.['owners'] ?? '').split(' ').map((name) => ({ namespace: 'x', name })),
};

describe('enqueueObjects', () => {
  test('adds initial lists and resyncs with low priority', () => {
    const { added, handler } = record();
    const object = (name: string, resourceVersion: string) =>
      widget(name, resourceVersion, { namespace: 'x' });
    void handler.onAdd?.(object('a', '1'), true);
    void handler.onAdd?.(object('b', '2'), false);
    void handler.onUpdate?.(object('a', '1'), object('a', '1'));
    void handler.onUpdate?.(object('a', '1'), object('a', '3'));
    void handler.onDelete?.(object('b', '4'), { finalStateUnknown: true });
    assert.deepEqual(added, ['x/a low', 'x/b normal', 'x/a low', 'x/a normal', 'x/b normal']);
  });

  test('adds the key of an updated object once', () => {
    const { added, handler } = record();
    void handler.onUpdate?.(widget('a', '1'), widget('a', '2'));
    assert.deepEqual(added, ['default/a normal']);
  });

  test('adds the keys of the new and the old owner', () => {
    const { added, handler } = record(byOwners);
    void handler.onUpdate?.(owned('old', '1'), owned('new', '2'));
    assert.deepEqual(added, ['x/new normal', 'x/old normal']);
  });

  test('adds a key of several owners or states once', () => {
    const { added, handler } = record(byOwners);
    void handler.onAdd?.(owned('a a b', '1'), false);
    void handler.onUpdate?.(owned('a b c c', '1'), owned('b a a', '2'));
    void handler.onDelete?.(owned('a a', '3'), { finalStateUnknown: false });
    assert.deepEqual(
      added.map((line) => line.split(' ')[0]),
      ['x/a', 'x/b', 'x/b', 'x/a', 'x/c', 'x/a'],
    );
  });

  test('adds equal keys once, as text or as an object', () => {
    const { added, handler } = record({ keysOf: () => ['x/a', { namespace: 'x', name: 'a' }] });
    void handler.onAdd?.(widget('w', '1'), false);
    assert.deepEqual(added, ['x/a normal']);
  });

  test('adds nothing for an event that its predicate does not match', () => {
    const { added, handler } = record({ predicate: labelsChanged });
    void handler.onUpdate?.(labelled('a', '1', { x: '1' }), labelled('a', '2', { x: '1' }));
    assert.deepEqual(added, []);
    void handler.onUpdate?.(labelled('a', '2', { x: '1' }), labelled('a', '3', { x: '2' }));
    assert.deepEqual(added, ['x/a normal']);
  });

  test('adds the key if its predicate throws, and rethrows the error', () => {
    const failure = new Error('predicate failed');
    const { added, handler } = record({
      predicate: () => {
        throw failure;
      },
    });
    assert.throws(() => void handler.onAdd?.(widget('a', '1'), false), failure);
    assert.deepEqual(added, ['default/a normal']);
  });

  test('adds the keys of the new state if the key function throws for the old one', () => {
    const { added, handler } = record({
      keysOf: ({ metadata }) => {
        if (metadata.resourceVersion === '1') throw new Error('no owner');
        return [metadata.name];
      },
    });
    assert.throws(() => void handler.onUpdate?.(widget('a', '1'), widget('a', '2')), /no owner/);
    assert.deepEqual(added, ['a normal']);
  });
});
