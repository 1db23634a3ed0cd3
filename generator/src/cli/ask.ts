import { createInterface } from 'node:readline/promises';

/** The streams for the question and its answer. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
}

/**
 * Asks for a text on a terminal until `check` accepts it; an empty answer means the default.
 *
 * @param check returns the reason why an answer is invalid
 * @throws an Error at the end of the input
 */
export async function askText(
  question: string,
  defaultText: string,
  check: (text: string) => string | undefined,
  { input, output }: Terminal,
): Promise<string> {
  const reader = createInterface({ input, output });
  const closed = new Promise<undefined>((resolve) =>
    reader.once('close', () => resolve(undefined)),
  );
  try {
    for (;;) {
      const answer = await Promise.race([reader.question(`${question} [${defaultText}] `), closed]);
      if (answer === undefined) throw new Error('the input ended before the last answer');
      const text = answer.trim() === '' ? defaultText : answer.trim();
      const problem = check(text);
      if (problem === undefined) return text;
      output.write(`${problem}\n`);
    }
  } finally {
    reader.close();
  }
}

/** Asks if both streams are terminals; any answer but y or yes, and the end of the input, means no. */
export async function ask(question: string, { input, output }: Terminal): Promise<boolean> {
  if (!input.isTTY || !output.isTTY) return false;
  const reader = createInterface({ input, output });
  const closed = new Promise<string>((resolve) => reader.once('close', () => resolve('')));
  try {
    const answer = await Promise.race([reader.question(`${question} [y/N] `), closed]);
    return /^y(?:es)?$/i.test(answer.trim());
  } finally {
    reader.close();
  }
}
