import type ts from 'typescript';
import type { TypeCalls, TypeCompletion, TypeInfo } from './type-calls.js';

/** The parts of TypeScript's module that a service uses. */
type TypeScriptServices = Pick<
  typeof ts,
  | 'createDocumentRegistry'
  | 'createLanguageService'
  | 'ModuleKind'
  | 'ModuleResolutionKind'
  | 'ScriptSnapshot'
  | 'ScriptTarget'
>;

/** The file with the types of the language and of `@vmgen/runtime`. */
const LIBRARY = '/library.d.ts';
const FOLDER = '/apis/';

const PREFERENCES: ts.UserPreferences = {
  includeCompletionsForModuleExports: true,
  includeCompletionsWithInsertText: true,
  preferTypeOnlyAutoImports: true,
  quotePreference: 'single',
  importModuleSpecifierPreference: 'relative',
  importModuleSpecifierEnding: 'js',
};

/** As in the examples. */
const FORMAT: ts.FormatCodeSettings = { indentSize: 2, tabSize: 2, newLineCharacter: '\n' };

/**
 * Completion and types of names in the files of the playground, from TypeScript's language service.
 *
 * @param library the text with the types of the language and of `@vmgen/runtime`
 */
export function createTypeService(typescript: TypeScriptServices, library: string): TypeCalls {
  const files = new PlaygroundFiles(typescript, library);
  const service = typescript.createLanguageService(files, typescript.createDocumentRegistry());
  return {
    prepare(texts) {
      files.update(texts);
      const [path] = Object.keys(texts);
      if (path === undefined) return;
      service.getCompletionsAtPosition(FOLDER + path, 0, PREFERENCES, FORMAT);
    },
    complete({ files: texts, path, offset }) {
      files.update(texts);
      const found = service.getCompletionsAtPosition(FOLDER + path, offset, PREFERENCES, FORMAT);
      const options = found?.entries.filter(({ name }) => name !== 'globalThis').map(optionOf);
      return options && { from: found?.optionalReplacementSpan?.start ?? offset, options };
    },
    describe({ files: texts, path, offset }, { name, origin: { source, data } }) {
      files.update(texts);
      const file = FOLDER + path;
      const found = service.getCompletionEntryDetails(
        file,
        offset,
        name,
        FORMAT,
        source,
        PREFERENCES,
        data,
      );
      const changes = (found?.codeActions ?? [])
        .flatMap((action) => action.changes)
        .filter(({ fileName }) => fileName === file)
        .flatMap(({ textChanges }) => textChanges);
      const edits = changes.map(({ span: { start, length }, newText }) => ({
        offset: start,
        length,
        text: newText,
      }));
      return found && { ...infoOf(found), edits };
    },
    hover({ files: texts, path, offset }) {
      files.update(texts);
      const found = service.getQuickInfoAtPosition(FOLDER + path, offset);
      if (found === undefined) return undefined;
      const { start, length } = found.textSpan;
      return { ...infoOf(found), from: start, to: start + length };
    },
  };
}

/** The files of the playground, as a language service reads them. */
class PlaygroundFiles implements ts.LanguageServiceHost {
  readonly #typescript: TypeScriptServices;
  readonly #options: ts.CompilerOptions;
  readonly #texts = new Map<string, string>();
  readonly #versions = new Map<string, number>();
  #version = 0;

  constructor(typescript: TypeScriptServices, library: string) {
    this.#typescript = typescript;
    this.#options = {
      strict: true,
      noLib: true,
      types: [],
      target: typescript.ScriptTarget.ES2023,
      module: typescript.ModuleKind.ESNext,
      moduleResolution: typescript.ModuleResolutionKind.Bundler,
      verbatimModuleSyntax: true,
    };
    this.#texts.set(LIBRARY, library);
  }

  /** Replaces all files. */
  update(texts: Readonly<Record<string, string>>): void {
    for (const path of this.getScriptFileNames()) {
      if (path !== LIBRARY && !Object.hasOwn(texts, path.slice(FOLDER.length))) this.#set(path);
    }
    for (const [path, text] of Object.entries(texts)) this.#set(FOLDER + path, text);
  }

  getCompilationSettings(): ts.CompilerOptions {
    return this.#options;
  }

  getProjectVersion(): string {
    return String(this.#version);
  }

  getScriptFileNames(): string[] {
    return [...this.#texts.keys()];
  }

  getScriptVersion(path: string): string {
    return String(this.#versions.get(path) ?? 0);
  }

  getScriptSnapshot(path: string): ts.IScriptSnapshot | undefined {
    const text = this.#texts.get(path);
    return text === undefined ? undefined : this.#typescript.ScriptSnapshot.fromString(text);
  }

  getCurrentDirectory(): string {
    return '/';
  }

  getDefaultLibFileName(): string {
    return LIBRARY;
  }

  useCaseSensitiveFileNames(): boolean {
    return true;
  }

  readFile(path: string): string | undefined {
    return this.#texts.get(path);
  }

  fileExists(path: string): boolean {
    return this.#texts.has(path);
  }

  #set(path: string, text?: string): void {
    if (this.#texts.get(path) === text) return;
    if (text === undefined) this.#texts.delete(path);
    else this.#texts.set(path, text);
    this.#versions.set(path, ++this.#version);
  }
}

function optionOf(entry: ts.CompletionEntry): TypeCompletion {
  const { name, kind, insertText = name, sortText, source, data } = entry;
  return {
    name,
    kind,
    order: Number.parseInt(sortText, 10),
    ...(insertText !== name && { text: insertText }),
    ...(source !== undefined && { module: data?.moduleSpecifier ?? source }),
    origin: { ...(source !== undefined && { source }), ...(data !== undefined && { data }) },
  };
}

const infoOf = ({
  displayParts = [],
  documentation = [],
}: Pick<ts.QuickInfo, 'displayParts' | 'documentation'>): TypeInfo => ({
  code: textOf(displayParts).replace(/^\(alias\) ([^]*)\n(?:import|export) .*$/, '$1'),
  documentation: textOf(documentation),
});

/** A text, without the braces of its links. */
const textOf = (parts: readonly ts.SymbolDisplayPart[]): string =>
  parts
    .filter(({ kind }) => kind !== 'link')
    .map(({ kind, text }) => (kind.startsWith('link') ? text.trim() : text))
    .join('');
