/** Modules and names that build.mjs provides. */

declare module 'playground:examples' {
  /** The files of `examples/`, by path. */
  export const EXAMPLE_FILES: Readonly<Record<string, string>>;
}

declare module 'playground:kubernetes' {
  /** The package `@vmgen/kubernetes` as the compiler reads it: its texts, by path. */
  export const KUBERNETES_FILES: Readonly<Record<string, string>>;
}

declare module 'playground:library' {
  /** The types that TypeScript knows besides those of the files: see library.mjs. */
  export const LIBRARY: string;
}

declare module 'playground:typescript' {
  export {
    createDocumentRegistry,
    createLanguageService,
    ModuleKind,
    ModuleResolutionKind,
    ScriptSnapshot,
    ScriptTarget,
  } from 'typescript';
}

/** The file names of the workers. */
declare const COMPILER_WORKER: string;
declare const TYPES_WORKER: string;
declare const SERVER_WORKER: string;
