import type { ts } from 'ts-morph';
import { typescript } from './typescript.js';
import { dottedName } from './dotted-name.js';
import { CommentReader } from './comments.js';
import { parseConstants } from './parse-constants.js';
import { hasModifier, parseEnumMembers } from './parse-enum.js';
import { firstErrorOf, parseFile, syntaxProblems } from './parse-file.js';
import { parseMembers, parseType, parseTypes, type TypeReader } from './parse-type.js';
import { positionsOf } from './positions.js';
import {
  EXPORT_EQUALS,
  type AugmentationSyntax,
  type CommentGroup,
  type DeclarationSyntax,
  type ModuleLink,
  type ModuleSyntax,
  type TypeSyntax,
} from './syntax.js';

/**
 * Reads one source file of an API. After a syntax error the parser guesses: only names are read there.
 *
 * @param options `isUnreadable`: the text replaces the content of an unreadable file; defaults to false
 */
export function parseModule(
  path: string,
  text: string,
  { isUnreadable = false }: { readonly isUnreadable?: boolean | undefined } = {},
): ModuleSyntax {
  const file = parseFile(path, text);
  const position = positionsOf(path, text);
  const problems = syntaxProblems(file, position);
  const isPartial = isUnreadable || problems.length > 0;
  const soundEnd = problems.length > 0 ? firstErrorOf(file) : Infinity;
  const reader = { file, position, comments: new CommentReader(file, position), depth: 0 };
  const declarations = new Map<string, DeclarationSyntax>();
  const values = new Map<string, TypeSyntax>();
  const comments: CommentGroup[] = [];
  for (const statement of file.statements) {
    if (statement.end > soundEnd) {
      const unreadable = unreadableDeclaration(statement, reader);
      if (unreadable) declarations.set(unreadable.name, unreadable);
      continue;
    }
    const { attached, detached } = reader.comments.before(statement);
    for (const group of detached) comments.push(group);
    const declaration = parseDeclaration(statement, attached, reader);
    if (declaration) {
      const known = declarations.get(declaration.name);
      declarations.set(declaration.name, known ? merged(known, declaration) : declaration);
    } else for (const group of attached) comments.push(group);
    for (const [name, type] of parseConstants(statement, values, reader)) values.set(name, type);
  }
  const leading = isPartial ? [] : reader.comments.leading(file.endOfFileToken.getFullStart());
  for (const group of leading) comments.push(group);
  return {
    path,
    declarations,
    values,
    ...parseLinks(file),
    augmentations: file.statements.flatMap((each) => parseAugmentations(each, reader)),
    comments,
    strays: isPartial ? [] : reader.comments.unread(),
    problems,
    isPartial,
  };
}

/** The name of a declaration that is not read. */
function unreadableDeclaration(
  node: ts.Statement,
  reader: TypeReader,
): DeclarationSyntax | undefined {
  const isDeclaration =
    typescript.isInterfaceDeclaration(node) ||
    typescript.isTypeAliasDeclaration(node) ||
    typescript.isEnumDeclaration(node) ||
    typescript.isClassDeclaration(node);
  if (!isDeclaration || !node.name) return undefined;
  const { text: name } = node.name;
  const position = reader.position(node.name.getStart(reader.file));
  return { name, position, isExported: true, typeParameters: [], comments: [], kind: 'unreadable' };
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
          name: dottedName(type.expression, reader.file),
          typeArguments: parseTypes(type.typeArguments, reader),
          position: reader.position(type.getStart(reader.file)),
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
    const isAmbient =
      hasModifier(node, typescript.SyntaxKind.DeclareKeyword) ||
      /\.d\.[cm]?ts$/.test(reader.file.fileName);
    return { ...base, kind: 'enum', members: parseEnumMembers(node, isAmbient, reader) };
  }
  if (typescript.isClassDeclaration(node) && node.name) {
    return {
      ...declarationBase({ name: node.name, modifiers: node.modifiers }, comments, reader),
      kind: 'refused',
      code: 'VMGEN4001',
      what: `the class ${node.name.text}`,
      remedy: 'API types are data: use an interface',
    };
  }
  if (typescript.isModuleDeclaration(node) && typescript.isIdentifier(node.name)) {
    return {
      ...declarationBase({ name: node.name, modifiers: node.modifiers }, comments, reader),
      kind: 'refused',
      code: 'VMGEN4001',
      what: `the namespace ${node.name.text}`,
      remedy: 'put its types into a file of their own',
    };
  }
  return undefined;
}

/** The names that a `declare module` adds to another module, with their positions. */
function parseAugmentations(node: ts.Statement, reader: TypeReader): AugmentationSyntax[] {
  if (!typescript.isModuleDeclaration(node) || !typescript.isStringLiteral(node.name)) return [];
  const { text: specifier } = node.name;
  const statements = node.body && typescript.isModuleBlock(node.body) ? node.body.statements : [];
  return statements.flatMap((statement) => {
    const isNamed =
      typescript.isInterfaceDeclaration(statement) ||
      typescript.isTypeAliasDeclaration(statement) ||
      typescript.isEnumDeclaration(statement);
    if (!isNamed) return [];
    const position = reader.position(statement.name.getStart(reader.file));
    return [{ specifier, name: statement.name.text, position }];
  });
}

/** Interfaces of one name are one interface to TypeScript; nothing else may share a name. */
function merged(first: DeclarationSyntax, second: DeclarationSyntax): DeclarationSyntax {
  if (first.kind !== 'interface' || second.kind !== 'interface') {
    return {
      ...second,
      kind: 'refused',
      code: 'VMGEN1107',
      what: `a second ${second.name}`,
      remedy: 'rename one of them',
      related: [{ position: first.position, label: 'the first is here' }],
    };
  }
  return {
    ...first,
    isExported: first.isExported || second.isExported,
    extends: [...first.extends, ...second.extends],
    comments: [...first.comments, ...second.comments],
    body: {
      fields: [...first.body.fields, ...second.body.fields],
      indexed: first.body.indexed ?? second.body.indexed,
      refused: [...first.body.refused, ...second.body.refused],
      dangling: [...first.body.dangling, ...second.body.dangling],
    },
  };
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
): Omit<Extract<DeclarationSyntax, { kind: 'unreadable' }>, 'kind'> {
  const has = (keyword: ts.SyntaxKind): boolean => hasModifier(node, keyword);
  const { ExportKeyword, DefaultKeyword } = typescript.SyntaxKind;
  return {
    name: node.name.text,
    // Generated code cannot import an anonymous default export by name.
    isExported: has(ExportKeyword) && !has(DefaultKeyword),
    typeParameters: (node.typeParameters ?? []).map((parameter) => ({
      name: parameter.name.text,
      constraint: parameter.constraint && parseType(parameter.constraint, reader),
      fallback: parameter.default && parseType(parameter.default, reader),
    })),
    comments,
    position: reader.position(node.name.getStart(reader.file)),
  };
}

type Links = Pick<ModuleSyntax, 'imports' | 'reexports' | 'exportStars'>;

function parseLinks(file: ts.SourceFile): Links {
  const imports = new Map<string, ModuleLink>();
  const reexports = new Map<string, ModuleLink>();
  const exportStars: string[] = [];
  for (const node of file.statements) {
    if (typescript.isImportDeclaration(node)) {
      addImports(node.importClause, textOfSpecifier(node.moduleSpecifier), imports);
    } else if (typescript.isImportEqualsDeclaration(node)) {
      const isExported = has(node, typescript.SyntaxKind.ExportKeyword);
      (isExported ? reexports : imports).set(node.name.text, importedAs(node, file));
    } else if (typescript.isExportAssignment(node)) {
      const name = node.isExportEquals ? EXPORT_EQUALS : 'default';
      reexports.set(name, { specifier: '', name: dottedName(node.expression, file) });
    } else if (typescript.isExportDeclaration(node)) {
      const specifier = node.moduleSpecifier ? textOfSpecifier(node.moduleSpecifier) : '';
      if (node.exportClause) addExports(node.exportClause, specifier, reexports);
      else exportStars.push(specifier);
    } else if (isDefaultExport(node)) {
      reexports.set('default', { specifier: '', name: node.name.text });
    }
  }
  return { imports, reexports, exportStars };
}

/** A specifier that is not a string is a syntax error. */
function textOfSpecifier(node: ts.Expression): string {
  return typescript.isStringLiteralLike(node) ? node.text : '';
}

function has(node: ts.HasModifiers, keyword: ts.SyntaxKind): boolean {
  return (node.modifiers ?? []).some(({ kind }) => kind === keyword);
}

/** `import x = require('y')`, or `import x = y.z`. */
function importedAs(
  { moduleReference }: ts.ImportEqualsDeclaration,
  file: ts.SourceFile,
): ModuleLink {
  return typescript.isExternalModuleReference(moduleReference)
    ? { specifier: textOfSpecifier(moduleReference.expression), name: EXPORT_EQUALS }
    : { specifier: '', name: dottedName(moduleReference, file) };
}

/** `export default interface X`. */
function isDefaultExport(
  node: ts.Statement,
): node is (ts.InterfaceDeclaration | ts.ClassDeclaration) & { readonly name: ts.Identifier } {
  return (
    (typescript.isInterfaceDeclaration(node) || typescript.isClassDeclaration(node)) &&
    node.name !== undefined &&
    has(node, typescript.SyntaxKind.DefaultKeyword)
  );
}

function addExports(
  clause: ts.NamedExportBindings,
  specifier: string,
  reexports: Map<string, ModuleLink>,
): void {
  if (typescript.isNamespaceExport(clause)) {
    reexports.set(clause.name.text, { specifier, name: '*' });
    return;
  }
  for (const { name, propertyName } of clause.elements) {
    reexports.set(name.text, { specifier, name: (propertyName ?? name).text });
  }
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
