import type { Call, Expr } from '../syntax/ast.js';
import type { Issue } from '../syntax/source.js';
import type { CelType } from '../types/cel-type.js';
import type { Overload } from './function-declarations.js';

/** The function that a call resolves to. */
export interface Resolution {
  readonly name: string;
  /**
   * The receiver of a method call. Undefined for functions, also if the syntax has a receiver that
   * is only a namespace: `sets.contains`.
   */
  readonly target: Expr | undefined;
  /** The candidates. There are several if only the values at run time decide between them. */
  readonly overloads: readonly Overload[];
}

/** A parsed expression with its types and resolved functions. */
export interface Checked {
  readonly expr: Expr;
  readonly type: CelType;
  readonly issues: readonly Issue[];
  readonly calls: ReadonlyMap<Call, Resolution>;
  /** The nodes that name a type or the constant of an enum, with the name. */
  readonly typeNames: ReadonlyMap<Expr, string>;
  /** The nodes `a.b` that name a variable, with the name of the variable. */
  readonly qualified: ReadonlyMap<Expr, string>;
  /** The selections of a field of `Object{...}`: their operand has the type of a message. */
  readonly messageFields: ReadonlySet<Expr>;
  /** The names of the variables that occur in the expression. */
  readonly names: ReadonlySet<string>;
  typeOf(expr: Expr): CelType;
}
