import { UsageError } from '../settings/usage-error.js';

/** Defines an option with a value, in the form of yargs; help prints the default value, if there is one. */
export const value = (describe: string, defaultValue?: string) =>
  ({
    type: 'string',
    requiresArg: true,
    describe,
    ...(defaultValue === undefined ? {} : { defaultDescription: JSON.stringify(defaultValue) }),
  }) as const;

/** Defines an option that may be repeated. */
export const list = (describe: string) => ({ ...value(describe), array: true }) as const;

/** Defines a flag. Defaults to false; `alias` is its letter. */
export const flag = (
  describe: string,
  { isOn = false, alias }: { readonly isOn?: boolean; readonly alias?: string } = {},
) =>
  ({
    type: 'boolean',
    describe,
    defaultDescription: String(isOn),
    ...(alias === undefined ? {} : { alias }),
  }) as const;

/** What a shell completes: paths, some of these words, or names that `vmgen markers` and `vmgen explain` accept. */
export type Completes = 'files' | 'folders' | 'markers' | 'codes' | readonly string[];

/** Adds to an option with a value what a shell completes for it. */
export const completing = <O extends object>(completes: Completes, option: O) => ({
  ...option,
  completes,
});

/** An option of a command. */
export type Option = ReturnType<typeof value | typeof list | typeof flag> & {
  readonly completes?: Completes;
};

/** The name of an option in code. */
type NameInCode<Name extends string> = Name extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<NameInCode<Rest>>}`
  : Name;

type ValueOf<O extends Option> = O extends { readonly type: 'boolean' }
  ? boolean
  : O extends { readonly array: true }
    ? readonly string[]
    : string | readonly string[];

/** The values of options on a command line. yargs returns a list for a repeated option, whatever its type is. */
export type Given<Options extends Readonly<Record<string, Option>>> = {
  readonly [Name in keyof Options & string as NameInCode<Name>]?:
    ValueOf<Options[Name]> | undefined;
};

/**
 * The value of an option that is not repeated.
 *
 * @throws UsageError if it is repeated or empty
 */
export function single(option: string, given: string | readonly string[]): string {
  if (typeof given === 'string') return filled(`--${option}`, given);
  throw new UsageError(`--${option} may be specified only once`);
}

/** Rejects an empty value, which comes from an unset variable more often than it is intended. */
export function filled(what: string, given: string): string {
  if (given !== '') return given;
  throw new UsageError(`${what} is empty; is a variable unset?`);
}

/** One of the values of an option. */
export function wordFrom<T extends string>(
  option: string,
  noun: string,
  words: readonly T[],
  given: string | readonly string[],
): T {
  const text = single(option, given);
  const word = words.find((each) => each === text);
  if (word !== undefined) return word;
  throw new UsageError(
    `--${option}: unknown ${noun} ${JSON.stringify(text)}; use one of ${words.join(', ')}`,
  );
}
