import type ts from 'typescript';
import type { TextEdit } from './compiler-calls.js';

/** Files with types, by path, and a position in one of them, in UTF-16 units from 0. */
export interface TypePosition {
  readonly files: Readonly<Record<string, string>>;
  readonly path: string;
  readonly offset: number;
}

/** A name that may be written at a position. */
export interface TypeCompletion {
  readonly name: string;
  /** What is written instead of the name; absent if it is the name. */
  readonly text?: string;
  /** What the name is: `interface`, `type`, `property`, `keyword`. */
  readonly kind: string;
  /** The module that has to be imported for it; absent without one. */
  readonly module?: string;
  /** Names with a lower number are shown first. */
  readonly order: number;
  /** What TypeScript identifies it by. */
  readonly origin: Pick<ts.CompletionEntry, 'source' | 'data'>;
}

/** The names that may replace the text from an offset on. */
interface TypeCompletions {
  readonly from: number;
  readonly options: readonly TypeCompletion[];
}

/** The type of a name, and its documentation. */
export interface TypeInfo {
  /** A declaration, such as `interface Site`. */
  readonly code: string;
  /** Empty without one. */
  readonly documentation: string;
}

/** What is known of a completion. */
export interface CompletionDetails extends TypeInfo {
  /** The import that it needs. */
  readonly edits: readonly TextEdit[];
}

/** The name at a position. */
interface FoundName extends TypeInfo {
  readonly from: number;
  readonly to: number;
}

/** The functions of the worker with TypeScript's language service. */
export interface TypeCalls {
  /** Reads files, so that the first answer takes no longer than the others. */
  prepare(files: Readonly<Record<string, string>>): void;
  /** Returns undefined where no name can be written. */
  complete(position: TypePosition): TypeCompletions | undefined;
  /** Returns undefined if the completion does not exist at this position. */
  describe(position: TypePosition, completion: TypeCompletion): CompletionDetails | undefined;
  /** Returns undefined where no name is. */
  hover(position: TypePosition): FoundName | undefined;
}
