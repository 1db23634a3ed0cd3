import { deserialize, serialize } from 'node:v8';
import { digestOf } from '../disk/sealed-file.js';
import type { DeclarationCache } from '../sources/source.js';
import { parseModule } from './parse-module.js';
import type { Declarations, DeclarationSyntax, ModuleSyntax, SyntaxProblem } from './syntax.js';

/** What makes it hard to tell without a parser where a line belongs. */
const ODD = /[`\r\u2028\u2029]|\\\n/;

/** A line that starts a statement or a comment: what goes on with one is indented, or closes a brace. */
const HEAD = /^[^\s}].*/gm;
const DECLARATION = /^export (?:declare )?(?:interface|type) ([A-Za-z_$][\w$]*)[ <{=]/;
const IMPORT = /^import .*;$/;
/** What `tsc` writes into a module that has nothing else to export. */
const NOTHING = 'export {};';

/** The words that declare something, wherever they stand. */
const DECLARING =
  /\b(?:interface|type|enum|class|namespace|module|const|let|var|function|import)\s+[\w${/]/g;

const WORD = /[A-Za-z_$][\w$]*/g;
const LINE = /.+/g;

/** Where a declaration stands in the text, with the comments before it. */
interface Part {
  readonly start: number;
  readonly end: number;
}

interface Parts {
  readonly imports: readonly string[];
  readonly declarations: ReadonlyMap<string, Part>;
}

/** How a file is read. */
interface Reading {
  /** Is told what cannot be read. */
  readonly report: (problem: SyntaxProblem) => void;
  readonly cache?: DeclarationCache | undefined;
}

/**
 * Reads a file of a package. Where it is laid out as `tsc` lays out declarations each is read when it is
 * asked for, as most never are; any other file is read at once.
 */
export function readDeclarationFile(path: string, text: string, reading: Reading): ModuleSyntax {
  const parts = partsOf(text);
  if (parts === undefined) return readWhole(path, text, reading);
  return {
    ...parseModule(path, parts.imports.join('\n')),
    declarations: new PartedDeclarations(path, text, parts.declarations, reading),
  };
}

function readWhole(path: string, text: string, { report }: Reading): ModuleSyntax {
  const module = parseModule(path, text);
  module.problems.forEach(report);
  return module;
}

class PartedDeclarations implements Declarations {
  readonly #path: string;
  readonly #text: string;
  readonly #parts: ReadonlyMap<string, Part>;
  readonly #reading: Reading;
  readonly #read = new Map<string, DeclarationSyntax>();
  /** Read where a part is none by itself, so that what is wrong is told as of any file. */
  #whole: Declarations | undefined;

  constructor(path: string, text: string, parts: ReadonlyMap<string, Part>, reading: Reading) {
    this.#path = path;
    this.#text = text;
    this.#parts = parts;
    this.#reading = reading;
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

  /** Reads a declaration with all of the file that it may lead to. */
  #readFor(name: string): void {
    const { cache } = this.#reading;
    const key = JSON.stringify([this.#path, digestOf(this.#text), name]);
    const kept = keptDeclarations(cache?.recall(key));
    const found = kept ?? this.#parse(name);
    // A declaration that was handed out stays the one.
    for (const [each, declaration] of found) {
      if (!this.#read.has(each)) this.#read.set(each, declaration);
    }
    if (!kept && !this.#whole) cache?.keep(key, serialize(found));
  }

  #parse(name: string): ReadonlyMap<string, DeclarationSyntax> {
    const names = this.#mentionedFrom(name);
    const { declarations, problems } = parseModule(this.#path, this.#textOf(names));
    if (problems.length > 0) {
      this.#whole ??= readWhole(this.#path, this.#text, this.#reading).declarations;
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

  /** The text with empty lines where anything else stands. */
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

/** What an earlier run of this program serialized; nothing else is recalled. */
function keptDeclarations(
  content: Uint8Array | undefined,
): ReadonlyMap<string, DeclarationSyntax> | undefined {
  const kept: unknown = content && deserialize(content);
  return kept instanceof Map ? kept : undefined;
}

/** The parts of a text; undefined where only a parser can tell them for sure. */
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
