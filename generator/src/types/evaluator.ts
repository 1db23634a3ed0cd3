import type { DiagnosticCode } from '../diagnostics/code.js';
import type { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { DiagnosticDetails, SourcePosition } from '../diagnostics/diagnostic.js';
import type { TypeOracle } from '../frontend/type-oracle.js';
import type { TypeSyntax } from '../frontend/syntax.js';
import type { Scope } from './scope.js';
import type { Field, Type, TypeTable } from './type.js';

/** What the operations on types ask of the builder that carries them out. */
export interface Evaluator {
  readonly types: TypeTable;
  readonly diagnostics: DiagnosticList;
  /** Starts the type checker when it is first asked. */
  readonly oracle: TypeOracle;
  /** The type that a piece of syntax means where it stands. */
  resolve(syntax: TypeSyntax, scope: Scope): Type;
  /** What an alias of the sources says where it is declared; undefined for any other name. */
  aliased(syntax: TypeSyntax, scope: Scope): TypeSyntax | undefined;
  /** The type behind names; a name that leads back to itself is a diagnostic. */
  shape(type: Type): Type;
  /** The fields of a shape; a mapped type asks so for each field of a type, and most have no bases. */
  fieldsByName(shape: Type): ReadonlyMap<string, Field>;
  /** Tells a diagnostic and gives the type that stands for it. */
  refuse(
    code: DiagnosticCode,
    position: SourcePosition,
    message: string,
    remedy: string,
    details?: DiagnosticDetails,
  ): Type;
}
