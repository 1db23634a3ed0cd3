import { deepEqualJson } from '@vmgen/base/json';
import type { DeclarationSyntax, ModuleSyntax, TypeSyntax } from './syntax.js';

/**
 * A module with the objects of its earlier version for all declarations and constants that are equal, positions
 * included: what was made from them remains valid.
 */
export function shareDeclarations(module: ModuleSyntax, earlier: ModuleSyntax): ModuleSyntax {
  return {
    ...module,
    declarations: shared<DeclarationSyntax>(module.declarations, earlier.declarations),
    values: shared<TypeSyntax>(module.values, earlier.values),
  };
}

type Named<T> = Pick<ReadonlyMap<string, T>, 'get' | 'keys'>;

function shared<T>(later: Named<T>, earlier: Named<T>): ReadonlyMap<string, T> {
  const all = new Map<string, T>();
  for (const name of later.keys()) {
    const [now, before] = [later.get(name), earlier.get(name)];
    if (now === undefined) continue;
    all.set(name, before !== undefined && deepEqualJson(now, before) ? before : now);
  }
  return all;
}
