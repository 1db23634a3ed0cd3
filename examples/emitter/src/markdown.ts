/** Returns a text as one line, escaped for Markdown and HTML. */
export function inline(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|#&]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Returns a text as inline code, also in tables. */
export function code(text: string): string {
  const fence = '`'.repeat(
    Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1,
  );
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${text.replaceAll('|', '\\|')}${space}${fence}`;
}
