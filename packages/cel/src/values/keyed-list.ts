import { encodeHex } from '@vmgen/base/bytes';
import { escapeFieldName } from '../types/escape-field-name.js';
import { showValue } from './show-value.js';
import {
  CelError,
  CelList,
  CelMap,
  Duration,
  Optional,
  Timestamp,
  Uint,
  type CelValue,
} from './value.js';

/**
 * Returns a text that identifies an item of a list: equal items have the same text. Undefined if
 * the item equals no other.
 */
export type Identify = (item: CelValue) => string | CelError | undefined;

/** How lists of type `set` or `map` are compared and concatenated. */
export interface ListKind {
  readonly identify: Identify;
  /**
   * Whether items with the same identity can have different contents, as in lists of type `map`.
   */
  readonly hasContents: boolean;
}

/** Lists of type `set`. */
export const setKind: ListKind = { identify: identifyScalar, hasContents: false };

/** Lists of type `map` with these keys. */
export function mapKind(keys: readonly string[]): ListKind {
  const names = keys.map((key) => escapeFieldName(key) ?? key);
  return {
    identify: (item) => names.map((name) => JSON.stringify(scalarText(partOf(item, name)))).join(),
    hasContents: true,
  };
}

/**
 * The concatenation of two lists. It is compared and concatenated by the type of the first list.
 *
 * Upstream: apiserver's cel/common/valuesreflect.go, refValSetList and refValMapList.
 */
export class KeyedList extends CelList {
  readonly kind: ListKind;
  readonly #items: readonly CelValue[];

  constructor(items: readonly CelValue[], kind: ListKind) {
    super();
    this.#items = items;
    this.kind = kind;
  }

  get size(): number {
    return this.#items.length;
  }

  at(position: number): CelValue {
    return this.#items[position] ?? null;
  }
}

/**
 * Concatenates lists. A set contains each item once. In a map, an item replaces the one with the
 * same keys.
 */
export function addToKeyed(list: CelList, more: CelList, kind: ListKind): KeyedList | CelError {
  const items = [...list];
  const positions = new Map<string, number>();
  for (const [position, item] of items.entries()) {
    const identity = kind.identify(item);
    if (identity instanceof CelError) return identity;
    if (identity !== undefined) positions.set(identity, position);
  }
  for (const item of more) {
    const identity = kind.identify(item);
    if (identity instanceof CelError) return identity;
    const position = identity === undefined ? undefined : positions.get(identity);
    if (position === undefined) {
      // For maps, upstream does not search among the items that were added.
      if (identity !== undefined && !kind.hasContents) positions.set(identity, items.length);
      items.push(item);
    } else if (kind.hasContents) {
      items[position] = item;
    }
  }
  return new KeyedList(items, kind);
}

/**
 * Compares in any order. If the first list has several items with the same identity, the last one
 * counts.
 */
export function equalKeyed(
  list: CelList,
  other: CelList,
  kind: ListKind,
  equal: (a: CelValue, b: CelValue) => boolean | CelError,
): boolean | CelError {
  const items = new Map<string, CelValue>();
  for (const item of list) {
    const identity = kind.identify(item);
    if (identity instanceof CelError) return identity;
    if (identity !== undefined) items.set(identity, item);
  }
  const seen = new Set<string>();
  for (const item of other) {
    const identity = kind.identify(item);
    if (identity instanceof CelError) return identity;
    const own = identity === undefined ? undefined : items.get(identity);
    if (identity === undefined || own === undefined) return false;
    const isEqual = kind.hasContents ? equal(own, item) : true;
    if (isEqual !== true) return isEqual;
    seen.add(identity);
  }
  return seen.size === items.size;
}

const notScalar = new CelError('listSet operations are only supported on lists of scalar values');

function identifyScalar(item: CelValue): string | CelError {
  return item instanceof CelList || item instanceof CelMap ? notScalar : scalarText(item);
}

function partOf(item: CelValue, name: string): CelValue {
  const part = item instanceof CelMap ? item.find(name) : undefined;
  return part === undefined || part instanceof CelError ? null : part;
}

/** A text that differs for different values and for different Go types. */
function scalarText(value: CelValue): string {
  if (value instanceof Uint8Array) return `bytes ${encodeHex(value)}`;
  if (value instanceof Uint) return `uint ${value.value}`;
  if (value instanceof Duration) return `duration ${value.nanos}`;
  if (value instanceof Timestamp) return `timestamp ${value.nanos} ${value.zoneMinutes}`;
  if (value instanceof Optional) return scalarText(value.value ?? null);
  return `${typeof value} ${showValue(value)}`;
}
