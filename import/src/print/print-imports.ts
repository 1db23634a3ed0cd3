import { stringLiteral } from '#generator/render/escape.js';
import { LINE_WIDTH } from '#generator/render/layout.js';

/** `import type` of the names of each module, sorted, as Prettier would lay it out. */
export function printImports(modules: ReadonlyMap<string, ReadonlySet<string>>): string {
  const sorted = [...modules].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return sorted.map(([module, names]) => printImport(module, [...names].sort())).join('');
}

/** Packages come before files. */
const rank = (module: string): number => (module.startsWith('.') ? 1 : 0);

function printImport(module: string, names: readonly string[]): string {
  const from = `from ${stringLiteral(module)};\n`;
  const line = `import type { ${names.join(', ')} } ${from}`;
  if (line.length <= LINE_WIDTH + 1) return line;
  return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} ${from}`;
}
