import type { ts } from 'ts-morph';
import { isRuntimeModule, RUNTIME_MODULE, type RuntimeTypeName } from './runtime-types.js';
import { LineMap } from '../text/line-map.js';
import { commentsOf } from './comments.js';
import { firstErrorOf, parseFile } from './parse-file.js';
import { typescript } from './typescript.js';

/** A change of a text: replaces the text between two offsets. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The names of a separate import statement; statements at one offset can be merged. */
  readonly imports?: readonly string[];
}

/** The local name of a type, and the edits that import it. */
interface ImportedName {
  readonly local: string;
  readonly edits: readonly TextEdit[];
}

/**
 * Converts small changes of a source file into edits of its syntax tree: comments, strings and equal names
 * are never changed by mistake. Each method returns undefined if the source is not as the change expects.
 */
export class SourceEditor {
  readonly text: string;
  readonly lines: LineMap;
  /** The line end that new lines get. */
  readonly lineEnd: '\n' | '\r\n';
  /** A file with syntax errors is a guess of the parser: nothing of it can be edited. */
  readonly isSound: boolean;
  readonly #file: ts.SourceFile;
  #comments: readonly ts.CommentRange[] | undefined;
  #declared: ReadonlySet<string> | undefined;

  /** @throws BeyondBoundsError as {@link parseFile} */
  constructor(path: string, text: string) {
    this.text = text;
    this.lines = new LineMap(text);
    this.lineEnd = /^[^\n]*\r\n/.test(text) ? '\r\n' : '\n';
    this.#file = parseFile(path, text);
    this.isSound = firstErrorOf(this.#file) === Infinity;
  }

  /** The name or keyword at an offset, or the type of the field at it. */
  word(offset: number, word: string): TextEdit | undefined {
    const type = this.#fieldAt(offset)?.type;
    const nodes = [...this.#nodesFrom(offset), ...(type ? [type] : [])];
    const node = nodes.find((each) => each.getText(this.#file) === word);
    return node && { start: node.getStart(this.#file), end: node.end, text: word };
  }

  /** The last part of the dotted name at an offset. */
  member(offset: number, name: string): TextEdit | undefined {
    for (const node of this.#nodesFrom(offset)) {
      if (!typescript.isQualifiedName(node) || node.right.text !== name) continue;
      return { start: node.right.getStart(this.#file), end: node.right.end, text: name };
    }
    return undefined;
  }

  /** The text between the quotes of the first non-empty string literal in the type at an offset. */
  literal(offset: number, value: string): TextEdit | undefined {
    const [type] = this.#nodesFrom(offset);
    const waiting = type ? [type] : [];
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (typescript.isStringLiteral(node) && node.text === value) {
        const [start, end] = [node.getStart(this.#file) + 1, node.end - 1];
        // An escape in the source is left to its author.
        return this.text.slice(start, end) === value ? { start, end, text: value } : undefined;
      }
      waiting.push(...childrenOf(node).reverse());
    }
    return undefined;
  }

  /** Adds or removes the `?` of the field whose name starts at an offset. */
  optional(offset: number, isOptional: boolean): TextEdit | undefined {
    const field = this.#fieldAt(offset);
    if (!field) return undefined;
    const { name, questionToken } = field;
    if (isOptional) {
      return questionToken ? undefined : { start: name.end, end: name.end, text: '?' };
    }
    if (!questionToken) return undefined;
    return { start: questionToken.getStart(this.#file), end: questionToken.end, text: '' };
  }

  /** Writes `export` before each declaration of a type: TypeScript requires that all or none are exported. */
  exported(name: string): readonly TextEdit[] | undefined {
    const { ExportKeyword } = typescript.SyntaxKind;
    const { statements } = this.#file;
    // `export =` allows no other exports.
    if (statements.some((each) => typescript.isExportAssignment(each) && each.isExportEquals)) {
      return undefined;
    }
    const edits = statements.filter(isTypeDeclaration).flatMap((node): TextEdit[] => {
      const isMeant = node.name.text === name;
      if (!isMeant || node.modifiers?.some(({ kind }) => kind === ExportKeyword)) return [];
      const start = node.getStart(this.#file);
      return [{ start, end: start, text: 'export ' }];
    });
    return edits.length > 0 ? edits : undefined;
  }

  /** The local name of a runtime type; undefined if the name has another meaning in the file. */
  runtimeType(name: RuntimeTypeName): ImportedName | undefined {
    const imports = this.#file.statements.filter((each) => typescript.isImportDeclaration(each));
    const own = imports.filter(({ moduleSpecifier }) => isRuntime(moduleSpecifier));
    for (const { importClause } of own) {
      const local = importClause && localName(importClause, name);
      if (local !== undefined) return { local, edits: [] };
    }
    this.#declared ??= declaredIn(this.#file);
    if (this.#declared.has(name)) return undefined;
    for (const { importClause } of own) {
      const { phaseModifier, namedBindings } = importClause ?? {};
      const isForTypes = phaseModifier === typescript.SyntaxKind.TypeKeyword;
      if (!isForTypes || !namedBindings || !typescript.isNamedImports(namedBindings)) continue;
      const start = namedBindings.getStart(this.#file) + 1;
      return { local: name, edits: [{ start, end: start, text: ` ${name},` }] };
    }
    const start = imports[0]?.getStart(this.#file) ?? this.topOffset();
    const gap = imports[0] ? this.lineEnd : this.lineEnd.repeat(2);
    const text = `${importStatement([name])}${gap}`;
    return { local: name, edits: [{ start, end: start, text, imports: [name] }] };
  }

  /** The comment at an offset. */
  commentAt(offset: number): ts.CommentRange | undefined {
    this.#comments ??= commentsOf(this.#file, () => false);
    return this.#comments.find(({ pos, end }) => pos <= offset && offset < end);
  }

  /** The first offset for a new statement: after `#!` and directive comments. */
  topOffset(): number {
    const [head] = /^(?:#!.*(?:\r?\n|$))?(?:\/\/(?:\/| *@ts-).*(?:\r?\n|$))*/.exec(this.text) ?? [
      '',
    ];
    return head.length;
  }

  /** The field whose name starts at an offset. */
  #fieldAt(offset: number): ts.PropertySignature | undefined {
    const field = this.#nodesAround(offset).findLast((node) =>
      typescript.isPropertySignature(node),
    );
    return field?.name.getStart(this.#file) === offset ? field : undefined;
  }

  /** The nodes at an offset, from the outermost to the innermost. */
  #nodesAround(offset: number): ts.Node[] {
    const found: ts.Node[] = [];
    let node: ts.Node | undefined = this.#file;
    while (node) {
      node = childrenOf(node).find(({ pos, end }) => pos <= offset && offset < end);
      if (node) found.push(node);
    }
    return found;
  }

  /** The nodes that start at an offset, from the outermost on. */
  #nodesFrom(offset: number): ts.Node[] {
    return this.#nodesAround(offset).filter((node) => node.getStart(this.#file) === offset);
  }
}

/** The statement that imports types of the runtime. */
export function importStatement(names: readonly string[]): string {
  return `import type { ${names.join(', ')} } from '${RUNTIME_MODULE}';`;
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  typescript.forEachChild(node, (child) => void children.push(child));
  return children;
}

type TypeDeclaration = ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

function isTypeDeclaration(node: ts.Node): node is TypeDeclaration {
  return (
    typescript.isInterfaceDeclaration(node) ||
    typescript.isTypeAliasDeclaration(node) ||
    typescript.isEnumDeclaration(node)
  );
}

function isRuntime(specifier: ts.Expression): boolean {
  return typescript.isStringLiteralLike(specifier) && isRuntimeModule(specifier.text);
}

/** The local name of an imported name; undefined if it is not imported. */
function localName({ namedBindings }: ts.ImportClause, name: string): string | undefined {
  if (!namedBindings) return undefined;
  if (typescript.isNamespaceImport(namedBindings)) return `${namedBindings.name.text}.${name}`;
  const element = namedBindings.elements.find(
    (each) => (each.propertyName ?? each.name).text === name,
  );
  return element?.name.text;
}

/** Declarations that define a name, as a type or as a value. */
function isDeclaration(node: ts.Node): node is ts.Node & { readonly name?: ts.Node } {
  return (
    isTypeDeclaration(node) ||
    typescript.isClassDeclaration(node) ||
    typescript.isModuleDeclaration(node) ||
    typescript.isFunctionDeclaration(node) ||
    typescript.isVariableDeclaration(node) ||
    typescript.isTypeParameterDeclaration(node) ||
    typescript.isImportClause(node) ||
    typescript.isNamespaceImport(node) ||
    typescript.isImportSpecifier(node) ||
    typescript.isImportEqualsDeclaration(node)
  );
}

/** All names that a file declares or imports, in any scope. */
function declaredIn(file: ts.SourceFile): ReadonlySet<string> {
  const names = new Set<string>();
  const waiting: ts.Node[] = [file];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (isDeclaration(node) && node.name && typescript.isIdentifier(node.name)) {
      names.add(node.name.text);
    }
    for (const child of childrenOf(node)) waiting.push(child);
  }
  return names;
}
