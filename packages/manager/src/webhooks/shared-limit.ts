/**
 * A limited amount that several users share, such as the calls of a server by remote address. A user
 * may hold at most as much as remains free: one alone half of the amount, two a third each. So there is
 * always something left for a new user, however much the others want.
 */
export class SharedLimit {
  readonly #capacity: number;
  readonly #held = new Map<string, number>();
  #used = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The most that a user can hold. */
  get most(): number {
    return Math.max(1, this.#capacity / 2);
  }

  /**
   * Takes an amount, or returns false. The users are nested: each but the first is a part of the one
   * before, such as a path that an address calls, and may hold at most what that one may still take.
   */
  take(users: readonly string[], amount: number): boolean {
    let free = this.#capacity - this.#used - amount;
    if (free < 0) return false;
    for (const user of users) {
      const held = (this.#held.get(user) ?? 0) + amount;
      // The first one of a user needs no reserve.
      if (held > Math.max(1, free)) return false;
      free -= held;
    }
    this.#add(users, amount);
    return true;
  }

  /** Returns what was taken. */
  release(users: readonly string[], amount: number): void {
    this.#add(users, -amount);
  }

  #add(users: readonly string[], amount: number): void {
    this.#used += amount;
    for (const user of users) {
      const held = (this.#held.get(user) ?? 0) + amount;
      if (held === 0) this.#held.delete(user);
      else this.#held.set(user, held);
    }
  }
}
