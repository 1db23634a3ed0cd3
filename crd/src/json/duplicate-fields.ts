/** How many repeated fields are named, as upstream: an answer must not grow with the body. */
const MAX_NAMED = 100;

/** The paths of the fields that stand twice in an object, each path once. */
export class DuplicateFields {
  readonly #paths = new Set<string>();

  /** @param steps the keys and list positions that lead to the field */
  add(steps: readonly (string | number)[]): void {
    if (this.#paths.size < MAX_NAMED) this.#paths.add(steps.map(printStep).join(''));
  }

  /** Such as `spec.items[0].name`. */
  get paths(): string[] {
    return [...this.#paths];
  }
}

function printStep(step: string | number, position: number): string {
  if (typeof step === 'number') return `[${step}]`;
  return position === 0 ? step : `.${step}`;
}
