import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import { CommentReader } from './comments.js';
import { parseMembers, parseType, type TypeReader } from './parse-type.js';
import { positionsOf } from './positions.js';
import type {
  CommentGroup,
  DeclarationSyntax,
  EnumMemberSyntax,
  ModuleLink,
  ModuleSyntax,
} from './syntax.js';

/** Comments are read by {@link CommentReader}: parsing JSDoc as well would be work for nothing. */
const OPTIONS: ts.CreateSourceFileOptions = {
  languageVersion: typescript.ScriptTarget.ES2023,
  jsDocParsingMode: typescript.JSDocParsingMode.ParseNone,
};

/** Reads one source file; the only door to the TypeScript parser. */
export function parseModule(path: string, text: string): ModuleSyntax {
  const file = typescript.createSourceFile(path, text, OPTIONS, true, typescript.ScriptKind.TS);
  const position = positionsOf(file);
  const reader = { position, comments: new CommentReader(text, position) };
  const declarations = new Map<string, DeclarationSyntax>();
  const comments: CommentGroup[] = [];
  for (const statement of file.statements) {
    const { attached, detached } = reader.comments.before(statement);
    comments.push(...detached);
    const declaration = parseDeclaration(statement, attached, reader);
    if (declaration) declarations.set(declaration.name, declaration);
    else comments.push(...attached);
  }
  comments.push(...reader.comments.leading(file.endOfFileToken.getFullStart()));
  return {
    path,
    declarations,
    ...parseLinks(file),
    comments,
    problems: syntaxErrorsOf(file).map((problem) => ({
      position: position(problem.start),
      message: typescript.flattenDiagnosticMessageText(problem.messageText, ' '),
    })),
  };
}

/** The parser keeps its errors in a field that the public types leave out. */
function syntaxErrorsOf(file: ts.SourceFile): readonly ts.DiagnosticWithLocation[] {
  const withErrors: ts.SourceFile & {
    readonly parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
  } = file;
  return withErrors.parseDiagnostics ?? [];
}

function parseDeclaration(
  node: ts.Statement,
  comments: readonly CommentGroup[],
  reader: TypeReader,
): DeclarationSyntax | undefined {
  if (typescript.isInterfaceDeclaration(node)) {
    return {
      ...declarationBase(node, comments, reader),
      kind: 'interface',
      extends: (node.heritageClauses ?? []).flatMap((clause) =>
        clause.types.map((type) => ({
          kind: 'reference' as const,
          name: type.expression.getText(),
          typeArguments: (type.typeArguments ?? []).map((each) => parseType(each, reader)),
          position: reader.position(type.getStart()),
        })),
      ),
      body: parseMembers(node, reader),
    };
  }
  if (typescript.isTypeAliasDeclaration(node)) {
    return {
      ...declarationBase(node, comments, reader),
      kind: 'alias',
      type: parseType(node.type, reader),
    };
  }
  if (typescript.isEnumDeclaration(node)) {
    const base = declarationBase(node, comments, reader);
    return { ...base, kind: 'enum', members: parseEnumMembers(node, reader) };
  }
  if (typescript.isClassDeclaration(node) && node.name) {
    return {
      ...declarationBase({ name: node.name, modifiers: node.modifiers }, comments, reader),
      kind: 'refused',
      what: `the class ${node.name.text}`,
      remedy: 'API types are data: use an interface',
    };
  }
  return undefined;
}

interface NamedDeclaration {
  readonly name: ts.Identifier;
  readonly modifiers?: ts.NodeArray<ts.ModifierLike>;
  readonly typeParameters?: ts.NodeArray<ts.TypeParameterDeclaration>;
}

function declarationBase(
  node: NamedDeclaration,
  comments: readonly CommentGroup[],
  reader: TypeReader,
): Pick<DeclarationSyntax, 'name' | 'isExported' | 'typeParameters' | 'comments' | 'position'> {
  return {
    name: node.name.text,
    isExported: (node.modifiers ?? []).some(
      (each) => each.kind === typescript.SyntaxKind.ExportKeyword,
    ),
    typeParameters: (node.typeParameters ?? []).map((parameter) => parameter.name.text),
    comments,
    position: reader.position(node.name.getStart()),
  };
}

function parseEnumMembers(node: ts.EnumDeclaration, reader: TypeReader): EnumMemberSyntax[] {
  let next: number | undefined = 0;
  return node.members.map((member) => {
    const value = member.initializer ? constantOf(member.initializer) : next;
    next = typeof value === 'number' ? value + 1 : undefined;
    return { name: member.name.getText(), value, position: reader.position(member.getStart()) };
  });
}

function constantOf(expression: ts.Expression): string | number | undefined {
  if (typescript.isStringLiteralLike(expression)) return expression.text;
  if (typescript.isNumericLiteral(expression)) return Number(expression.text);
  if (
    typescript.isPrefixUnaryExpression(expression) &&
    expression.operator === typescript.SyntaxKind.MinusToken &&
    typescript.isNumericLiteral(expression.operand)
  ) {
    return -Number(expression.operand.text);
  }
  return undefined;
}

function parseLinks(
  file: ts.SourceFile,
): Pick<ModuleSyntax, 'imports' | 'reexports' | 'exportStars'> {
  const imports = new Map<string, ModuleLink>();
  const reexports = new Map<string, ModuleLink>();
  const exportStars: string[] = [];
  for (const node of file.statements) {
    if (typescript.isImportDeclaration(node) && typescript.isStringLiteral(node.moduleSpecifier)) {
      addImports(node.importClause, node.moduleSpecifier.text, imports);
    } else if (typescript.isExportDeclaration(node)) {
      const specifier =
        node.moduleSpecifier && typescript.isStringLiteral(node.moduleSpecifier)
          ? node.moduleSpecifier.text
          : undefined;
      if (specifier !== undefined && !node.exportClause) exportStars.push(specifier);
      if (!node.exportClause || !typescript.isNamedExports(node.exportClause)) continue;
      for (const { name, propertyName } of node.exportClause.elements) {
        const link = specifier === undefined ? '' : specifier;
        reexports.set(name.text, { specifier: link, name: (propertyName ?? name).text });
      }
    }
  }
  return { imports, reexports, exportStars };
}

function addImports(
  clause: ts.ImportClause | undefined,
  specifier: string,
  imports: Map<string, ModuleLink>,
): void {
  if (clause?.name) imports.set(clause.name.text, { specifier, name: 'default' });
  const bindings = clause?.namedBindings;
  if (!bindings) return;
  if (typescript.isNamespaceImport(bindings)) {
    imports.set(bindings.name.text, { specifier, name: '*' });
    return;
  }
  for (const { name, propertyName } of bindings.elements) {
    imports.set(name.text, { specifier, name: (propertyName ?? name).text });
  }
}
