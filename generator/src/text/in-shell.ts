/** An argument of a shell, which expands nothing between single quotes. */
export const inShell = (text: string): string =>
  /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
