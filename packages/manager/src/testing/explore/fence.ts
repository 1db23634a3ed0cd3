import type { ServerChange } from './changes.js';

/**
 * Finds effects of a process that has lost its Lease. An effect before the first one of the successor
 * is harmless: the successor begins with its result.
 */
export class Fence {
  #holder = '';
  /** Whether the holder has had an effect since it acquired the Lease. */
  #hasActed = false;

  observe({ type, object }: ServerChange): void {
    if (object.kind !== 'Lease') return;
    const { holderIdentity = '' } = (object as LeaseContent).spec ?? {};
    const holder = type === 'DELETED' ? '' : holderIdentity;
    if (holder === this.#holder) return;
    this.#holder = holder;
    this.#hasActed = false;
  }

  /** Returns what is wrong with an effect that has just happened; undefined if nothing is. */
  check(who: string, effect: string): string | undefined {
    if (this.#holder === who) this.#hasActed = true;
    else if (this.#hasActed) {
      return `${effect} of ${who} happens after ${this.#holder} leads and has had an effect`;
    }
    return undefined;
  }
}

/** What is read of a Lease. */
interface LeaseContent {
  readonly spec?: { readonly holderIdentity?: string };
}
