import { RUNTIME_MODULE } from '../../syntax/runtime-types.js';
import {
  type Comments,
  type FieldShape,
  type NamedDeclaration,
  type TypeExpression,
  typesOf,
} from '../shapes/shape.js';
import { docComment, propertyKey, stringLiteral } from '../../text/escape.js';
import { LINE_WIDTH } from '../../text/escape.js';
import { quoted } from '../shapes/marker-line.js';

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

/** The names that a file uses for referenced types, and the position of its markers. */
interface PrintContext extends TypeNames {
  readonly markers: MarkerStyle;
}

/** A declaration with its comments, as Prettier would lay it out. */
function printDeclaration({ name, declaration }: NamedDeclaration, context: PrintContext): string {
  const comments = printComments(declaration, 0, context.markers);
  if (declaration.kind === 'alias') {
    return `${comments}${printAssigned(`export type ${name} =`, declaration.type, 0, context)}\n`;
  }
  const { bases, fields, isOpen = false } = declaration;
  const names = bases.map((base) => printType(base, context)).join(', ');
  const head = `export interface ${name}${names === '' ? '' : ` extends ${names}`}`;
  if (fields.length === 0) return `${comments}${head} {}\n`;
  const lines = fields.map((field) => printField(field, context));
  if (isOpen) lines.push('  [key: string]: unknown;\n');
  return `${comments}${head} {\n${lines.join('')}}\n`;
}

function printField(field: FieldShape, context: PrintContext): string {
  const key = field.name === '__proto__' ? `'__proto__'` : propertyKey(field.name);
  const head = `  ${key}${field.isOptional ? '?' : ''}:`;
  return `${printComments(field, 2, context.markers)}${printAssigned(head, field.type, 2, context)}\n`;
}

/** Prints `head type;`; a long union of literals is printed in separate lines. */
function printAssigned(
  head: string,
  type: TypeExpression,
  indent: number,
  context: PrintContext,
): string {
  const line = `${head} ${printType(type, context)};`;
  const literals = literalsOf(type);
  if (line.length <= LINE_WIDTH) return line;
  const margin = ' '.repeat(indent + 2);
  // A line can only be broken after an equals sign.
  if (!literals) return indent > 0 ? line : `${head}\n${margin}${printType(type, context)};`;
  const flat = `${margin}${literals.join(' | ')};`;
  if (flat.length <= LINE_WIDTH) return `${head}\n${flat}`;
  return `${head}\n${literals.map((literal) => `${margin}| ${literal}`).join('\n')};`;
}

/** The members of a union of literals, null included. */
function literalsOf(type: TypeExpression): string[] | undefined {
  if (type.kind === 'literals') return type.values.map(printLiteral);
  if (type.kind !== 'nullable') return undefined;
  const values = literalsOf(type.of);
  return values && [...values, 'null'];
}

/** The names of a file. */
interface TypeNames {
  /** The names that the file uses for referenced types. */
  readonly nameOf: (type: NamedExpression) => string;
  /** Whether the file declares a type with the name Record, which hides the TypeScript type. */
  readonly hidesRecord: boolean;
}

/** Prints a type as TypeScript, with the names that its file uses for referenced types. */
function printType(type: TypeExpression, names: TypeNames): string {
  switch (type.kind) {
    case 'word':
      return type.word;
    case 'literals':
      return type.values.map(printLiteral).join(' | ');
    case 'runtime':
    case 'declared':
    case 'imported':
      return names.nameOf(type);
    case 'array': {
      const element = printType(type.of, names);
      return isUnion(type.of) ? `(${element})[]` : `${element}[]`;
    }
    case 'map':
      return names.hidesRecord
        ? `{ [key: string]: ${printType(type.of, names)} }`
        : `Record<string, ${printType(type.of, names)}>`;
    case 'nullable':
      return `${printType(type.of, names)} | null`;
  }
}

/** Types that are referenced by name. */
type NamedExpression = Extract<TypeExpression, { kind: 'runtime' | 'declared' | 'imported' }>;

const printLiteral = (value: string | number | boolean): string =>
  typeof value === 'string' ? stringLiteral(value) : String(value);

const isUnion = (type: TypeExpression): boolean =>
  type.kind === 'nullable' || (type.kind === 'literals' && type.values.length > 1);

/** All names in a type. */
function namedIn(type: TypeExpression): NamedExpression[] {
  switch (type.kind) {
    case 'runtime':
    case 'declared':
    case 'imported':
      return [type];
    case 'array':
    case 'map':
    case 'nullable':
      return namedIn(type.of);
    default:
      return [];
  }
}

/** The position of markers: in separate lines, or in the documentation, which declaration files keep. */
export type MarkerStyle = 'lines' | 'documentation';

/** The comments above a declaration or a field, each line ended. */
function printComments(
  { doc, markers, see }: Comments,
  indent: number,
  style: MarkerStyle,
): string {
  const margin = ' '.repeat(indent);
  const inside = style === 'documentation' ? markers.join('\n') : '';
  // Text after a tag belongs to the tag.
  const tag = see === undefined ? '' : `@see ${see}`;
  const text = [doc, inside, tag].filter((part) => part !== '').join('\n\n');
  const documentation = text === '' ? '' : `${docComment(text, indent)}\n`;
  if (style === 'documentation') return documentation;
  return documentation + markers.map((marker) => `${margin}// ${marker}\n`).join('');
}

/**
 * Prints the `doc.ts` of a package, with the name of its group.
 *
 * @param options `isServed`: an API server serves the kinds itself, so they have no CRDs; defaults to false
 */
export function printDoc(
  group: string,
  version: string,
  { isServed = false }: { readonly isServed?: boolean } = {},
): string {
  const kinds = group === '' ? 'the core group' : `${group}/${version}`;
  // A server may be newer than the types: copies keep fields that the types do not declare.
  const skip = isServed ? '// +kubebuilder:skip\n// +k8s:deepcopy-gen=false\n' : '';
  return `/** Package ${version} has the kinds of ${kinds}. */
// +groupName=${/^[\w.-]*$/.test(group) ? group : quoted(group)}
${skip}export {};
`;
}
