import type {
  DeclarationSyntax,
  ModuleLink,
  ModuleSyntax,
  TypeSyntax,
} from '../frontend/syntax.js';
import { isApiFile, linkKey } from '../load/imports.js';
import { resolveSpecifier } from '../load/resolve-specifier.js';
import { RUNTIME_MODULE } from './runtime-types.js';

/** What a name means. */
export type Resolution =
  | {
      readonly kind: 'declaration';
      readonly declaration: DeclarationSyntax;
      readonly module: ModuleSyntax;
      /** What follows the declaration's name behind dots, such as a member of an enum. */
      readonly rest: readonly string[];
    }
  /** A constant, for `typeof`. */
  | {
      readonly kind: 'value';
      readonly type: TypeSyntax;
      readonly module: ModuleSyntax;
      readonly rest: readonly string[];
    }
  | { readonly kind: 'runtime'; readonly name: string }
  | { readonly kind: 'missing-module'; readonly specifier: string }
  /** An API imports a file that is none. */
  | { readonly kind: 'outside-module'; readonly specifier: string }
  | { readonly kind: 'foreign'; readonly specifier: string }
  | { readonly kind: 'unknown' };

/** Types and constants may share a name: which of them is meant. */
export type Space = 'type' | 'value';

const UNKNOWN: Resolution = { kind: 'unknown' };

/** All modules of a run; finds the declarations behind names, through imports and re-exports. */
export class ModuleSet {
  readonly #modules: ReadonlyMap<string, ModuleSyntax>;
  /** The files behind imports from packages. */
  readonly #links: ReadonlyMap<string, string>;

  constructor(modules: readonly ModuleSyntax[], links: ReadonlyMap<string, string> = new Map()) {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
    this.#links = links;
  }

  /** The meaning of a name, dotted or not, inside a module. */
  resolve(name: string, module: ModuleSyntax, space: Space = 'type'): Resolution {
    const [first = name, ...rest] = name.split('.');
    const local = declared(first, module, space, rest);
    if (local) return local;
    const link = module.imports.get(first);
    return link ? this.#follow(link, rest, module, space) : UNKNOWN;
  }

  /** The meaning of `import('specifier').name`. */
  imported(specifier: string, name: string, module: ModuleSyntax): Resolution {
    return this.#follow({ specifier, name: '*' }, name.split('.'), module, 'type');
  }

  #follow(
    link: ModuleLink,
    rest: readonly string[],
    from: ModuleSyntax,
    space: Space,
    seen: ReadonlySet<string> = new Set(),
  ): Resolution {
    const { specifier } = link;
    const [name = '', ...more] = link.name === '*' ? rest : [link.name, ...rest];
    if (specifier === RUNTIME_MODULE) return { kind: 'runtime', name: [name, ...more].join('.') };
    const path = this.#links.get(linkKey(from.path, specifier));
    if (path === undefined && !specifier.startsWith('.')) return { kind: 'foreign', specifier };
    const file = path ?? resolveSpecifier(specifier, from.path);
    const target = this.#modules.get(file);
    if (!target) {
      const isOutside = isApiFile(from.path) && !isApiFile(file);
      return { kind: isOutside ? 'outside-module' : 'missing-module', specifier };
    }
    const key = `${target.path}#${name}`;
    if (seen.has(key)) return UNKNOWN;
    return this.#exported(name, more, target, space, new Set([...seen, key]));
  }

  #exported(
    name: string,
    rest: readonly string[],
    module: ModuleSyntax,
    space: Space,
    seen: ReadonlySet<string>,
  ): Resolution {
    const reexport = module.reexports.get(name);
    if (reexport) {
      return reexport.specifier === ''
        ? this.resolve([reexport.name, ...rest].join('.'), module, space)
        : this.#follow(reexport, rest, module, space, seen);
    }
    const local = declared(name, module, space, rest);
    if (local) return local;
    for (const specifier of module.exportStars) {
      const found = this.#follow({ specifier, name }, rest, module, space, seen);
      if (found.kind !== 'unknown') return found;
    }
    return UNKNOWN;
  }
}

function declared(
  name: string,
  module: ModuleSyntax,
  space: Space,
  rest: readonly string[],
): Resolution | undefined {
  const type = module.values.get(name);
  if (space === 'value' && type) return { kind: 'value', type, module, rest };
  const declaration = module.declarations.get(name);
  if (!declaration || (space === 'value' && declaration.kind !== 'enum')) return undefined;
  // Behind a type stands nothing but a member of an enum.
  if (rest.length > 0 && declaration.kind === 'interface') return undefined;
  return { kind: 'declaration', declaration, module, rest };
}
