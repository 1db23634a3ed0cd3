import type { CelValue } from '../values/value.js';

/** The syntax tree of a parsed expression. Nodes are compared by identity; macros share some. */
export type Expr =
  Literal | Ident | Select | Call | ListExpr | MapExpr | StructExpr | Comprehension | Unspecified;

interface Node {
  /** The place that errors point at: a UTF-16 offset; for calls the bracket, for `a.b` the dot. */
  readonly offset: number;
}

export interface Literal extends Node {
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
  /** Operators have names like `_+_`. */
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

/** A fold over a list or map; what the macros `all`, `map`, `filter`... become. */
export interface Comprehension extends Node {
  readonly kind: 'comprehension';
  readonly range: Expr;
  readonly iterVar: string;
  /** The second variable: a map's value or a list's element, `iterVar` then is key or index. */
  readonly iterVar2: string | undefined;
  readonly accuVar: string;
  readonly accuInit: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** Stands where the text was wrong; an issue says so. */
export interface Unspecified extends Node {
  readonly kind: 'unspecified';
}

/** The name of the fold's accumulator in macros. */
export const ACCUMULATOR = '__result__';

/** The nodes directly below a node. */
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

/** Calls the visitor with the node and every node below it, parents first. */
export function walk(expr: Expr, visit: (expr: Expr) => void): void {
  visit(expr);
  for (const child of childrenOf(expr)) walk(child, visit);
}

/** `a.b.c` as one name, where the expression is nothing else. */
export function qualifiedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name;
  if (expr.kind !== 'select' || expr.testOnly) return undefined;
  const operand = qualifiedName(expr.operand);
  return operand === undefined ? undefined : `${operand}.${expr.field}`;
}
