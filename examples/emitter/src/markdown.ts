/** A text of others as one line that says nothing else to Markdown or HTML. */
export function inline(text: string): string {
  return text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>|#&]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A text as code, in a table as well. */
export function code(text: string): string {
  const fence = '`'.repeat(
    Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1,
  );
  const space = /^`|`$/.test(text) ? ' ' : '';
  return `${fence}${space}${text.replaceAll('|', '\\|')}${space}${fence}`;
}
