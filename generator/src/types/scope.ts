import type { ModuleSyntax, TypeSyntax } from '../syntax/syntax.js';
import type { Type } from './type.js';

/** The argument of a type parameter. */
export interface Binding {
  readonly type: Type;
  /** The constraint after `extends` in its declaration. */
  readonly constraint?: TypeSyntax | undefined;
}

/** The scope of a syntax node: the meaning of its names. */
export interface Scope {
  readonly module: ModuleSyntax;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** The number of enclosing generic types, to detect infinite expansion. */
  readonly depth: number;
}

export function moduleScope(module: ModuleSyntax): Scope {
  return { module, bindings: new Map(), depth: 0 };
}

/** `scope` with further meanings. */
export function withBindings(scope: Scope, bindings: Iterable<readonly [string, Binding]>): Scope {
  return { ...scope, bindings: new Map([...scope.bindings, ...bindings]) };
}
