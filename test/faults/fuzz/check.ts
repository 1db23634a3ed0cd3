import { isDeepStrictEqual } from 'node:util';
import type { Cached } from '@vmgen/runtime';
import { createLister } from '@vmgen/runtime/generated';
import { keyOf, widgetResource, type StoredWidget, type Widget } from '../model/widget.js';
import type { Subject } from './subject.js';

/** Returns how an informer or its handlers differ from the server; undefined if they do not. */
export function differenceOf(subject: Subject): string | undefined {
  const { informer, options, witnesses } = subject;
  if (!informer.hasSynced) return `${options.name} has not synced`;
  const kept = stateOf(informer.store.list());
  const difference = firstDifference(stateOf(subject.expected()), kept);
  if (difference !== undefined) return `${options.name}: ${difference}`;
  for (const witness of witnesses) {
    const difference = firstDifference(kept, witness.state);
    if (difference !== undefined)
      return `a ${witness.manner} handler of ${options.name}: ${difference}`;
  }
  return undefined;
}

function stateOf(objects: readonly Cached<Widget, 'Namespaced'>[]): Map<string, string> {
  return new Map(
    objects.map((object) => [
      keyOf(object),
      `${object.metadata.uid}@${object.metadata.resourceVersion}`,
    ]),
  );
}

function firstDifference(
  wanted: ReadonlyMap<string, string>,
  got: ReadonlyMap<string, string>,
): string | undefined {
  for (const [key, state] of wanted) {
    if (got.get(key) !== state) return `${key} is ${got.get(key)} and should be ${state}`;
  }
  for (const [key, state] of got)
    if (!wanted.has(key)) return `${key} is ${state} and should be gone`;
  return undefined;
}

/**
 * Returns the inconsistency of an informer that has the state of the server: contents, indexes,
 * listers.
 */
export function wrongInside(subject: Subject): string | undefined {
  const { informer, options } = subject;
  const { store } = informer;
  for (const witness of subject.witnesses) {
    const changed = witness.changed();
    if (changed !== undefined) return changed;
  }
  const expected = subject.expected();
  for (const object of expected) {
    const kept: unknown = JSON.parse(JSON.stringify(store.find(keyOf(object)) ?? null));
    if (!isDeepStrictEqual(kept, object)) {
      return `${options.name}: ${keyOf(object)} has another content`;
    }
  }
  const indices: Record<string, (object: StoredWidget) => string[]> = {
    color: ({ spec }) => [spec.color],
    labels: ({ metadata }) => Object.entries(metadata.labels ?? {}).map((l) => l.join('=')),
    namespace: ({ metadata }) => [metadata.namespace],
  };
  for (const [index, valuesOf] of Object.entries(indices)) {
    const wanted = new Map<string, string[]>();
    for (const object of expected) {
      for (const value of valuesOf(object)) {
        wanted.set(value, [...(wanted.get(value) ?? []), keyOf(object)]);
      }
    }
    const values = store.indexValues(index);
    const got = new Map(values.map((value) => [value, store.keysByIndex(index, value)]));
    if (!isDeepStrictEqual(sorted(got), sorted(wanted))) {
      return `${options.name}: the index ${index} does not match the store`;
    }
  }
  const lister = createLister(store, widgetResource);
  const gold = expected.filter(({ metadata }) => metadata.labels?.['tier'] === 'gold');
  if (lister.list('tier=gold').length !== gold.length) return `${options.name}: its lister`;
  return undefined;
}

function sorted(index: ReadonlyMap<string, readonly string[]>): [string, string[]][] {
  return [...index]
    .map(([value, keys]): [string, string[]] => [value, [...keys].sort()])
    .sort(([a], [b]) => (a < b ? -1 : 1));
}
