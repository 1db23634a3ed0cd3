import type { ArgumentsCamelCase, Argv } from 'yargs';

/** The command line is invalid. The message contains the fix. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A command line that only prints a text, such as `--help`. */
export interface Answer {
  readonly answer: string;
}

/** Parses a command line. Throws a {@link UsageError} if it is invalid. */
export async function parseStrictly<T>(
  parser: Argv<T>,
  args: readonly string[],
): Promise<{ readonly parsed: ArgumentsCamelCase<T> } | Answer> {
  let answer: string | undefined;
  const parsed = await parser
    .check((each) => {
      // yargs returns a list for a repeated option, regardless of its type.
      for (const [option, value] of Object.entries(each)) {
        if (option === '_' || !Array.isArray(value)) continue;
        throw new Error(`${option === 'v' ? '-' : '--'}${option} may be set only once`);
      }
      return true;
    })
    .strict()
    .locale('en')
    .exitProcess(false)
    .fail((message, error) => {
      throw new UsageError(message || error.message);
    })
    .parseAsync([...args], {}, (_error, _parsed, output) => {
      if (output !== '') answer = output;
    });
  return answer === undefined ? { parsed } : { answer };
}

/** Throws a {@link UsageError} if the value of a flag is not a whole number within the limits. */
export function requireInteger(
  flag: string,
  value: number,
  least: number,
  most = Number.MAX_SAFE_INTEGER,
): void {
  if (Number.isSafeInteger(value) && value >= least && value <= most) return;
  const upTo = most === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${most}`;
  throw new UsageError(`${flag} must be a whole number of at least ${least}${upTo}`);
}
