/** Text as a block of code, whatever it contains. */
export function fenced(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Text as code within a line, whatever it contains. */
export function inCode(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  const fence = '`'.repeat(longestRun(line) + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

const CODE = /^(`{3,})\w*\n([\s\S]*?)\n\1$|(`+)( ?)(.+?)\4\3(?!`)/gm;

/** What Markdown of these functions shows, as plain text. */
export const plainText = (markdown: string): string =>
  markdown.replaceAll(
    CODE,
    (_: string, _fence?: string, block?: string, _quote?: string, _space?: string, line?: string) =>
      block ?? line ?? '',
  );

const longestRun = (text: string): number =>
  [...text.matchAll(/`+/g)].reduce((longest, [run]) => Math.max(longest, run.length), 0);
