import { childrenOf, type Expr } from './ast.js';
import { SyntaxProblem } from './token-stream.js';

/** How many operators, fields and calls may be nested, chains included (cel-go's visitor). */
const MAX_HEIGHT = 250;

/**
 * How many nodes an expression may have. Its text allows some 50,000; a chain of `optMap` doubles
 * them with each link, for which a real server times out.
 */
const MAX_SIZE = 100_000;

interface Extent {
  readonly height: number;
  readonly size: number;
}

const leaf: Extent = { height: 0, size: 1 };

/**
 * How high and large the trees are that a parser builds. All that follows walks them recursively, so
 * they are refused while they are built.
 */
export class Extents {
  readonly #known = new Map<Expr, Extent>();

  /**
   * Takes a tree whose parts were taken before it; nodes between that a macro made count as nothing.
   *
   * @param levels 1 where the node itself counts as nested, else 0
   * @throws SyntaxProblem where the tree is too high or too large
   */
  take(expr: Expr, levels: 0 | 1): Expr {
    const { height, size } = this.#below(expr);
    const extent = { height: height + levels, size };
    if (extent.height > MAX_HEIGHT) {
      throw new SyntaxProblem(undefined, 'max recursion depth exceeded');
    }
    if (size > MAX_SIZE) {
      const message = `expression size exceeds limit once its macros are expanded: limit ${MAX_SIZE} nodes`;
      throw new SyntaxProblem(undefined, message);
    }
    this.#known.set(expr, extent);
    return expr;
  }

  #below(expr: Expr): Extent {
    let { height, size } = leaf;
    for (const child of childrenOf(expr)) {
      const extent = this.#known.get(child) ?? this.#below(child);
      height = Math.max(height, extent.height);
      size += extent.size;
    }
    return { height, size };
  }
}
