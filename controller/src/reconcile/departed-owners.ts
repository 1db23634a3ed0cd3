import { objectKey } from '@vmgen/runtime';
import type { ServerOwner } from '../driver/vm-driver.js';

/** Owners whose VirtualMachine was seen to go, until it is sure that their servers went too. */
export class DepartedOwners {
  readonly #byKey = new Map<string, readonly ServerOwner[]>();

  add(owner: ServerOwner): void {
    const key = objectKey({ metadata: owner });
    this.#byKey.set(key, [...this.under(key), owner]);
  }

  /** Those of one key: several, where a name was used again. */
  under(key: string): readonly ServerOwner[] {
    return this.#byKey.get(key) ?? [];
  }

  delete(key: string, owner: ServerOwner): void {
    const others = this.under(key).filter((other) => other !== owner);
    if (others.length === 0) this.#byKey.delete(key);
    else this.#byKey.set(key, others);
  }
}
