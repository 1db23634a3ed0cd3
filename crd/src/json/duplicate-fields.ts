/** How many repeated fields are named, as upstream: an answer must not grow with the body. */
const MAX_NAMED = 100;

/** The paths of the fields that stand twice in an object, each path once. */
export class DuplicateFields {
  /** Where each stands the second time. */
  readonly #offsets = new Map<string, number>();

  /**
   * @param steps the keys and list positions that lead to the field
   * @param offset where in the text it stands once more
   */
  add(steps: readonly (string | number)[], offset: number): void {
    if (this.#offsets.size === MAX_NAMED) return;
    const path = steps.map(printStep).join('');
    if (!this.#offsets.has(path)) this.#offsets.set(path, offset);
  }

  /** Such as `spec.items[0].name`. */
  get paths(): string[] {
    return [...this.#offsets.keys()];
  }

  /** Of each of the paths, in their order. */
  get offsets(): number[] {
    return [...this.#offsets.values()];
  }
}

function printStep(step: string | number, position: number): string {
  if (typeof step === 'number') return `[${step}]`;
  return position === 0 ? step : `.${step}`;
}
