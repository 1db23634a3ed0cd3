import { createInterface } from 'node:readline/promises';

/** The streams for the question and its answer. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean };
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
