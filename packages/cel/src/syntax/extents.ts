import { type Expr, childrenOf } from './ast.js';
import { SyntaxProblem } from './token-stream.js';

/** The maximum nesting of operators, fields and calls, including chains (cel-go's visitor). */
const MAX_HEIGHT = 250;

/**
 * The maximum number of nodes. The text limit allows about 50,000, but each link of an `optMap`
 * chain doubles the tree. A real server times out for such expressions.
 */
const MAX_SIZE = 100_000;

interface Extent {
  readonly height: number;
  readonly size: number;
}

const leaf: Extent = { height: 0, size: 1 };

/**
 * Tracks the height and size of the trees that a parser builds. All later steps are recursive, so
 * trees beyond the limits are rejected while they are built.
 */
export class Extents {
  readonly #known = new Map<Expr, Extent>();

  /**
   * Registers a tree whose children are already registered. Nodes that a macro inserted between
   * them do not count.
   *
   * @param levels 1 if the node counts as a nesting level, else 0
   * @throws SyntaxProblem if the tree is too high or too large
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
