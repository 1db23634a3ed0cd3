import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import { readDeclarationFile } from '../syntax/declaration-file.js';
import { parseModule } from '../syntax/parse-module.js';
import type { ModuleSyntax, SyntaxProblem } from '../syntax/syntax.js';
import { resolveSpecifier } from '../syntax/resolve-specifier.js';
import type { ModuleReader } from '../syntax/source.js';
import type { FoundModule } from './module-set.js';

/** A file of a package that was read. */
interface PackageFile {
  readonly text: string;
  readonly isUnreadable: boolean;
  /** Undefined as long as the text has none of the requested names. */
  module?: ModuleSyntax;
  /** Those of its declarations that were parsed. */
  readonly problems: SyntaxProblem[];
}

/** What is different in a program. */
interface ModuleChanges {
  /** The paths of modules that are new, changed or removed. */
  readonly paths: ReadonlySet<string>;
  /** Imports of any module may lead to another file than before. */
  readonly importsMayChange: boolean;
}

/** The modules of a program: those of the APIs, and those of packages on demand. */
export class ModuleFinder {
  #own = new Map<string, ModuleSyntax>();
  readonly #packages = new Map<string, PackageFile>();
  #reader: ModuleReader | undefined;
  #trace: Set<string> | undefined;

  /** Sets the modules of the APIs. Files of packages with unchanged texts are kept. */
  update(own: readonly ModuleSyntax[], reader: ModuleReader | undefined): ModuleChanges {
    const before = this.#own;
    this.#own = new Map(own.map((module) => [module.path, module]));
    const isSameSet =
      before.size === this.#own.size && [...before.keys()].every((path) => this.#own.has(path));
    const importsMayChange = reader !== this.#reader || !isSameSet;
    this.#reader = reader;
    const paths = new Set<string>();
    for (const [path, module] of before) if (this.#own.get(path) !== module) paths.add(path);
    for (const path of this.#own.keys()) if (!before.has(path)) paths.add(path);
    for (const [path, file] of this.#packages) {
      if (this.#isSame(path, file) && !this.#own.has(path)) continue;
      this.#packages.delete(path);
      paths.add(path);
    }
    return { paths, importsMayChange };
  }

  /** All that were read. */
  get modules(): ModuleSyntax[] {
    const read = [...this.#packages.values()].flatMap(({ module }) => module ?? []);
    return [...this.#own.values(), ...read];
  }

  /** A module that was read. */
  at(path: string): ModuleSyntax | undefined {
    return this.#own.get(path) ?? this.#packages.get(path)?.module;
  }

  /** Runs a search, and adds the paths of the modules that it looks into. */
  tracing<T>(paths: Set<string>, search: () => T): T {
    const outer = this.#trace;
    this.#trace = paths;
    try {
      return search();
    } finally {
      this.#trace = outer;
    }
  }

  /** The module of an import; undefined if it cannot be resolved. */
  find(specifier: string, from: ModuleSyntax, name?: string): FoundModule | undefined {
    this.#trace?.add(from.path);
    const path = this.#reader
      ? this.#reader.resolve(specifier, from.path)
      : specifier.startsWith('.') && resolveSpecifier(specifier, from.path);
    if (!path) return undefined;
    this.#trace?.add(path);
    const own = this.#own.get(path);
    if (own) return { path, module: own };
    const file = this.#packages.get(path) ?? this.#read(path);
    if (file === undefined) return undefined;
    this.#packages.set(path, file);
    if (name !== undefined && file.text !== '' && !mayExport(file.text, name)) {
      return { path, module: undefined };
    }
    return { path, module: (file.module ??= parsed(path, file)) };
  }

  /** Forgets all files of packages. */
  dropPackages(): void {
    this.#packages.clear();
  }

  /** Forgets files of packages with problems: which ones were found depends on what was read. */
  dropBroken(): ReadonlySet<string> {
    const dropped = new Set<string>();
    for (const [path, { problems }] of this.#packages) if (problems.length > 0) dropped.add(path);
    for (const path of dropped) this.#packages.delete(path);
    return dropped;
  }

  /** Reports the problems of files of packages. */
  reportProblems(diagnostics: DiagnosticList): void {
    for (const { problems } of this.#packages.values()) {
      for (const { position, message } of problems) {
        diagnostics.error('VMGEN1001', position, `syntax error: ${message}`);
      }
    }
  }

  #isSame(path: string, { text, isUnreadable }: PackageFile): boolean {
    if (this.#reader?.read(path) !== text) return false;
    // A file that is not text is read as an empty one.
    return text !== '' || this.#reader.isUnreadable(path) === isUnreadable;
  }

  #read(path: string): PackageFile | undefined {
    const text = this.#reader?.read(path);
    if (text === undefined) return undefined;
    return { text, isUnreadable: this.#reader?.isUnreadable(path) === true, problems: [] };
  }
}

function parsed(path: string, { text, isUnreadable, problems }: PackageFile): ModuleSyntax {
  if (isUnreadable) return parseModule(path, text, { isUnreadable });
  return readDeclarationFile(path, text, (problem) => problems.push(problem));
}

/** Avoids parsing most files that an `export *` references. */
function mayExport(text: string, name: string): boolean {
  return text.includes(name) || /\bexport\s*(?:\*|=)/.test(text);
}
