/** The specifiers that a file imports or re-exports, found without a parser: a superset is acceptable. */
export function importsOf(text: string): string[] {
  const found = text.matchAll(/\b(?:from|import|require)\s*(?:\(\s*)?['"]([^'"\n]+)['"]/g);
  return [...new Set([...found].map(([, specifier = '']) => specifier))];
}

/** Whether a file is of the APIs, not of a package that they import from. */
export function isApiFile(path: string): boolean {
  return !/^\.\.\/|(?:^|\/)node_modules\//.test(path);
}
