import type { Declaration, TypeExpression } from './shape.js';
import type { ShapePath } from './schema-shape.js';

/** A declaration that paths of schemas reference. */
export interface DeclaredShape {
  readonly id: string;
  readonly declaration: Declaration;
  /** Where it is used: the first use first. */
  readonly paths: ShapePath[];
}

/** Collects the declarations of a file: identical content is declared once. */
export class Declarations {
  readonly #shapes = new Map<string, DeclaredShape>();

  /** Returns a reference to the declaration. */
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
