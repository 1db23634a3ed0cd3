import { deepEqualJson } from '@vmgen/base/json';
import type { PresenceDefault } from '../markers/presence.js';
import { exportedName } from '../markers/misplaced-kind-markers.js';
import { EXPORT_EQUALS, type DeclarationSyntax, type ModuleSyntax } from '../syntax/syntax.js';
import { folderOf } from '../text/names.js';
import type { ModuleFinder } from './module-finder.js';
import type { ModuleSet, Resolution, Space } from './module-set.js';

/** The program around a unit. */
export interface UnitProgram {
  readonly finder: ModuleFinder;
  readonly modules: ModuleSet;
  readonly presenceDefault: (folder: string) => PresenceDefault;
}

/** Repeats a read, adds the paths that it looks into, and returns whether the result is the same. */
type Check = (paths: Set<string>) => boolean;

/**
 * Everything outside of its declarations that the types of a unit depend on. A read is made once, and can be
 * repeated after a change of the program.
 */
export class UnitReads {
  readonly #program: UnitProgram;
  readonly #checks = new Map<string, Check>();
  readonly #resolutions = new Map<string, Resolution>();
  #paths = new Set<string>();

  constructor(program: UnitProgram) {
    this.#program = program;
  }

  /** The paths of the modules that were looked into, and the folders whose defaults were read. */
  get paths(): ReadonlySet<string> {
    return this.#paths;
  }

  /** Whether all reads have the same results as before. */
  areSame(): boolean {
    const paths = new Set<string>();
    for (const isSame of this.#checks.values()) if (!isSame(paths)) return false;
    this.#paths = paths;
    return true;
  }

  /** Adds the reads of another part of the same unit. */
  include(other: UnitReads): void {
    for (const [key, check] of other.#checks) this.#checks.set(key, check);
    for (const [key, found] of other.#resolutions) this.#resolutions.set(key, found);
    for (const path of other.#paths) this.#paths.add(path);
  }

  /** Releases the modules of the program: no further reads follow. */
  close(): void {
    this.#resolutions.clear();
  }

  resolve(name: string, module: ModuleSyntax, space: Space = 'type'): Resolution {
    return this.#lookUp(`${space}:${name}:${module.path}`, module, (each) =>
      this.#program.modules.resolve(name, each, space),
    );
  }

  imported(specifier: string, name: string, module: ModuleSyntax): Resolution {
    return this.#lookUp(JSON.stringify([specifier, name, module.path]), module, (each) =>
      this.#program.modules.imported(specifier, name, each),
    );
  }

  /** The declaration belongs to the unit. */
  readMember(declaration: DeclarationSyntax, { path }: ModuleSyntax): void {
    const { name } = declaration;
    this.#note(`member:${name}:${path}`, (paths) => {
      paths.add(path);
      const module = this.#program.finder.at(path);
      if (module?.declarations.get(name) !== declaration) return undefined;
      return [exportedName(declaration, module), module.reexports.has(EXPORT_EQUALS)];
    });
  }

  /** All names of a module, for suggestions. */
  readNames({ path }: ModuleSyntax): void {
    this.#note(`names:${path}`, (paths) => {
      paths.add(path);
      const { declarations, imports, values } = this.#program.finder.at(path) ?? {};
      return [declarations, imports, values].map((each) => each && [...each.keys()]);
    });
  }

  presenceDefault({ path }: ModuleSyntax): PresenceDefault {
    const folder = folderOf(path);
    return this.#note(`presence:${folder}`, (paths) => {
      paths.add(folder);
      return this.#program.presenceDefault(folder);
    });
  }

  #lookUp(
    key: string,
    from: ModuleSyntax,
    search: (module: ModuleSyntax) => Resolution,
  ): Resolution {
    const known = this.#resolutions.get(key);
    if (known) return known;
    const found = this.#program.finder.tracing(this.#paths, () => search(from));
    this.#resolutions.set(key, found);
    this.#paths.add(from.path);
    this.#checks.set(key, this.#checkOf(from.path, search, withoutModule(found)));
    return found;
  }

  #checkOf(path: string, search: (module: ModuleSyntax) => Resolution, before: unknown): Check {
    const { finder } = this.#program;
    return (paths) => {
      paths.add(path);
      const module = finder.at(path);
      if (module === undefined) return false;
      return deepEqualJson(withoutModule(finder.tracing(paths, () => search(module))), before);
    };
  }

  #note<T>(key: string, read: (paths: Set<string>) => T): T {
    const before = read(this.#paths);
    this.#checks.set(key, (paths) => deepEqualJson(read(paths), before));
    return before;
  }
}

/** A resolution without the module, which is another one after each change of its file. */
const withoutModule = (found: Resolution): unknown =>
  'module' in found ? { ...found, module: found.module.path } : found;
