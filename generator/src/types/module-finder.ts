import { readDeclarationFile } from '../syntax/declaration-file.js';
import { parseModule } from '../syntax/parse-module.js';
import type { ModuleSyntax, SyntaxProblem } from '../syntax/syntax.js';
import { resolveSpecifier } from '../syntax/resolve-specifier.js';
import type { ModuleReader } from '../syntax/source.js';
import type { FoundModule } from './module-set.js';

/** The modules of a run: those of the APIs, and those of packages on demand. */
export class ModuleFinder {
  readonly #modules: Map<string, ModuleSyntax>;
  readonly #reader: ModuleReader | undefined;
  readonly #report: (problem: SyntaxProblem) => void;

  /** @param report receives problems of packages */
  constructor(
    modules: readonly ModuleSyntax[],
    reader: ModuleReader | undefined,
    report: (problem: SyntaxProblem) => void,
  ) {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
    this.#reader = reader;
    this.#report = report;
  }

  /** All that were read. */
  get modules(): ModuleSyntax[] {
    return [...this.#modules.values()];
  }

  /** The module of an import; undefined if it cannot be resolved. */
  find(specifier: string, from: ModuleSyntax, name?: string): FoundModule | undefined {
    const path = this.#reader
      ? this.#reader.resolve(specifier, from.path)
      : specifier.startsWith('.') && resolveSpecifier(specifier, from.path);
    if (!path) return undefined;
    const known = this.#modules.get(path);
    if (known) return { path, module: known };
    const text = this.#reader?.read(path);
    if (text === undefined) return undefined;
    if (name !== undefined && text !== '' && !mayExport(text, name))
      return { path, module: undefined };
    const module = this.#parse(path, text);
    this.#modules.set(path, module);
    return { path, module };
  }

  #parse(path: string, text: string): ModuleSyntax {
    if (!this.#reader?.isUnreadable(path)) return readDeclarationFile(path, text, this.#report);
    const module = parseModule(path, text, { isUnreadable: true });
    module.problems.forEach(this.#report);
    return module;
  }
}

/** Avoids parsing most files that an `export *` references. */
function mayExport(text: string, name: string): boolean {
  return text.includes(name) || /\bexport\s*(?:\*|=)/.test(text);
}
