import { kindOf } from '../disk/entry.js';
import { UsageError } from '../settings/usage-error.js';

const NAMES = ['js', 'mjs', 'cjs', 'ts', 'mts', 'json'].map((ending) => `vmgen.config.${ending}`);

/** The config of the working folder; undefined where there is none. Nothing of it is read. */
export function findConfig(): string | undefined {
  const [found, other] = NAMES.filter((name) => kindOf(name) !== undefined);
  if (other === undefined) return found;
  throw new UsageError(`there are ${found} and ${other}: keep one, or name one with --config`);
}
