import { RUNTIME_MODULE } from '#generator/sources/runtime-types.js';
import { typesOf, type NamedDeclaration } from '../shapes/shape.js';
import type { MarkerStyle } from './print-comments.js';
import { printDeclaration } from './print-declaration.js';
import { namedIn, type NamedExpression } from './print-type.js';
import { stringLiteral } from '#generator/render/escape.js';
import { LINE_WIDTH } from '#generator/render/layout.js';

/** The inputs for printing a file of types. */
interface PrintTypesOptions {
  /** Defaults to markers in separate lines. */
  readonly markers?: MarkerStyle;
}

/**
 * Prints a file of declarations: the imports, then the declarations in order. If a name is both imported and
 * declared, the import gets an alias.
 */
export function printTypes(
  declarations: readonly NamedDeclaration[],
  { markers = 'lines' }: PrintTypesOptions = {},
): string {
  const names = new Map(declarations.map(({ id, name }) => [id, name]));
  const taken = new Set(names.values());
  const modules = new Map<string, Set<string>>();
  const imported = new Map<string, string>();
  const importedAs = (module: string, name: string): string => {
    const key = `${module}\n${name}`;
    const known = imported.get(key);
    if (known !== undefined) return known;
    const local = freeName(name, taken);
    taken.add(local);
    imported.set(key, local);
    const of = modules.get(module) ?? new Set();
    modules.set(module, of.add(local === name ? name : `${name} as ${local}`));
    return local;
  };
  const nameOf = (type: NamedExpression): string => {
    if (type.kind === 'runtime') return importedAs(RUNTIME_MODULE, type.name);
    if (type.kind === 'imported') return importedAs(type.module, type.name);
    const name = names.get(type.id);
    if (name === undefined) throw new Error(`no declaration has the id ${type.id}`);
    return name;
  };
  // Imports have a fixed order, independent of the declarations.
  const types = declarations.flatMap(({ declaration }) => typesOf(declaration));
  for (const type of types.flatMap(namedIn)) nameOf(type);
  const context = { nameOf, markers, hidesRecord: [...names.values()].includes('Record') };
  const body = declarations.map((each) => printDeclaration(each, context)).join('\n');
  const imports = printImports(modules);
  return imports === '' ? body : `${imports}\n${body}`;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name}${n}`;
  return free;
}

/** `import type` of the names of each module, sorted, as Prettier would lay it out. */
function printImports(modules: ReadonlyMap<string, ReadonlySet<string>>): string {
  const sorted = [...modules].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return sorted.map(([module, names]) => printImport(module, [...names].sort())).join('');
}

/** Packages precede files. */
const rank = (module: string): number => (module.startsWith('.') ? 1 : 0);

function printImport(module: string, names: readonly string[]): string {
  const from = `from ${stringLiteral(module)};\n`;
  const line = `import type { ${names.join(', ')} } ${from}`;
  if (line.length <= LINE_WIDTH + 1) return line;
  return `import type {\n${names.map((name) => `  ${name},\n`).join('')}} ${from}`;
}
