import { parseArgs } from 'node:util';

/**
 * Reads options that are whole numbers above 0, such as `--seed 7`. Prints the options and ends the process with 2 if one
 * is wrong.
 */
export function numberOptions<const D extends Readonly<Record<string, number>>>(
  suite: string,
  defaults: D,
): { readonly [K in keyof D]: number } {
  const options = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => [
      name,
      { type: 'string', default: String(value) } as const,
    ]),
  );
  try {
    const { values } = parseArgs({ options });
    const numbers = Object.entries(values).map(([name, text]) => [name, wholeNumber(text)]);
    return Object.fromEntries(numbers) as { readonly [K in keyof D]: number };
  } catch (error) {
    const usage = Object.keys(defaults).map((name) => `[--${name} N]`);
    console.error(`${String(error)}\nusage: npm run suite ${suite} -- ${usage.join(' ')}`);
    process.exit(2);
  }
}

function wholeNumber(text: unknown): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${String(text)} is not a whole number above 0`);
}
