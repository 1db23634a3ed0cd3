import { objectKey, type ObjectKey } from '@vmgen/runtime';
import type { ServerOwner } from '../driver/vm-driver.js';

/**
 * Owners whose VirtualMachine was deleted, until it is confirmed that their servers were deleted
 * too.
 */
export class DepartedOwners {
  readonly #byKey = new Map<string, readonly ServerOwner[]>();

  add(owner: ServerOwner): void {
    this.#byKey.set(objectKey(owner), [...this.under(owner), owner]);
  }

  /** Returns the owners of a key. There may be several if a name was reused. */
  under(key: ObjectKey): readonly ServerOwner[] {
    return this.#byKey.get(objectKey(key)) ?? [];
  }

  delete(owner: ServerOwner): void {
    const others = this.under(owner).filter((other) => other !== owner);
    if (others.length === 0) this.#byKey.delete(objectKey(owner));
    else this.#byKey.set(objectKey(owner), others);
  }
}
