import { isDeepStrictEqual } from 'node:util';
import { isMapping } from '../meta/is-mapping.js';
import { setField } from './field-path.js';

/**
 * What one version cannot express of an object in another version: the difference between the object
 * and its conversion there and back. It is JSON, kept in an annotation.
 */
export type LostContent = LostValue | LostFields | LostItems;

/** A value to restore, unless another value than the converted one is found. */
interface LostValue {
  /** The value; undefined for a field that the conversion there and back added. */
  readonly value?: unknown;
  /** The hash of the value after the conversion there and back; undefined if it was absent. */
  readonly was?: string;
}

interface LostFields {
  readonly fields: Readonly<Record<string, LostContent>>;
}

interface LostItems {
  /** What items lost. */
  readonly items: readonly LostItem[];
  /** The length of the list after the conversion there and back. */
  readonly length: number;
  /** The hash of the list after the conversion there and back. */
  readonly was: string;
  /** The items that follow these. */
  readonly more?: readonly unknown[];
}

interface LostItem {
  readonly index: number;
  /** The hash of the item after the conversion there and back. */
  readonly was: string;
  /** The field that identifies the item and its value, if it has one. */
  readonly id?: string;
  readonly lost: LostContent;
}

/** Returns a hash that depends only on the content of a JSON value. */
export function contentHash(value: unknown): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(canonicalJson(value)).digest('base64').slice(0, 16);
}

function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`;
    return isMapping(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part;
  });
}

/**
 * Returns what an object loses.
 *
 * @param converted the value after the conversion there and back; undefined if absent
 * @param original the value before
 */
export function lostContent(converted: unknown, original: unknown): LostContent | undefined {
  if (isDeepStrictEqual(converted, original)) return undefined;
  if (isMapping(converted) && isMapping(original)) {
    const names = new Set([...Object.keys(converted), ...Object.keys(original)]);
    const fields: Record<string, LostContent> = {};
    for (const name of names) {
      const lost = lostContent(ownField(converted, name), ownField(original, name));
      if (lost) setField(fields, name, lost);
    }
    // Fields without value are not content.
    return Object.keys(fields).length > 0 ? { fields } : undefined;
  }
  if (Array.isArray(converted) && Array.isArray(original)) {
    const lost = lostItems(converted, original);
    if (lost) return lost;
  }
  return {
    ...(original === undefined ? {} : { value: original }),
    ...(converted === undefined ? {} : { was: contentHash(converted) }),
  };
}

/** Undefined if the items of the lists do not correspond. */
function lostItems(converted: unknown[], original: unknown[]): LostItems | undefined {
  if (converted.length > original.length) return undefined;
  const items: LostItem[] = [];
  for (const [index, item] of converted.entries()) {
    const lost = lostContent(item, original[index]);
    if (!lost) continue;
    if (!isMapping(item) || !isMapping(original[index])) return undefined;
    const id = idOf(item);
    items.push({ index, was: contentHash(item), ...(id === undefined ? {} : { id }), lost });
  }
  const more = original.slice(converted.length);
  const { length } = converted;
  return { items, length, was: contentHash(converted), ...(more.length > 0 ? { more } : {}) };
}

/** The fields that identify items by convention. */
const ID_FIELDS = ['name', 'key', 'id', 'type'];

function idOf(item: unknown): string | undefined {
  if (!isMapping(item)) return undefined;
  const field = ID_FIELDS.find((name) => typeof item[name] === 'string');
  return field && `${field}=${String(item[field])}`;
}

/**
 * Returns a value with the lost content restored.
 *
 * @param isUnchanged whether the object was not changed since the content was lost. If it was, a
 *   value that differs from the converted one is an edit, and remains.
 */
export function restoreContent(current: unknown, lost: LostContent, isUnchanged: boolean): unknown {
  if ('fields' in lost)
    return isMapping(current) ? restoreFields(current, lost, isUnchanged) : current;
  if ('items' in lost) {
    if (!Array.isArray(current)) return current;
    return restoreItems(current, lost, isUnchanged || contentHash(current) === lost.was);
  }
  const hash = current === undefined ? undefined : contentHash(current);
  return isUnchanged || hash === lost.was ? lost.value : current;
}

function restoreFields(
  current: Record<string, unknown>,
  { fields }: LostFields,
  isUnchanged: boolean,
): Record<string, unknown> {
  const restored = { ...current };
  for (const [name, lost] of Object.entries(fields)) {
    const value = restoreContent(ownField(current, name), lost, isUnchanged);
    if (value === undefined) Reflect.deleteProperty(restored, name);
    else setField(restored, name, value);
  }
  return restored;
}

function restoreItems(
  current: readonly unknown[],
  { items, length, more = [] }: LostItems,
  isUnchanged: boolean,
): unknown[] {
  const restored = [...current];
  const free = new Set(current.keys());
  const atPosition = ({ index }: LostItem): readonly number[] =>
    current.length === length ? [index] : [];
  // Items may have been inserted, removed and moved: equal items first, then items with the same
  // identity, and the items of a list whose length has not changed by position.
  const byHash = isUnchanged ? undefined : indicesBy(current, contentHash);
  const byId = isUnchanged ? undefined : indicesBy(current, idOf);
  const searches: ((item: LostItem) => readonly number[] | undefined)[] = [
    (item) => byHash?.get(item.was),
    (item) => byId?.get(item.id),
    atPosition,
  ];
  let left = items;
  for (const search of searches) {
    left = left.filter((item) => {
      const found = (search(item) ?? []).filter((index) => free.has(index));
      // Equal items may have lost different content.
      const index = found.includes(item.index) ? item.index : found[0];
      if (index === undefined) return true;
      free.delete(index);
      restored[index] = restoreContent(current[index], item.lost, isUnchanged);
      return false;
    });
  }
  // A user who has removed all items has removed the others too.
  if (current.length === 0 && length > 0) return restored;
  const isNew = (item: unknown): boolean =>
    isUnchanged || !restored.some((each) => isDeepStrictEqual(each, item));
  return [...restored, ...more.filter(isNew)];
}

/** The indices of items by a text; items without the text are not included. */
function indicesBy(
  items: readonly unknown[],
  textOf: (item: unknown) => string | undefined,
): Map<string | undefined, number[]> {
  const found = new Map<string | undefined, number[]>();
  for (const [index, item] of items.entries()) {
    const text = textOf(item);
    if (text === undefined) continue;
    const same = found.get(text);
    if (same) same.push(index);
    else found.set(text, [index]);
  }
  return found;
}

function ownField(object: Record<string, unknown>, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}
