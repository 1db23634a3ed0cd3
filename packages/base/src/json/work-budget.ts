/** Thrown for a request that would block the process for too long. A real server would time out. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError';

  constructor() {
    super('Timeout: request did not complete within requested timeout - context deadline exceeded');
  }
}

/**
 * Limits the work of one request, for work that grows faster than the size of the request. It
 * counts steps instead of time, so that the result does not depend on the machine.
 */
export class WorkBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Whether the budget allows the steps. */
  has(steps: number): boolean {
    return steps <= this.#left;
  }

  /** @throws WorkLimitError if the budget is exhausted */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new WorkLimitError();
  }
}
