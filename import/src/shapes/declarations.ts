import type { Declaration, TypeExpression } from './shape.js';
import type { ShapePath } from './schema-shape.js';

/** A declaration that paths of schemas lead to. */
export interface DeclaredShape {
  readonly id: string;
  readonly declaration: Declaration;
  /** Where it is used: the first use first. */
  readonly paths: ShapePath[];
}

/** The declarations of a file: what says the same in all words is declared once. */
export class Declarations {
  readonly #shapes = new Map<string, DeclaredShape>();

  /** What refers to the declaration. */
  declare(declaration: Declaration, path: ShapePath): TypeExpression {
    const key = JSON.stringify(declaration);
    const known = this.#shapes.get(key);
    if (known) known.paths.push(path);
    const id = known?.id ?? String(this.#shapes.size);
    if (!known) this.#shapes.set(key, { id, declaration, paths: [path] });
    return { kind: 'declared', id };
  }

  all(): DeclaredShape[] {
    return [...this.#shapes.values()];
  }
}
