import { nearest } from '../words/nearest.js';
import { UsageError } from '../settings/usage-error.js';
import { OPTIONS } from './options.js';

const NAMES: readonly string[] = [...Object.keys(OPTIONS), 'help', 'version'];

const SHORT: readonly string[] = Object.values(OPTIONS).flatMap((option) =>
  'alias' in option ? [option.alias] : [],
);

/** Throws a {@link UsageError} for a flag that there is not, with the one that was perhaps meant. */
export function refuseUnknownFlags(args: readonly string[]): void {
  const end = args.indexOf('--');
  for (const arg of end < 0 ? args : args.slice(0, end)) {
    const [, dashes = '', given = ''] = /^(--?)([^=]+)/s.exec(arg) ?? [];
    const name = given.replace(/^no-/, '');
    const isKnown = NAMES.some((known) => known === name || camelCase(known) === name);
    if (dashes === '-' && SHORT.includes(name)) continue;
    if (dashes === '' || /^-?\d/.test(arg) || (dashes === '--' && isKnown)) continue;
    // Of one letter any guess is as good as another.
    const guess = name.length < 2 ? undefined : nearest(name, NAMES);
    const meant = isKnown ? name : guess;
    const hint = meant === undefined ? '' : `; did you mean --${meant}?`;
    throw new UsageError(`there is no flag ${dashes}${given}${hint}`);
  }
}

/** yargs takes this form as well. */
const camelCase = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
