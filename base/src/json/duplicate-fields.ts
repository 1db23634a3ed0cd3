/** How many repeated fields are named, as upstream: an answer must not grow with the body. */
const MAX_NAMED = 100;

/** The paths of the fields that stand twice in an object, each path once. */
export class DuplicateFields {
  /** By path: the key, and where it occurs the second time. */
  readonly #found = new Map<string, { readonly key: string; readonly offset: number }>();

  /**
   * @param steps the keys and list positions that lead to the field
   * @param offset where in the text it stands once more
   */
  add(steps: readonly (string | number)[], offset: number): void {
    if (this.#found.size === MAX_NAMED) return;
    const path = steps.map(printStep).join('');
    if (!this.#found.has(path)) this.#found.set(path, { key: String(steps.at(-1)), offset });
  }

  /** Such as `spec.items[0].name`. */
  get paths(): string[] {
    return [...this.#found.keys()];
  }

  /** Of each of the paths, in their order. */
  get offsets(): number[] {
    return Array.from(this.#found.values(), ({ offset }) => offset);
  }

  /** The last step of each of the paths. */
  get keys(): string[] {
    return Array.from(this.#found.values(), ({ key }) => key);
  }
}

function printStep(step: string | number, position: number): string {
  if (typeof step === 'number') return `[${step}]`;
  return position === 0 ? step : `.${step}`;
}
