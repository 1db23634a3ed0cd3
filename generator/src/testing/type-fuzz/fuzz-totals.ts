import type { Difference, FuzzResult } from './type-fuzz.js';

/** The sum of many batches. */
export class FuzzTotals {
  compared = 0;
  agreed = 0;
  refused = 0;
  notComparable = 0;
  readonly differences: Difference[] = [];
  readonly #refusals = new Map<string, number>();

  add({ counts, differences, refusals }: FuzzResult): void {
    this.compared += counts.compared;
    this.agreed += counts.agreed;
    this.refused += counts.refused;
    this.notComparable += counts.notComparable;
    this.differences.push(...differences);
    for (const [code, count] of refusals) {
      this.#refusals.set(code, (this.#refusals.get(code) ?? 0) + count);
    }
  }

  /** What was compared, in a line for people. */
  get summary(): string {
    const { compared, agreed, refused, notComparable, differences } = this;
    return `${compared} type expressions compared with TypeScript's checker: ${agreed} agreed, ${differences.length} wrong; ${refused} refused by vmgen, ${notComparable} not comparable`;
  }

  /** How often each diagnostic was the reason of a refusal, the most frequent first. */
  get refusals(): string {
    return [...this.#refusals]
      .sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
      .map(([code, count]) => `${code} ${count}`)
      .join(', ');
  }
}

/** A difference with what it takes to see it again. */
export function describeDifference({ seed, expression, ours, theirs }: Difference): string {
  return `seed ${seed}: ${expression}\n  vmgen      ${ours}\n  TypeScript ${theirs}`;
}
