/** What is wrong with a config, and with which of its values. */
export class ConfigProblem extends Error {
  override readonly name = 'ConfigProblem';
  /** What leads to the value: `['emitters', 0]`; empty for the whole config. */
  readonly keys: readonly (string | number)[];

  constructor(keys: readonly (string | number)[], message: string) {
    super(message);
    this.keys = keys;
  }
}
