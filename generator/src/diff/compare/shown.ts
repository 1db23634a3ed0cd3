import { jsonText } from '../../text/json-text.js';
import { inKeyOrder } from '../../text/in-key-order.js';

/** The most characters of a value in a message. */
const MOST = 80;

/** A value in a message: as JSON, long ones cut. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'none' : jsonText(value);
  return text.length <= MOST ? text : `${text.slice(0, MOST - 1)}…`;
}

/** The number of equal characters that are shown before the difference of two long texts. */
const COMMON = 24;

/** Two texts, each from shortly before their difference on where they are long. */
export function shownChange(old: string, next: string): string {
  let same = 0;
  while (same < old.length && old[same] === next[same]) same++;
  const start = Math.max(old.length, next.length) <= MOST ? 0 : Math.max(0, same - COMMON);
  const from = (text: string): string => shown(`${start > 0 ? '…' : ''}${text.slice(start)}`);
  return `${from(old)} -> ${from(next)}`;
}

/**
 * Serializes a value as JSON with sorted keys, so that equal values have equal texts; undefined if there is
 * no value.
 */
export function canonical(value: unknown): string {
  return value === undefined ? '' : jsonText(inKeyOrder(value));
}
