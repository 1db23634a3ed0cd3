import type { Effect } from './effects.js';

/** The effects of a step, in their order. */
export class EffectLog {
  readonly effects: Effect[] = [];
  /** By name. */
  readonly #occurrences = new Map<string, number>();

  add(name: string): Effect {
    const occurrence = (this.#occurrences.get(name) ?? 0) + 1;
    this.#occurrences.set(name, occurrence);
    const effect = { name, occurrence };
    this.effects.push(effect);
    return effect;
  }
}
