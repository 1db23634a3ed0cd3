import type { DiagnosticCode } from '../diagnostics/code.js';
import type { SourcePosition } from '../diagnostics/diagnostic.js';
import type { GroupVersionFolder } from '../settings/parse-groups.js';

/** One file. */
export interface SourceFile {
  /** Relative to the folder of the APIs, with `/`: `cloudnative/v1alpha1/types.ts`. */
  readonly path: string;
  /** The content of the file. */
  readonly text: string;
  /** The file does not contain text; this is already reported. */
  readonly isUnreadable?: boolean;
}

/** Resolves imports and reads files on demand. */
export interface ModuleReader {
  /** The file of an import, relative to the folder of the APIs; undefined if it cannot be resolved. */
  resolve(specifier: string, from: string): string | undefined;
  /** The text of a file that was found so. */
  read(path: string): string | undefined;
  /** Whether a file that was read does not contain text. */
  isUnreadable(path: string): boolean;
  /** Whether Yarn resolves the packages of the project by a `.pnp.cjs`. */
  isPlugAndPlay?(): boolean;
  /** The problems of files that were read, and of the settings for resolving imports. */
  problems(): readonly ReadingProblem[];
}

/** A problem of a file that was read. */
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
  /** The name of the folder of the APIs in messages. */
  readonly root: string;
  /** The groups and versions to generate. */
  readonly folders: readonly GroupVersionFolder[];
  /** The source files of the APIs. */
  readonly files: readonly SourceFile[];
  /** Resolves imports of files that are not in `files`; without it they cannot be resolved. */
  readonly modules?: ModuleReader;
  /** The files of `--paths`, of which only comments are read. */
  readonly code?: readonly SourceFile[];
}
