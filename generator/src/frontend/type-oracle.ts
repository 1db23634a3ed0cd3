import type { ts } from 'ts-morph';
import { compiler, typescript } from './typescript.js';
import type { TypeSyntax } from './syntax.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';

/** A question to the type checker: does `check` extend `extended`, and which types are inferred? */
export interface TypeQuestion {
  /** Declarations that the two types use; names such as `T1` are returned as references. */
  readonly declarations: readonly string[];
  readonly check: string;
  /** The same type with names for its parts, from which types are inferred. */
  readonly branded: string;
  readonly extended: string;
  /** The `infer` parameters of `extended`: the name in the sources by the name in the question. */
  readonly inferred: ReadonlyMap<string, string>;
  /** The position for the syntax of the answer. */
  readonly position: SourcePosition;
}

/** `undefined` if the checker has no definite answer. */
type TypeAnswer =
  { readonly matches: boolean; readonly inferred: ReadonlyMap<string, TypeSyntax> } | undefined;

export type TypeOracle = (question: TypeQuestion) => TypeAnswer;

const LIB = 'lib.d.ts';
const QUESTION = 'question.ts';
const OPTIONS: ts.CompilerOptions = {
  noLib: true,
  strict: true,
  noEmit: true,
  types: [],
  target: typescript.ScriptTarget.ES2023,
};

/** The type checker, which the first question starts; answers are cached. */
export function lazyTypeOracle(): TypeOracle {
  const answers = new Map<string, TypeAnswer>();
  let lib: ts.SourceFile | undefined;
  return (question) => {
    lib ??= parse(LIB, CHECKER_LIB);
    const text = textOf(question);
    const known = answers.get(text);
    if (known || answers.has(text)) return known;
    const answer = ask(text, lib, question);
    answers.set(text, answer);
    return answer;
  };
}

const parse = (path: string, text: string): ts.SourceFile =>
  compiler().createSourceFile(path, text, typescript.ScriptTarget.ES2023, true);

function textOf({ declarations, check, branded, extended, inferred }: TypeQuestion): string {
  const names = [...new Set(inferred.values())].join(', ');
  return [
    ...declarations,
    `type Matches = ${check} extends ${extended} ? true : false;`,
    `type Inferred = ${branded} extends ${extended} ? [${names}] : never;`,
  ].join('\n');
}

function ask(text: string, lib: ts.SourceFile, question: TypeQuestion): TypeAnswer {
  const file = parse(QUESTION, text);
  const files = new Map([lib, file].map((each) => [each.fileName, each]));
  const program = compiler().createProgram([LIB, QUESTION], OPTIONS, {
    getSourceFile: (path) => files.get(path),
    getDefaultLibFileName: () => LIB,
    getCurrentDirectory: () => '',
    getCanonicalFileName: (path) => path,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => '\n',
    fileExists: (path) => files.has(path),
    readFile: (path) => files.get(path)?.text,
    writeFile: () => undefined,
  });
  const checker = program.getTypeChecker();
  if (program.getSemanticDiagnostics(file).length > 0) return undefined;
  const [matches, inferred] = file.statements
    .slice(-2)
    .map((alias) => checker.getTypeAtLocation(nameOf(alias)));
  const verdict = matches && checker.typeToString(matches);
  if (verdict === 'false') return { matches: false, inferred: new Map() };
  if (verdict !== 'true' || !inferred) return undefined;
  return inferredFrom(inferred, file, question, checker);
}

const nameOf = (node: ts.Statement): ts.Node =>
  typescript.isTypeAliasDeclaration(node) ? node.name : node;

function inferredFrom(
  tuple: ts.Type,
  file: ts.SourceFile,
  { inferred, position }: TypeQuestion,
  checker: ts.TypeChecker,
): TypeAnswer {
  const names = [...new Set(inferred.values())];
  if (names.length === 0) return { matches: true, inferred: new Map() };
  if (!checker.isTupleType(tuple)) return undefined;
  const types = argumentsOf(tuple, checker);
  const answers = new Map<string, TypeSyntax>();
  for (const [own, name] of inferred) {
    const type = types[names.indexOf(name)];
    const syntax = type && toSyntax(type, file, position, checker);
    if (!syntax) return undefined;
    answers.set(own, syntax);
  }
  return { matches: true, inferred: answers };
}

function argumentsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  return isReference(type) ? checker.getTypeArguments(type) : [];
}

function isReference(type: ts.Type): type is ts.TypeReference {
  return 'target' in type;
}

const KEYWORDS: readonly [ts.TypeFlags, string][] = [
  [typescript.TypeFlags.String, 'string'],
  [typescript.TypeFlags.Number, 'number'],
  [typescript.TypeFlags.Boolean, 'boolean'],
  [typescript.TypeFlags.Null, 'null'],
  [typescript.TypeFlags.Undefined, 'undefined'],
  [typescript.TypeFlags.Unknown, 'unknown'],
  [typescript.TypeFlags.Never, 'never'],
  [typescript.TypeFlags.NonPrimitive, 'object'],
];

/** Converts a type of the answer to syntax; declarations of the question are referenced by name. */
function toSyntax(
  type: ts.Type,
  file: ts.SourceFile,
  position: SourcePosition,
  checker: ts.TypeChecker,
): TypeSyntax | undefined {
  const name = brandOf(type, checker) ?? declaredName(type, checker);
  if (name !== undefined) return { kind: 'reference', name, typeArguments: [], position };
  const keyword = KEYWORDS.find(([flag]) => type.flags & flag)?.[1];
  if (keyword !== undefined) return { kind: 'keyword', keyword, position };
  if (type.isStringLiteral() || type.isNumberLiteral()) {
    return { kind: 'literal', value: type.value, position };
  }
  if (type.flags & typescript.TypeFlags.BooleanLiteral) {
    return { kind: 'literal', value: checker.typeToString(type) === 'true', position };
  }
  const inner = (each: ts.Type): TypeSyntax | undefined => toSyntax(each, file, position, checker);
  if (type.isUnion()) {
    const members = inSourceOrder(type.types, file, checker).map(inner);
    return members.every((member) => member !== undefined)
      ? { kind: 'union', members, position }
      : undefined;
  }
  return listSyntax(type, inner, position, checker);
}

/** The name of a declaration of the question. */
function declaredName(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const name = (type.aliasSymbol ?? type.getSymbol())?.name;
  if (name !== undefined && /^T\d+$/.test(name)) return name;
  const isMember = type.flags & typescript.TypeFlags.EnumLiteral && !type.isUnion();
  return isMember ? memberName(type, checker) : undefined;
}

/** The checker names an enum with a single member after the member. */
function memberName(type: ts.Type, checker: ts.TypeChecker): string {
  const name = checker.typeToString(type);
  return name.includes('.') ? name : `${name}.m0`;
}

/** The name of a string or number that the question declared. */
function brandOf(type: ts.Type, checker: ts.TypeChecker): string | undefined {
  const brand = type.isIntersection() ? type.getProperty('#') : undefined;
  const name = brand && checker.getTypeOfSymbol(brand);
  return name?.isStringLiteral() ? name.value : undefined;
}

function listSyntax(
  type: ts.Type,
  inner: (type: ts.Type) => TypeSyntax | undefined,
  position: SourcePosition,
  checker: ts.TypeChecker,
): TypeSyntax | undefined {
  if (!checker.isArrayType(type) && !checker.isTupleType(type)) return undefined;
  const types = argumentsOf(type, checker).map(inner);
  if (!types.every((each) => each !== undefined)) return undefined;
  const isReadonly = checker.typeToString(type).startsWith('readonly ');
  if (checker.isTupleType(type)) {
    const flags = elementFlags(type);
    if (flags.some((flag) => flag & typescript.ElementFlags.Variable)) return undefined;
    const elements = types.map((each, index) => {
      const optional = ((flags[index] ?? 0) & typescript.ElementFlags.Optional) !== 0;
      return { type: each, optional, isRest: false };
    });
    return { kind: 'tuple', elements, isReadonly, position };
  }
  const [element] = types;
  return element && { kind: 'array', element, isReadonly, position };
}

function elementFlags(type: ts.Type): readonly ts.ElementFlags[] {
  return isReference(type) && isTuple(type.target) ? type.target.elementFlags : [];
}

function isTuple(type: ts.GenericType): type is ts.TupleType {
  return 'elementFlags' in type;
}

/** The checker sorts union members by age; the result uses the order of the source. */
function inSourceOrder(
  types: readonly ts.Type[],
  file: ts.SourceFile,
  checker: ts.TypeChecker,
): ts.Type[] {
  const place = (type: ts.Type): number => {
    const index = file.text.indexOf(checker.typeToString(type));
    return index < 0 ? file.text.length : index;
  };
  return types
    .map((type) => ({ type, at: place(type) }))
    .sort((a, b) => a.at - b.at)
    .map(({ type }) => type);
}

/** The library declarations that the checker needs; parsing the full library takes 100 ms more. */
const CHECKER_LIB = `
interface Array<T> { readonly length: number; [index: number]: T; push(...items: T[]): number }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface Boolean { valueOf(): boolean }
interface Number { toFixed(digits?: number): string }
interface String { readonly length: number; charAt(index: number): string }
interface Object { hasOwnProperty(name: string): boolean }
interface Function { readonly name: string }
interface CallableFunction extends Function {}
interface NewableFunction extends Function {}
interface IArguments { readonly length: number }
interface RegExp { readonly source: string }
interface Date { getTime(): number }
interface Uint8Array { readonly byteLength: number; [index: number]: number }
type JSONValue =
  null | boolean | number | string | JSONValue[] | { [key: string]: JSONValue };
type Record<K extends keyof any, T> = { [P in K]: T };
`;
