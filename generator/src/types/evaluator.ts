import type { DiagnosticCode } from '../diagnostics/code.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { DiagnosticDetails, SourcePosition } from '../diagnostics/diagnostic.js';
import type { TypeSyntax } from '../syntax/syntax.js';
import type { Scope } from './scope.js';
import type { Field, Type, TypeTable } from './type.js';

/** The interface of type operations to the builder that runs them. */
export interface Evaluator {
  readonly types: TypeTable;
  readonly diagnostics: DiagnosticList;
  /** The type of a syntax node in its scope. */
  resolve(syntax: TypeSyntax, scope: Scope): Type;
  /** The declared type of an alias in the sources; undefined for any other name. */
  aliased(syntax: TypeSyntax, scope: Scope): TypeSyntax | undefined;
  /** The type behind names; reports a name that refers to itself. */
  shape(type: Type): Type;
  /** The fields of a shape; fast for types without bases, because mapped types call it for each field. */
  fieldsByName(shape: Type): ReadonlyMap<string, Field>;
  /** Reports a diagnostic and returns the placeholder for the type. */
  refuse(
    code: DiagnosticCode,
    position: SourcePosition,
    message: string,
    remedy: string,
    details?: DiagnosticDetails,
  ): Type;
}
