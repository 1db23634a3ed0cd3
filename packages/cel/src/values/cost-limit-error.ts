/** Thrown if an evaluation exceeds its cost limit. */
export class CostLimitError extends Error {
  override readonly name = 'CostLimitError';

  constructor() {
    super('operation cancelled: actual cost limit exceeded');
  }
}

/**
 * The maximum length of a text, in UTF-16 units. Kubernetes' limit of the cost of an expression does
 * not allow to read a longer text, but its functions can create one.
 */
const MAX_LENGTH = 10_000_000;

/** The maximum number of items of a list that an expression creates. */
const MAX_ITEMS = 1_000_000;

/**
 * Called before a text of this length is created.
 *
 * @throws CostLimitError if it is too long
 */
export function assertLength(length: number): void {
  if (length > MAX_LENGTH) throw new CostLimitError();
}

/**
 * Called before a list of this size is created.
 *
 * @throws CostLimitError if it is too large
 */
export function assertItems(count: number): void {
  if (count > MAX_ITEMS) throw new CostLimitError();
}

/** Limits the work of visiting nested values, which can contain the same value many times. */
export class VisitBudget {
  #left = MAX_ITEMS;
  #length = 0;

  /** @throws CostLimitError if there are too many values */
  visit(): void {
    if (--this.#left < 0) throw new CostLimitError();
  }

  /**
   * Counts the printed text of a value, and returns it.
   *
   * @throws CostLimitError if all texts together are too long
   */
  print(text: string): string {
    this.visit();
    this.#length += text.length;
    assertLength(this.#length);
    return text;
  }
}
