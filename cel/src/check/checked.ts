import type { Call, Expr } from '../syntax/ast.js';
import type { Issue } from '../syntax/source.js';
import type { CelType } from '../types/cel-type.js';
import type { Overload } from './function-declarations.js';

/** Which function a call calls. */
export interface Resolution {
  readonly name: string;
  /** Undefined also where the syntax had one that is only a prefix of the name: `sets.contains`. */
  readonly target: Expr | undefined;
  /** More than one where only the values at run time can tell. */
  readonly overloads: readonly Overload[];
}

/** A parsed expression with the types and functions in it. */
export interface Checked {
  readonly expr: Expr;
  readonly type: CelType;
  readonly issues: readonly Issue[];
  readonly calls: ReadonlyMap<Call, Resolution>;
  /** Nodes that name a type. */
  readonly typeNames: ReadonlyMap<Expr, string>;
  /** The variables that occur. */
  readonly names: ReadonlySet<string>;
  typeOf(expr: Expr): CelType;
}
