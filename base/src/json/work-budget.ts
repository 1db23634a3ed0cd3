/** A request that would hold the process for too long: a real server would time out. */
export class WorkLimitError extends Error {
  override readonly name = 'WorkLimitError';

  constructor() {
    super('Timeout: request did not complete within requested timeout - context deadline exceeded');
  }
}

/**
 * How much one request may work where that grows faster than its size. Counted, not timed, so that
 * a slow machine refuses nothing that a fast one does.
 */
export class WorkBudget {
  #left: number;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** @throws WorkLimitError where nothing is left */
  spend(steps = 1): void {
    this.#left -= steps;
    if (this.#left < 0) throw new WorkLimitError();
  }
}
