import type { ModuleSyntax, TypeSyntax } from '../frontend/syntax.js';
import type { Type } from './type.js';

/** What a type parameter stands for. */
export interface Binding {
  readonly type: Type;
  /** What its declaration says behind `extends`. */
  readonly constraint?: TypeSyntax | undefined;
}

/** Where a piece of syntax stands: what its names mean. */
export interface Scope {
  readonly module: ModuleSyntax;
  readonly bindings: ReadonlyMap<string, Binding>;
  /** How many generic types stand around it, to see one that grows without end. */
  readonly depth: number;
}

export function moduleScope(module: ModuleSyntax): Scope {
  return { module, bindings: new Map(), depth: 0 };
}

/** `scope` with further meanings. */
export function withBindings(scope: Scope, bindings: Iterable<readonly [string, Binding]>): Scope {
  return { ...scope, bindings: new Map([...scope.bindings, ...bindings]) };
}
