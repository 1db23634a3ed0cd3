import {
  EXPORT_EQUALS,
  type DeclarationSyntax,
  type ModuleLink,
  type ModuleSyntax,
  type TypeSyntax,
} from '../syntax/syntax.js';
import { isApiFile } from '../syntax/imports.js';
import { betterImport } from '../syntax/kubernetes-packages.js';
import { isRuntimeModule, isRuntimeType } from '../syntax/runtime-types.js';

/** The meaning of a name. */
export type Resolution =
  | {
      readonly kind: 'declaration';
      readonly declaration: DeclarationSyntax;
      readonly module: ModuleSyntax;
      /** The dotted part after the declaration's name, such as a member of an enum. */
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
  /** The imported file does not exist. */
  | { readonly kind: 'outside-module'; readonly specifier: string }
  /** `isPlugAndPlay`: Yarn stores the packages of the project in its own format. */
  | { readonly kind: 'foreign'; readonly specifier: string; readonly isPlugAndPlay: boolean }
  /** A package has a type of Kubernetes in a form that makes no schema. */
  | { readonly kind: 'for-programs'; readonly specifier: string; readonly remedy: string }
  | {
      readonly kind: 'unknown';
      /** The imported file does not have the name. */
      readonly lacking?: {
        readonly specifier: string;
        readonly name: string;
        /** The names that the file exports. */
        readonly names: readonly string[];
      };
    }
  /** The name may be declared in a part of the file that could not be read. */
  | { readonly kind: 'unreadable' };

/** Types and constants may have the same name: selects one of them. */
export type Space = 'type' | 'value';

const UNKNOWN: Resolution = { kind: 'unknown' };

/** The diagnostic for a name that a module does not have. */
const absentFrom = ({ isPartial }: ModuleSyntax): Resolution => ({
  kind: isPartial ? 'unreadable' : 'unknown',
});

/** Loads a module; `name` is the requested name, if known. */
type FindModule = (specifier: string, from: ModuleSyntax, name?: string) => FoundModule | undefined;

/** The file of an import. */
export interface FoundModule {
  /** Relative to the folder of the APIs. */
  readonly path: string;
  /** Undefined if the file cannot contain the requested name. */
  readonly module: ModuleSyntax | undefined;
}

/** Resolves names to declarations, through imports and re-exports. */
export class ModuleSet {
  readonly #find: FindModule;
  readonly #isPlugAndPlay: () => boolean;

  /** @param isPlugAndPlay whether Yarn resolves the packages of the project */
  constructor(find: FindModule, isPlugAndPlay: () => boolean = () => false) {
    this.#find = find;
    this.#isPlugAndPlay = isPlugAndPlay;
  }

  /** The meaning of a name, dotted or not, inside a module. */
  resolve(name: string, module: ModuleSyntax, space: Space = 'type'): Resolution {
    return resultOf(this.#resolve(name, module, { space, seen: new Set() }));
  }

  /** The meaning of `import('specifier').name`. */
  imported(specifier: string, name: string, module: ModuleSyntax): Resolution {
    const search: Search = { space: 'type', seen: new Set() };
    return resultOf(this.#follow({ specifier, name: '*' }, name.split('.'), module, search));
  }

  *#resolve(name: string, module: ModuleSyntax, search: Search): Steps {
    const [first = name, ...rest] = name.split('.');
    const local = declared(first, module, search.space, rest);
    if (local) return local;
    const link = module.imports.get(first);
    return link ? yield this.#follow(link, rest, module, search) : absentFrom(module);
  }

  *#follow(link: ModuleLink, rest: readonly string[], from: ModuleSyntax, search: Search): Steps {
    const { specifier } = link;
    if (specifier === '') return yield this.#once(link, rest, from, search);
    const isWhole = link.name === '*' || link.name === EXPORT_EQUALS;
    const [name = '', ...more] = isWhole ? rest : [link.name, ...rest];
    if (isRuntimeModule(specifier)) return { kind: 'runtime', name: [name, ...more].join('.') };
    const remedy = betterImport(specifier, name);
    if (remedy !== undefined) return { kind: 'for-programs', specifier, remedy };
    const found = this.#find(specifier, from, name);
    const isOwn = specifier.startsWith('.') && isApiFile(from.path);
    if (found && isOwn && !isApiFile(found.path)) return { kind: 'outside-module', specifier };
    if (!found) {
      if (specifier.startsWith('.')) return { kind: 'missing-module', specifier };
      return { kind: 'foreign', specifier, isPlugAndPlay: this.#isPlugAndPlay() };
    }
    if (!found.module) return UNKNOWN;
    const whole = isWhole ? found.module.reexports.get(EXPORT_EQUALS) : undefined;
    if (whole) return yield this.#once(whole, rest, found.module, search);
    const exported = yield this.#exported(name, more, found.module, search);
    if (exported.kind !== 'unknown' || exported.lacking) return exported;
    const { declarations, reexports } = found.module;
    const names = [...declarations.keys(), ...reexports.keys()];
    return { kind: 'unknown', lacking: { specifier, name, names } };
  }

  *#exported(name: string, rest: readonly string[], module: ModuleSyntax, search: Search): Steps {
    const { reexports } = module;
    const reexport =
      reexports.get(name) ?? (name === 'default' ? reexports.get(EXPORT_EQUALS) : undefined);
    if (reexport) return yield this.#once(reexport, rest, module, search);
    const local = declared(name, module, search.space, rest);
    if (local) return local;
    if (name === 'default') return absentFrom(module);
    return yield this.#starred(name, rest, module, search);
  }

  /** Follows `export *`; reports a missing module only if no other module has the name. */
  *#starred(name: string, rest: readonly string[], module: ModuleSyntax, search: Search): Steps {
    let missing: Resolution | undefined;
    for (const specifier of module.exportStars) {
      if (isRuntimeModule(specifier) && !isRuntimeType(name)) continue;
      const found = yield this.#once({ specifier, name }, rest, module, search);
      if (found.kind === 'declaration' || found.kind === 'value' || found.kind === 'runtime') {
        return found;
      }
      if (found.kind !== 'unknown') missing ??= found;
    }
    return missing ?? absentFrom(module);
  }

  /** Follows a link, unless the search came from it. */
  *#once(link: ModuleLink, rest: readonly string[], module: ModuleSyntax, search: Search): Steps {
    const key = JSON.stringify([module.path, link.specifier, link.name, ...rest]);
    if (search.seen.has(key)) return UNKNOWN;
    search.seen.add(key);
    return yield link.specifier === ''
      ? this.#resolve([link.name, ...rest].join('.'), module, search)
      : this.#follow(link, rest, module, search);
  }
}

/** A search that yields the searches whose results it needs. */
interface Steps extends Generator<Steps, Resolution, Resolution> {}

/** The result of a search. Modules may export one another in long chains, which recursive calls could not follow. */
function resultOf(search: Steps): Resolution {
  const searches = [search];
  let result = UNKNOWN;
  for (let current = searches.at(-1); current; current = searches.at(-1)) {
    const { done, value } = current.next(result);
    if (done === true) {
      result = value;
      searches.pop();
    } else searches.push(value);
  }
  return result;
}

/** The search for one name, with the links that it has followed. */
interface Search {
  readonly space: Space;
  readonly seen: Set<string>;
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
  // Only members of an enum can follow a type name.
  if (rest.length > 0 && declaration.kind === 'interface') return undefined;
  return { kind: 'declaration', declaration, module, rest };
}
