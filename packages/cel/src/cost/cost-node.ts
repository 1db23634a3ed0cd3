import type { Expr } from '../syntax/ast.js';
import type { CelType } from '../types/cel-type.js';
import type { BoundKeyword, DeclType } from '../types/cel-type.js';
import { range, unknown, type Range } from './range.js';

/** An expression as the cost estimators of functions see it. */
export interface CostNode {
  /**
   * The path from a variable to this expression, such as `['self', 'list', '@items']`. Undefined
   * for a value that the expression creates.
   */
  readonly path: readonly string[] | undefined;
  readonly type: CelType;
  readonly expr: Expr | undefined;
  /** The size, if it follows from the expression itself. */
  readonly computedSize: Range | undefined;
}

/** The sizes of the elements of a list, or of the keys and values of a map. */
export interface EntrySizes {
  readonly container: 'list' | 'map';
  readonly key: Range;
  readonly value: Range;
}

/** A part of a variable whose size the schema does not bound. */
export interface Unbounded {
  /** The path to the part: field names, `@items` and `@values`. */
  readonly steps: readonly string[];
  readonly keyword: BoundKeyword;
}

/**
 * Returns the size to assume for a part without a bound. Undefined: the largest size that fits into
 * a request.
 */
type Assumption = (path: string) => number | undefined;

/** Provides sizes from the schemas of variables. */
export class SchemaSizes {
  /** The requested parts that have no bound in the schema, by path. */
  readonly unbounded = new Map<string, Unbounded>();
  readonly #declOf: (variable: string) => DeclType | undefined;
  readonly #assumed: Assumption;

  constructor(
    declOf: (variable: string) => DeclType | undefined,
    assumed: Assumption = () => undefined,
  ) {
    this.#declOf = declOf;
    this.#assumed = assumed;
  }

  /** The size of the value at a path. Undefined if the schema does not specify it. */
  sizeAt(path: readonly string[] | undefined): Range | undefined {
    const [variable, ...steps] = path ?? [];
    if (variable === undefined) return undefined;
    let decl = this.#declOf(variable);
    for (const step of steps) decl = decl && stepInto(decl, step);
    if (decl === undefined) return undefined;
    if (decl.missingBound === undefined) return range(0, decl.maxElements);
    const name = steps.join('.');
    this.unbounded.set(name, { steps, keyword: decl.missingBound });
    return range(0, this.#assumed(name) ?? decl.maxElements);
  }

  /** The size of a node. Unknown if neither the expression nor the schema specifies it. */
  sizeOf(node: CostNode): Range {
    return node.computedSize ?? this.sizeAt(node.path) ?? unknown;
  }
}

function stepInto(decl: DeclType, step: string): DeclType | undefined {
  switch (step) {
    case '@items':
    case '@values':
      return decl.element;
    case '@keys':
      return decl.key;
    default:
      return decl.fields?.get(step);
  }
}
