/** Modules and names that build.mjs provides. */

declare module 'playground:examples' {
  /** The files of `examples/`, by path. */
  export const EXAMPLE_FILES: Readonly<Record<string, string>>;
}

/** The file names of the workers. */
declare const COMPILER_WORKER: string;
declare const SERVER_WORKER: string;
