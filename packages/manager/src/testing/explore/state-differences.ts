import type { MaskedState } from './masked-state.js';
import { cutText } from '../../process/cut-text.js';

/** Describes the first differences; an empty list if the states are equal. */
export function differences(expected: MaskedState, actual: MaskedState): string[] {
  const found: string[] = [];
  const comparison = new Comparison(expected, actual);
  for (const name of new Set([...expected.texts.keys(), ...actual.texts.keys()])) {
    const [before, after] = [expected.texts.get(name), actual.texts.get(name)];
    if (before === undefined) found.push(`${name} exists, but should not`);
    else if (after === undefined) found.push(`${name} does not exist`);
    else if (!comparison.areEqual(before, after)) {
      found.push(`${name} differs:\n${comparison.changedFields(before, after)}`);
    }
  }
  return found;
}

const MAX_LINES = 12;
const MAX_LINE = 400;
/** A line of JSON whose value is a text that can be the version of an object. */
const VERSION_LINE = /^(.*)"(\d+)"(,?)$/;

/**
 * Compares texts of two runs. A program may copy the version of an object, which is another one in each
 * run. Two copies are equal if they are versions of the same object, and the object is the same at these
 * versions. A copy of an old version therefore differs from one of a new version with another content.
 */
class Comparison {
  readonly #expected: MaskedState;
  readonly #actual: MaskedState;

  constructor(expected: MaskedState, actual: MaskedState) {
    this.#expected = expected;
    this.#actual = actual;
  }

  /** @param below the versions of the texts, which contain only copies of earlier ones */
  areEqual(before: string, after: string, below = [Infinity, Infinity] as const): boolean {
    if (before === after) return true;
    const [old, now] = [before.split('\n'), after.split('\n')];
    return (
      old.length === now.length &&
      old.every((line, index) => this.#areLinesEqual(line, now[index] ?? '', below))
    );
  }

  #areLinesEqual(
    before: string,
    after: string,
    below: readonly [before: number, after: number] = [Infinity, Infinity],
  ): boolean {
    if (before === after) return true;
    const [, start, old = '', end] = VERSION_LINE.exec(before) ?? [];
    const [, otherStart, now = '', otherEnd] = VERSION_LINE.exec(after) ?? [];
    if (start === undefined || start !== otherStart || end !== otherEnd) return false;
    const versions = [Number(old), Number(now)] as const;
    if (versions[0] >= below[0] || versions[1] >= below[1]) return false;
    const [copied, other] = [this.#expected.objectAt(old), this.#actual.objectAt(now)];
    return (
      copied !== undefined &&
      copied.name === other?.name &&
      this.areEqual(copied.text, other.text, versions)
    );
  }

  /** The fields in which the texts differ: `-` is the value without faults, `+` the one with them. */
  changedFields(before: string, after: string): string {
    const [old, now] = [fieldsOf(JSON.parse(before)), fieldsOf(JSON.parse(after))];
    const lines: string[] = [];
    for (const path of new Set([...old.keys(), ...now.keys()])) {
      const [value, other] = [old.get(path), now.get(path)];
      if (value !== undefined && other !== undefined && this.#areLinesEqual(value, other)) continue;
      if (value !== undefined && !isFilled(value, path, now)) {
        lines.push(`- ${path}${described(value, this.#expected)}`);
      }
      if (other !== undefined && !isFilled(other, path, old)) {
        lines.push(`+ ${path}${described(other, this.#actual)}`);
      }
    }
    const shown = lines.slice(0, MAX_LINES).map((line) => `    ${cutText(line, MAX_LINE)}`);
    if (lines.length > MAX_LINES) shown.push(`    and ${lines.length - MAX_LINES} more`);
    // Keys that contain UIDs are equal in the texts.
    return (shown.length > 0 ? shown : ['    the number or the order of items']).join('\n');
  }
}

/** Returns the values that are no lists or objects, and the empty ones, as JSON by their paths. */
function fieldsOf(value: unknown, path = '', fields = new Map<string, string>()) {
  const isList = Array.isArray(value);
  const entries: [string, unknown][] =
    typeof value === 'object' && value !== null ? Object.entries(value) : [];
  if (entries.length === 0) fields.set(path === '' ? '' : `${path}: `, JSON.stringify(value));
  for (const [key, each] of entries) {
    const isName = /^[A-Za-z_$][\w$-]*$/.test(key);
    const step = isList ? `[${key}]` : isName ? `.${key}` : `[${JSON.stringify(key)}]`;
    fieldsOf(each, `${path}${step}`, fields);
  }
  return fields;
}

/** Whether a value is an empty list or object that has fields in the other run, which are listed. */
function isFilled(value: string, path: string, others: ReadonlyMap<string, string>): boolean {
  if (value !== '{}' && value !== '[]') return false;
  const start = path.replace(/: $/, '');
  return [...others.keys()].some((other) => other !== path && other.startsWith(start));
}

function described(value: string, { objectAt }: MaskedState): string {
  const [, , version = ''] = VERSION_LINE.exec(value) ?? [];
  const copied = objectAt(version);
  return copied === undefined ? value : `${value} (a version of ${copied.name})`;
}
