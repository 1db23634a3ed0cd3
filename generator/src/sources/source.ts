import type { DiagnosticCode } from '../diagnostics/code.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { GroupVersionFolder } from '../settings/parse-groups.js';

/** One file. */
export interface SourceFile {
  /** Relative to the folder of the APIs, with `/`: `cloudnative/v1alpha1/types.ts`. */
  readonly path: string;
  /** The content of the file. */
  readonly text: string;
  /** The file holds something else than text; the diagnostic is there. */
  readonly isUnreadable?: boolean;
}

/** Keeps what takes long to make from one run to the next; it may forget anything at any time. */
export interface DeclarationCache {
  /** What was kept under a key, byte by byte; undefined where nothing is. */
  recall(key: string): Uint8Array | undefined;
  /** Keeps content under a key, in the place of what was there. Never throws. */
  keep(key: string, content: Uint8Array): void;
}

/** Finds and reads the files behind imports, when a name leads there. */
export interface ModuleReader {
  /** For what was made of files; without it all is made anew. */
  readonly cache?: DeclarationCache | undefined;
  /** The file behind an import, relative to the folder of the APIs; undefined where there is none. */
  resolve(specifier: string, from: string): string | undefined;
  /** The text of a file that was found so. */
  read(path: string): string | undefined;
  /** Whether a file that was read holds something else than text. */
  isUnreadable(path: string): boolean;
  /** Whether Yarn resolves the packages of the project by a `.pnp.cjs`. */
  isPlugAndPlay?(): boolean;
  /** What is wrong with files that were read, and with the settings that imports are resolved by. */
  problems(): readonly ReadingProblem[];
}

/** What is wrong with a file that was read. */
export interface ReadingProblem {
  /** The code of the diagnostic. */
  readonly code: DiagnosticCode;
  /** The position of the problem. */
  readonly position: SourcePosition;
  /** The problem as a phrase in lower case. */
  readonly message: string;
  /** The fix as a phrase. */
  readonly remedy: string;
}

/** All that the pipeline reads. */
export interface SourceSet {
  /** How the folder of the APIs is called in messages. */
  readonly root: string;
  /** The groups and versions to generate. */
  readonly folders: readonly GroupVersionFolder[];
  /** The source files of the APIs. */
  readonly files: readonly SourceFile[];
  /** How imports lead to files that are not among `files`; without it they lead nowhere. */
  readonly modules?: ModuleReader;
  /** The files of `--paths`, of which only comments are read. */
  readonly code?: readonly SourceFile[];
}
