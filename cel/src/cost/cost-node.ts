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

/** A part of `self` that the schema does not bound. */
export interface Unbounded {
  /** How it is reached: field names, `@items` and `@values`. */
  readonly steps: readonly string[];
  readonly keyword: BoundKeyword;
}

/** The size to take for a part without a bound; undefined for the most that a request holds. */
type Assumption = (path: string) => number | undefined;

/** Sizes by the schema of `self`; `oldSelf` has the same. */
export class SchemaSizes {
  /** What was asked for and has no bound in the schema, by its path. */
  readonly unbounded = new Map<string, Unbounded>();
  readonly #root: DeclType;
  readonly #assumed: Assumption;

  constructor(root: DeclType, assumed: Assumption = () => undefined) {
    this.#root = root;
    this.#assumed = assumed;
  }

  /** The size of what a path leads to; undefined where the schema does not say. */
  sizeAt(path: readonly string[] | undefined): Range | undefined {
    if (path === undefined || path.length === 0) return undefined;
    let decl: DeclType | undefined = this.#root;
    for (const step of path.slice(1)) {
      decl = stepInto(decl, step);
      if (decl === undefined) return undefined;
    }
    if (decl.missingBound === undefined) return range(0, decl.maxElements);
    const steps = path.slice(1);
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
