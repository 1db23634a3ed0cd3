import type { DeclarationSyntax, ModuleLink, ModuleSyntax } from '../frontend/syntax.js';
import { resolveSpecifier } from '../load/resolve-specifier.js';
import { RUNTIME_MODULE } from './runtime-types.js';

/** What a name means. */
export type Resolution =
  | {
      readonly kind: 'declaration';
      readonly declaration: DeclarationSyntax;
      readonly module: ModuleSyntax;
    }
  | { readonly kind: 'runtime'; readonly name: string }
  | { readonly kind: 'missing-module'; readonly specifier: string }
  | { readonly kind: 'foreign'; readonly specifier: string }
  | { readonly kind: 'unknown' };

/** All modules of a run; finds the declarations behind names, through imports and re-exports. */
export class ModuleSet {
  readonly #modules: ReadonlyMap<string, ModuleSyntax>;

  constructor(modules: readonly ModuleSyntax[]) {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
  }

  /** The meaning of a name, dotted or not, inside a module. */
  resolve(name: string, module: ModuleSyntax): Resolution {
    const [first = name, ...rest] = name.split('.');
    const local = module.declarations.get(first);
    if (local && rest.length === 0) return { kind: 'declaration', declaration: local, module };
    const link = module.imports.get(first);
    if (!link) return { kind: 'unknown' };
    if (link.name !== '*')
      return rest.length === 0 ? this.#follow(link, module) : { kind: 'unknown' };
    return this.#follow({ specifier: link.specifier, name: rest.join('.') }, module);
  }

  #follow(link: ModuleLink, from: ModuleSyntax, seen = new Set<string>()): Resolution {
    if (link.specifier === RUNTIME_MODULE) return { kind: 'runtime', name: link.name };
    if (!link.specifier.startsWith('.')) return { kind: 'foreign', specifier: link.specifier };
    const target = this.#modules.get(resolveSpecifier(link.specifier, from.path));
    if (!target) return { kind: 'missing-module', specifier: link.specifier };
    if (seen.has(target.path)) return { kind: 'unknown' };
    return this.#exported(link.name, target, seen.add(target.path));
  }

  #exported(name: string, module: ModuleSyntax, seen: Set<string>): Resolution {
    const reexport = module.reexports.get(name);
    if (reexport) {
      return reexport.specifier === ''
        ? this.resolve(reexport.name, module)
        : this.#follow(reexport, module, seen);
    }
    const declaration = module.declarations.get(name);
    if (declaration) return { kind: 'declaration', declaration, module };
    for (const specifier of module.exportStars) {
      const found = this.#follow({ specifier, name }, module, seen);
      if (found.kind !== 'unknown') return found;
    }
    return { kind: 'unknown' };
  }
}
