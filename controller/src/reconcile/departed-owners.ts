import { objectKey, type ObjectKey } from '@vmgen/runtime';
import type { ServerOwner } from '../driver/vm-driver.js';

/** Owners whose VirtualMachine was seen to go, until it is sure that their servers went too. */
export class DepartedOwners {
  readonly #byKey = new Map<string, readonly ServerOwner[]>();

  add(owner: ServerOwner): void {
    this.#byKey.set(objectKey(owner), [...this.under(owner), owner]);
  }

  /** Those of one key: several, where a name was used again. */
  under(key: ObjectKey): readonly ServerOwner[] {
    return this.#byKey.get(objectKey(key)) ?? [];
  }

  delete(owner: ServerOwner): void {
    const others = this.under(owner).filter((other) => other !== owner);
    if (others.length === 0) this.#byKey.delete(objectKey(owner));
    else this.#byKey.set(objectKey(owner), others);
  }
}
