import type { CelValue } from '../values/value.js';

/** The syntax tree of an expression. Nodes are compared by identity. Macros may share nodes. */
export type Expr =
  Literal | Ident | Select | Call | ListExpr | MapExpr | StructExpr | Comprehension | Unspecified;

interface Node {
  /**
   * The position for error messages, as a UTF-16 offset: of the bracket for calls, of the dot for
   * `a.b`.
   */
  readonly offset: number;
}

interface Literal extends Node {
  readonly kind: 'literal';
  readonly value: CelValue;
}

export interface Ident extends Node {
  readonly kind: 'ident';
  readonly name: string;
}

export interface Select extends Node {
  readonly kind: 'select';
  readonly operand: Expr;
  readonly field: string;
  /** Whether this is `has(operand.field)`. */
  readonly testOnly: boolean;
}

export interface Call extends Node {
  readonly kind: 'call';
  /** The name of the function. Operators have names such as `_+_`. */
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

export interface ListExpr extends Node {
  readonly kind: 'list';
  readonly elements: readonly Expr[];
  /** Positions of the elements written `?element`. */
  readonly optionals: ReadonlySet<number>;
}

export interface MapEntry extends Node {
  readonly key: Expr;
  readonly value: Expr;
  readonly optional: boolean;
}

export interface MapExpr extends Node {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
}

export interface StructField extends Node {
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}

export interface StructExpr extends Node {
  readonly kind: 'struct';
  readonly typeName: string;
  readonly fields: readonly StructField[];
}

/** A fold over a list or map. Macros such as `all`, `map` and `filter` expand to folds. */
export interface Comprehension extends Node {
  readonly kind: 'comprehension';
  readonly range: Expr;
  readonly iterVar: string;
  /**
   * The second variable: the value of a map or the element of a list. `iterVar` is then the key or
   * index.
   */
  readonly iterVar2: string | undefined;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** A placeholder for invalid text. An issue describes the error. */
interface Unspecified extends Node {
  readonly kind: 'unspecified';
}

/** The name of the accumulator in expanded macros. */
export const ACCUMULATOR = '__result__';

/** The direct children of a node. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case 'list':
      return expr.elements;
    case 'map':
      return expr.entries.flatMap((entry) => [entry.key, entry.value]);
    case 'struct':
      return expr.fields.map((field) => field.value);
    case 'comprehension':
      return [expr.range, expr.accuInit, expr.condition, expr.step, expr.result];
    case 'literal':
    case 'ident':
    case 'unspecified':
      return [];
  }
}

/** Calls the visitor with the node and all its descendants, parents first. */
export function walk(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  for (const child of childrenOf(expr)) walk(child, visit);
}

/** The dotted name `a.b.c`. Undefined if the expression is not a dotted name. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.testOnly) return undefined;
  const operand = qualifiedName(expr.operand);
  return operand === undefined ? undefined : `${operand}.${expr.field}`;
}
