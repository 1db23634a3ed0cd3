import type { ReconcileInputs } from '../recordings/reconcile-inputs.js';

/** The last applied configurations that changed nothing although the cached object differed. */
export class UnchangedApplies {
  /** By the key of the owner. Most owners have none. */
  readonly #byOwner = new Map<string, Map<string, string>>();
  readonly #inputs: ReconcileInputs | undefined;

  constructor(inputs: ReconcileInputs | undefined) {
    this.#inputs = inputs;
  }

  get(owner: string, id: string): string | undefined {
    const state = this.#byOwner.get(owner)?.get(id);
    return this.#inputs === undefined ? state : this.#inputs.recall(`${owner} ${id}`, state);
  }

  set(owner: string, id: string, state: string): void {
    const states = this.#byOwner.get(owner) ?? new Map<string, string>();
    this.#byOwner.set(owner, states.set(id, state));
  }

  delete(owner: string, id: string): void {
    const states = this.#byOwner.get(owner);
    if (states?.delete(id) && states.size === 0) this.#byOwner.delete(owner);
  }

  /** Forgets an owner. */
  forget(owner: string): void {
    this.#byOwner.delete(owner);
  }

  get owners(): Iterable<string> {
    return this.#byOwner.keys();
  }
}
