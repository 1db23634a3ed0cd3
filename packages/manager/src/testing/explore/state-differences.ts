import type { MaskedState } from './masked-state.js';

/** Describes the first differences; an empty list if the states are equal. */
export function differences(expected: MaskedState, actual: MaskedState): string[] {
  const found: string[] = [];
  const comparison = new Comparison(expected, actual);
  for (const name of new Set([...expected.texts.keys(), ...actual.texts.keys()])) {
    const [before, after] = [expected.texts.get(name), actual.texts.get(name)];
    if (before === undefined) found.push(`${name} exists, but should not`);
    else if (after === undefined) found.push(`${name} does not exist`);
    else if (!comparison.areEqual(before, after)) {
      found.push(`${name} differs:\n${comparison.changedLines(before, after)}`);
    }
  }
  return found;
}

const MAX_LINES = 12;
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

  /** The lines that only one of the texts has: `-` without faults, `+` with them. */
  changedLines(before: string, after: string): string {
    const [old, now] = [before.split('\n'), after.split('\n')];
    const lines = [
      ...old
        .filter((line) => !now.some((other) => this.#areLinesEqual(line, other)))
        .map((line) => `- ${described(line, this.#expected)}`),
      ...now
        .filter((line) => !old.some((other) => this.#areLinesEqual(other, line)))
        .map((line) => `+ ${described(line, this.#actual)}`),
    ];
    const shown = lines.slice(0, MAX_LINES).map((line) => `    ${line}`);
    return (shown.length > 0 ? shown : ['    the order of items']).join('\n');
  }
}

function described(line: string, { objectAt }: MaskedState): string {
  const [, , version = ''] = VERSION_LINE.exec(line) ?? [];
  const copied = objectAt(version);
  if (copied === undefined) return line.trim();
  return `${line.trim().replace(/,$/, '')} (a version of ${copied.name})`;
}
