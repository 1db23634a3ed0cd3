/** Breaks lines at spaces, so that no line has more characters than the limit, except for longer words. */
export function wrap(text: string, limit: number): string {
  return text
    .split('\n')
    .map((line) => wrapLine(line, limit))
    .join('\n');
}

function wrapLine(line: string, limit: number): string {
  let wrapped = '';
  let length = 0;
  for (const [, space = '', word = ''] of line.matchAll(/([^\S\u00a0]*)([\S\u00a0]*)/g)) {
    if (word === '') {
      // Spaces at the end of a line remain if they fit.
      return length + space.length <= limit ? wrapped + space : wrapped;
    }
    const start = length + space.length;
    // As in kubectl, a long word also begins a line.
    const isBroken = start + word.length > limit && start >= 2;
    wrapped += isBroken ? `\n${word}` : space + word;
    length = isBroken ? word.length : start + word.length;
  }
  return wrapped;
}

/** Puts spaces before each line. */
export const indent = (text: string, amount: number): string =>
  text.replace(/^/gm, ' '.repeat(amount));
