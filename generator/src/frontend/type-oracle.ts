import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import { CHECKER_LIB } from './checker-lib.js';
import type { TypeSyntax } from './syntax.js';
import type { SourcePosition } from '../findings/finding.js';

/** One question to the type checker: does `check` extend `extended`, and what is inferred? */
export interface TypeQuestion {
  /** Declarations that the two types use; names like `T1` come back as references. */
  readonly declarations: readonly string[];
  readonly check: string;
  readonly extended: string;
  /** What `extended` infers. */
  readonly inferred: readonly string[];
  /** Where the answer's syntax stands. */
  readonly position: SourcePosition;
}

/** `undefined` where the checker has no plain answer. */
export type TypeAnswer =
  { readonly matches: boolean; readonly inferred: ReadonlyMap<string, TypeSyntax> } | undefined;

export type TypeOracle = (question: TypeQuestion) => TypeAnswer;

const LIB = 'lib.d.ts';
const QUESTION = 'question.ts';
const OPTIONS: ts.CompilerOptions = {
  noLib: true,
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  types: [],
  target: typescript.ScriptTarget.ES2023,
};

/** The type checker, started by its first question; the same question is asked once. */
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
  typescript.createSourceFile(path, text, typescript.ScriptTarget.ES2023, true);

function textOf({ declarations, check, extended, inferred }: TypeQuestion): string {
  const yes = `{ matches: true; inferred: [${inferred.join(', ')}] }`;
  const answer = `type Answer = ${check} extends ${extended} ? ${yes} : { matches: false };`;
  return [...declarations, answer].join('\n');
}

function ask(text: string, lib: ts.SourceFile, question: TypeQuestion): TypeAnswer {
  const file = parse(QUESTION, text);
  const files = new Map([lib, file].map((each) => [each.fileName, each]));
  const program = typescript.createProgram([LIB, QUESTION], OPTIONS, {
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
  const alias = file.statements.at(-1);
  if (!alias || !typescript.isTypeAliasDeclaration(alias)) return undefined;
  if (program.getSemanticDiagnostics(file).length > 0) return undefined;
  const answer = checker.getTypeAtLocation(alias.name);
  const matches = propertyType(answer, 'matches', checker);
  if (!matches) return undefined;
  if (checker.typeToString(matches) === 'false') return { matches: false, inferred: new Map() };
  const tuple = propertyType(answer, 'inferred', checker);
  const types = tuple && checker.isTupleType(tuple) ? argumentsOf(tuple, checker) : [];
  const inferred = question.inferred.map((name, index) => {
    const type = types[index];
    return [name, type && toSyntax(type, file, question.position, checker)] as const;
  });
  const entries = inferred.flatMap(([name, syntax]) => (syntax ? [[name, syntax] as const] : []));
  return entries.length === inferred.length
    ? { matches: true, inferred: new Map(entries) }
    : undefined;
}

function propertyType(type: ts.Type, name: string, checker: ts.TypeChecker): ts.Type | undefined {
  const symbol = type.isUnion() ? undefined : type.getProperty(name);
  return symbol && checker.getTypeOfSymbol(symbol);
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
];

/** A type of the answer as syntax; what was declared for the question by its name. */
function toSyntax(
  type: ts.Type,
  file: ts.SourceFile,
  position: SourcePosition,
  checker: ts.TypeChecker,
): TypeSyntax | undefined {
  const name = (type.aliasSymbol ?? type.getSymbol())?.name;
  if (name !== undefined && /^T\d+$/.test(name)) {
    return { kind: 'reference', name, typeArguments: [], position };
  }
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
  const [element] = checker.isArrayType(type) ? argumentsOf(type, checker) : [];
  const syntax = element && inner(element);
  return syntax && { kind: 'array', element: syntax, position };
}

/** The checker orders the members of a union by their age; people by where they wrote them. */
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
