import type { Expr } from '../syntax/ast.js';
import type { CelType } from '../types/cel-type.js';
import type { BoundKeyword, DeclType } from '../types/cel-type.js';
import { range, unknown, type Range } from './range.js';

/** An expression as the estimators of functions see it. */
export interface CostNode {
  /** How it is reached from a variable: `['self', 'list', '@items']`; undefined where it is made. */
  readonly path: readonly string[] | undefined;
  readonly type: CelType;
  readonly expr: Expr | undefined;
  /** The size as far as the expression itself tells it. */
  readonly computedSize: Range | undefined;
}

/** Sizes of what a list or map holds. */
export interface EntrySizes {
  readonly container: 'list' | 'map';
  readonly key: Range;
  readonly value: Range;
}

/** A part of a variable that the schema does not bound. */
export interface Unbounded {
  /** How it is reached: field names, `@items` and `@values`. */
  readonly steps: readonly string[];
  readonly keyword: BoundKeyword;
}

/** The size to take for a part without a bound; undefined for the most that a request holds. */
type Assumption = (path: string) => number | undefined;

/** Sizes by the schemas of variables. */
export class SchemaSizes {
  /** What was asked for and has no bound in the schema, by its path. */
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

  /** The size of what a path leads to; undefined where the schema does not say. */
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

  /** The size of a node, unknown where nothing tells it. */
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
