import { nearest } from '../text/nearest.js';
import { UsageError } from '../settings/usage-error.js';

/** The flags of a command, by name. */
type Options = Readonly<Record<string, { readonly type: string; readonly alias?: string }>>;

/** Available for every command. */
const COMMON: readonly string[] = ['help', 'version'];

/** Throws a {@link UsageError} for an unknown flag, with a suggestion. */
export function refuseUnknownFlags(args: readonly string[], options: Options): void {
  const names = [...Object.keys(options), ...COMMON];
  const short = Object.values(options).map(({ alias }) => alias);
  for (const arg of beforeEnd(args)) {
    const [, dashes = '', given = ''] = /^(--?)([^=]+)/s.exec(arg) ?? [];
    const name = given.replace(/^no-/, '');
    const isKnown = names.some((known) => known === name || camelCase(known) === name);
    if (dashes === '-' && short.includes(name)) continue;
    if (dashes === '' || /^-?\d/.test(arg) || (dashes === '--' && isKnown)) continue;
    // For a single letter, no suggestion is better than another.
    const guess = name.length < 2 ? undefined : nearest(name, names);
    const meant = isKnown ? name : guess;
    const hint = meant === undefined ? '' : `; did you mean --${meant}?`;
    throw new UsageError(`unknown flag ${dashes}${given}${hint}`);
  }
}

/** Throws a {@link UsageError} for a value other than true or false: yargs accepts any value. */
export function refuseOddFlags(args: readonly string[], options: Options): void {
  const flags = Object.entries(options).filter(([, { type }]) => type === 'boolean');
  const names = [...COMMON, ...flags.map(([name]) => name)];
  for (const arg of beforeEnd(args)) {
    const [, name = '', value = ''] = /^--(?:no-)?([^=]+)=(.*)$/s.exec(arg) ?? [];
    if (!names.includes(name) || value === 'true' || value === 'false') continue;
    throw new UsageError(
      `--${name}: ${JSON.stringify(value)} is neither true nor false; --${name} alone means true`,
    );
  }
}

function beforeEnd(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  return end < 0 ? args : args.slice(0, end);
}

/** yargs accepts this form as well. */
const camelCase = (name: string): string =>
  name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
