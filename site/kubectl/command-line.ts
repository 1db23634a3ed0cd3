import { CommandError } from './errors.js';

/** A longer line is not typed, but pasted by mistake. */
const MAX_LINE_LENGTH = 1024 * 1024;

/** What a shell would interpret. */
const OPERATORS: Readonly<Record<string, string>> = {
  '|': 'pipes',
  '>': 'redirections',
  '<': 'redirections',
  ';': 'several commands in one line',
  '&': 'commands in the background',
  '`': 'command substitutions',
};

/**
 * Splits a line into words, as a shell does: quotes, backslashes, and `#` for comments.
 *
 * @throws CommandError for an open quote, and for operators of a shell
 */
export function splitCommandLine(line: string): string[] {
  if (line.length > MAX_LINE_LENGTH) {
    throw new CommandError(
      `the command has ${line.length} characters; at most ${MAX_LINE_LENGTH} are read`,
    );
  }
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else if (character === '#' && word === undefined) {
      break;
    } else if (character === "'" || character === '"') {
      const end = endOfQuote(line, at);
      word = (word ?? '') + quoted(line.slice(at + 1, end), character);
      at = end;
    } else if (character === '\\') {
      at++;
      word = (word ?? '') + line.charAt(at).replace('\n', '');
    } else {
      const operator = line.startsWith('$(', at) ? 'command substitutions' : OPERATORS[character];
      if (operator !== undefined) {
        throw new CommandError(
          `this terminal has no shell: ${operator} (${character}) do not work; put the character in quotes if it is part of a value`,
        );
      }
      word = (word ?? '') + character;
    }
  }
  return word === undefined ? words : [...words, word];
}

function endOfQuote(line: string, start: number): number {
  const quote = line.charAt(start);
  for (let at = start + 1; at < line.length; at++) {
    if (line.charAt(at) === quote) return at;
    if (quote === '"' && line.charAt(at) === '\\') at++;
  }
  throw new CommandError(`the quote ${quote} at character ${start + 1} is not closed`);
}

/** In double quotes, a backslash escapes only some characters. */
const quoted = (text: string, quote: string): string =>
  quote === "'" ? text : text.replace(/\\(["\\$`])|\\\n/g, '$1');
