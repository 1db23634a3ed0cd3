/** The path of a relative import; `.js`, `.ts` and no extension all refer to the `.ts` file. */
export function resolveSpecifier(specifier: string, from: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of specifier.replace(/\.(?:js|ts)$/, '').split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return `${parts.join('/')}.ts`;
}
