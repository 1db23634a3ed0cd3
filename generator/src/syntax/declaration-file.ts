import { parseModule } from './parse-module.js';
import type { Declarations, DeclarationSyntax, ModuleSyntax, SyntaxProblem } from './syntax.js';

/** Text for which a parser must determine where a line belongs. */
const ODD = /[`\r\u2028\u2029]|\\\n/;

/** A line that starts a statement or a comment: continuation lines are indented, or close a brace. */
const HEAD = /^[^\s}].*/gm;
const DECLARATION = /^export (?:declare )?(?:interface|type) ([A-Za-z_$][\w$]*)[ <{=]/;
const IMPORT = /^import .*;$/;
/** The statement that `tsc` writes into a module without other exports. */
const NOTHING = 'export {};';

/** The keywords of declarations. */
const DECLARING =
  /\b(?:interface|type|enum|class|namespace|module|const|let|var|function|import)\s+[\w${/]/g;

const WORD = /[A-Za-z_$][\w$]*/g;
const LINE = /.+/g;

/** The position of a declaration in the text, with the comments before it. */
interface Part {
  readonly start: number;
  readonly end: number;
}

interface Parts {
  readonly imports: readonly string[];
  readonly declarations: ReadonlyMap<string, Part>;
}

/** Receives syntax errors. */
type Report = (problem: SyntaxProblem) => void;

/**
 * Reads a file of a package. If it has the layout of `tsc`, declarations are parsed lazily, because most are
 * never used; other files are parsed at once.
 */
export function readDeclarationFile(path: string, text: string, report: Report): ModuleSyntax {
  const parts = partsOf(text);
  if (parts === undefined) return readWhole(path, text, report);
  return {
    ...parseModule(path, parts.imports.join('\n')),
    declarations: new PartedDeclarations(path, text, parts.declarations, report),
  };
}

function readWhole(path: string, text: string, report: Report): ModuleSyntax {
  const module = parseModule(path, text);
  module.problems.forEach(report);
  return module;
}

class PartedDeclarations implements Declarations {
  readonly #path: string;
  readonly #text: string;
  readonly #parts: ReadonlyMap<string, Part>;
  readonly #report: Report;
  readonly #read = new Map<string, DeclarationSyntax>();
  /**
   * If a part has a syntax error, the whole file is parsed, so that the error is reported as for other files.
   */
  #whole: Declarations | undefined;

  constructor(path: string, text: string, parts: ReadonlyMap<string, Part>, report: Report) {
    this.#path = path;
    this.#text = text;
    this.#parts = parts;
    this.#report = report;
  }

  get(name: string): DeclarationSyntax | undefined {
    if (!this.#parts.has(name)) return undefined;
    if (!this.#read.has(name)) this.#readFor(name);
    return this.#read.get(name);
  }

  has(name: string): boolean {
    return this.#parts.has(name);
  }

  keys(): MapIterator<string> {
    return this.#parts.keys();
  }

  *values(): MapIterator<DeclarationSyntax> {
    for (const name of this.#parts.keys()) {
      const declaration = this.get(name);
      if (declaration) yield declaration;
    }
  }

  /** Parses a declaration with the parts of the file that it may reference. */
  #readFor(name: string): void {
    // A declaration that was handed out stays the one.
    for (const [each, declaration] of this.#parse(name)) {
      if (!this.#read.has(each)) this.#read.set(each, declaration);
    }
  }

  #parse(name: string): ReadonlyMap<string, DeclarationSyntax> {
    const names = this.#mentionedFrom(name);
    const { declarations, problems } = parseModule(this.#path, this.#textOf(names));
    if (problems.length > 0) {
      this.#whole ??= readWhole(this.#path, this.#text, this.#report).declarations;
    }
    const found = new Map<string, DeclarationSyntax>();
    for (const each of names) {
      const declaration = (this.#whole ?? declarations).get(each);
      if (declaration) found.set(each, declaration);
    }
    return found;
  }

  /** The names of parts, each but the first mentioned in one of those before it. */
  #mentionedFrom(name: string): ReadonlySet<string> {
    const names = new Set([name]);
    // Iterating a set includes the elements that are added meanwhile.
    for (const each of names) {
      const { start, end } = this.#parts.get(each) ?? { start: 0, end: 0 };
      for (const [word] of this.#text.slice(start, end).matchAll(WORD)) {
        if (this.#parts.has(word)) names.add(word);
      }
    }
    return names;
  }

  /** The text of the file with all other parts replaced by empty lines. */
  #textOf(names: ReadonlySet<string>): string {
    const texts: string[] = [];
    let at = 0;
    for (const [name, { start, end }] of this.#parts) {
      if (!names.has(name)) continue;
      texts.push(this.#text.slice(at, start).replaceAll(LINE, ''), this.#text.slice(start, end));
      at = end;
    }
    return texts.join('');
  }
}

/** Splits a text into declarations; undefined if this requires a parser. */
function partsOf(text: string): Parts | undefined {
  if (ODD.test(text)) return undefined;
  const imports: string[] = [];
  const declarations = new Map<string, Part>();
  let start = 0;
  let open: string | undefined;
  const close = (end: number): void => {
    if (open !== undefined) declarations.set(open, { start, end });
    if (open !== undefined) start = end;
    open = undefined;
  };
  let commentEnd = 0;
  for (const { 0: line, index } of text.matchAll(HEAD)) {
    if (index < commentEnd) return undefined;
    close(index);
    const [, name] = DECLARATION.exec(line) ?? [];
    if (line.startsWith('/*')) {
      commentEnd = text.indexOf('*/', index) + 2;
      if (commentEnd < 2 || text[commentEnd] !== '\n') return undefined;
    } else if (IMPORT.test(line)) {
      imports.push(line);
      start = index + line.length;
    } else if (name !== undefined && !declarations.has(name)) open = name;
    else if (!line.startsWith('//') && line !== NOTHING) return undefined;
  }
  close(text.length);
  const declaringCount = text.match(DECLARING)?.length ?? 0;
  return declaringCount === imports.length + declarations.size
    ? { imports, declarations }
    : undefined;
}
