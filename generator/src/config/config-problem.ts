/** A problem of a config, with the key of the invalid value. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  /** The keys that lead to the value: `['emitters', 0]`; empty for the whole config. */
  readonly keys: readonly (string | number)[];

  constructor(keys: readonly (string | number)[], message: string) {
    super(message);
    this.keys = keys;
  }
}
