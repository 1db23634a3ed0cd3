import type { Annotation } from '../markers/annotation.js';
import type { PresenceDefault } from '../markers/presence.js';
import { DiagnosticList } from '../diagnostics/diagnostic-list.js';
import type { MarkerRegistry } from '../markers/registry.js';
import { isApiFile } from '../syntax/imports.js';
import type { ModuleReader } from '../syntax/source.js';
import type { DeclarationSyntax, ModuleSyntax } from '../syntax/syntax.js';
import { freezeData } from '../text/freeze-data.js';
import { TypeBuilder } from './build-types.js';
import { componentsFrom, type ComponentMember } from './components.js';
import { ModuleFinder } from './module-finder.js';
import { ModuleSet } from './module-set.js';
import type { NamedType, TypeId, TypeTable } from './type.js';
import { UnitReads, type UnitProgram } from './unit-reads.js';

/**
 * Declarations that refer to one another, mostly a single one, with their types. They are a function of the
 * declarations, of the units that they depend on and of the reads: a unit is made once, and replaced when one
 * of these is different.
 */
export interface TypeUnit {
  /** Its own types, those of generic declarations with its arguments included; by id, also those of others. */
  readonly types: TypeTable;
  readonly reports: DiagnosticList;
  /** The units of declarations that its types refer to. */
  readonly uses: ReadonlySet<TypeUnit>;
  readonly members: readonly UnitMember[];
  /** The units without which this one is invalid. */
  readonly dependencies: ReadonlySet<TypeUnit>;
  readonly reads: UnitReads;
  /** The units that are invalid without this one. */
  readonly dependents: Set<TypeUnit>;
  /** It is no longer valid. */
  isDropped: boolean;
}

interface UnitMember {
  readonly declaration: DeclarationSyntax;
  readonly id: TypeId;
}

/** The parts of a program that its types depend on. */
interface UnitSources {
  readonly modules: readonly ModuleSyntax[];
  readonly reader: ModuleReader | undefined;
  /** The presence of fields without markers, by folder. */
  readonly presenceDefaults: ReadonlyMap<string, PresenceDefault>;
}

/** Reads the markers of a declaration. */
type AnnotationOf = (declaration: DeclarationSyntax, diagnostics: DiagnosticList) => Annotation;

/** The types of a program by units, which are kept while the program changes. */
export class TypeUnits {
  readonly finder = new ModuleFinder();
  readonly modules: ModuleSet;
  readonly #registry: MarkerRegistry;
  readonly #annotationOf: AnnotationOf;
  readonly #program: UnitProgram;
  readonly #units = new Map<DeclarationSyntax, TypeUnit>();
  readonly #byId = new Map<TypeId, TypeUnit>();
  /** By the modules that they looked into. */
  readonly #byPath = new Map<string, Set<TypeUnit>>();
  #presenceDefaults: ReadonlyMap<string, PresenceDefault> = new Map();
  #reader: ModuleReader | undefined;

  constructor(registry: MarkerRegistry, annotationOf: AnnotationOf) {
    this.#registry = registry;
    this.#annotationOf = annotationOf;
    this.modules = new ModuleSet(
      (specifier, from, name) => this.finder.find(specifier, from, name),
      () => this.#reader?.isPlugAndPlay?.() ?? false,
    );
    this.#program = {
      finder: this.finder,
      modules: this.modules,
      presenceDefault: (folder) => this.#presenceDefaults.get(folder),
    };
  }

  /** Sets the sources, and drops the units that are no longer valid. */
  update({ modules, reader, presenceDefaults }: UnitSources): void {
    const before = this.#presenceDefaults;
    const folders = [...new Set([...before.keys(), ...presenceDefaults.keys()])];
    this.#reader = reader;
    this.#presenceDefaults = presenceDefaults;
    try {
      const { paths, importsMayChange } = this.finder.update(modules, reader);
      const changed = new Set([
        ...paths,
        ...folders.filter((folder) => before.get(folder) !== presenceDefaults.get(folder)),
      ]);
      this.#drop(this.#invalid(importsMayChange ? undefined : changed));
      this.#drop([...this.#touching(this.finder.dropBroken())]);
    } catch {
      // A file cannot be read, or exceeds a limit: this is reported if a type still needs it.
      this.finder.dropPackages();
      this.#drop([...this.#units.values()]);
    }
  }

  /** The units that read something else now in modules; in any module, if these are undefined. */
  #invalid(paths: ReadonlySet<string> | undefined): TypeUnit[] {
    const touched = paths ? this.#touching(paths) : new Set(this.#units.values());
    return [...touched].filter((unit) => {
      this.#unlist(unit);
      const isValid = unit.reads.areSame();
      // It may have looked into other modules.
      this.#list(unit);
      return !isValid;
    });
  }

  #touching(paths: ReadonlySet<string>): ReadonlySet<TypeUnit> {
    const found = new Set<TypeUnit>();
    for (const path of paths) for (const unit of this.#byPath.get(path) ?? []) found.add(unit);
    return found;
  }

  #list(unit: TypeUnit): void {
    for (const path of unit.reads.paths) {
      const units = this.#byPath.get(path) ?? new Set();
      this.#byPath.set(path, units.add(unit));
    }
  }

  #unlist(unit: TypeUnit): void {
    for (const path of unit.reads.paths) {
      const units = this.#byPath.get(path);
      units?.delete(unit);
      if (units?.size === 0) this.#byPath.delete(path);
    }
  }

  /**
   * The unit of a declaration.
   *
   * @param checkpoint called before each unit that is made; an error that it throws ends the search
   */
  unitOf(
    declaration: DeclarationSyntax,
    module: ModuleSyntax,
    checkpoint: () => void = () => undefined,
  ): TypeUnit {
    const known = this.#units.get(declaration);
    if (known) return known;
    const isKnown = (each: DeclarationSyntax): boolean => this.#units.has(each);
    for (const members of componentsFrom({ declaration, module }, isKnown, this.#program)) {
      checkpoint();
      this.#make(members);
    }
    const made = this.#units.get(declaration);
    if (!made) throw new Error(`no unit was made of ${declaration.name}`);
    return made;
  }

  /** The type table in which a type was declared. */
  tableOf(id: TypeId): TypeTable | undefined {
    return this.#byId.get(id)?.types;
  }

  /** Makes the unit of declarations; the units that they depend on exist. */
  #make(members: readonly ComponentMember[]): void {
    const [first, ...others] = members;
    const reads = first?.reads ?? new UnitReads(this.#program);
    for (const member of others) reads.include(member.reads);
    const dependencies = new Set<TypeUnit>();
    for (const member of members) {
      for (const { declaration } of member.references) {
        const unit = this.#units.get(declaration);
        if (unit) dependencies.add(unit);
      }
    }
    const uses = new Set<TypeUnit>();
    const reports = new DiagnosticList();
    const types = new UnitTypes((id) => this.#byId.get(id), uses);
    const own = new Set(members.map(({ declaration }) => declaration));
    const builder = new TypeBuilder({
      modules: reads,
      types,
      registry: this.#registry,
      diagnostics: reports,
      annotationOf: (declaration) => this.#annotationIn(declaration, reports),
      presenceDefault: (module) => reads.presenceDefault(module),
      isMember: (declaration) => own.has(declaration),
      use: (declaration, module) => uses.add(this.unitOf(declaration, module)),
      readNames: (module) => {
        reads.readNames(module);
      },
    });
    for (const { declaration, module } of members) {
      reads.readMember(declaration, module);
      if (declaration.typeParameters.length === 0) builder.declare(declaration, module);
    }
    // Resolves the types of all fields: nothing is left to be resolved by another unit. A generic type that grows
    // without end is found at its greatest depth: the newest type comes first, so that it does not grow in breadth.
    for (let type = types.takeNewest(); type; type = types.takeNewest()) freezeData(type);
    freezeData(types);
    reads.close();
    this.#add({
      types,
      reports,
      uses,
      members: members.map(({ declaration, module }) => {
        return { declaration, id: `${module.path}#${declaration.name}` };
      }),
      dependencies: new Set([...dependencies, ...uses]),
      reads,
      dependents: new Set(),
      isDropped: false,
    });
  }

  #add(unit: TypeUnit): void {
    for (const { declaration, id } of unit.members) {
      this.#units.set(declaration, unit);
      if (declaration.typeParameters.length === 0) this.#byId.set(id, unit);
    }
    for (const each of unit.dependencies) each.dependents.add(unit);
    this.#list(unit);
  }

  /** Declarations of the APIs are reported whether a type uses them or not. */
  #annotationIn(declaration: DeclarationSyntax, reports: DiagnosticList): Annotation {
    const isOwn = isApiFile(declaration.position.file);
    return this.#annotationOf(declaration, isOwn ? new DiagnosticList() : reports);
  }

  /** Drops units, and those that depend on them. */
  #drop(invalid: readonly TypeUnit[]): void {
    const waiting = [...invalid];
    for (let unit = waiting.pop(); unit; unit = waiting.pop()) {
      if (unit.isDropped) continue;
      unit.isDropped = true;
      this.#unlist(unit);
      for (const { declaration, id } of unit.members) {
        this.#units.delete(declaration);
        if (this.#byId.get(id) === unit) this.#byId.delete(id);
      }
      for (const dependency of unit.dependencies) dependency.dependents.delete(unit);
      for (const dependent of unit.dependents) waiting.push(dependent);
    }
  }
}

/** The types of a unit; `get` also finds those of other units. */
class UnitTypes extends Map<TypeId, NamedType> {
  readonly #unitOf: (id: TypeId) => TypeUnit | undefined;
  readonly #uses: ReadonlySet<TypeUnit>;
  readonly #newest: NamedType[] = [];

  constructor(unitOf: (id: TypeId) => TypeUnit | undefined, uses: ReadonlySet<TypeUnit>) {
    super();
    this.#unitOf = unitOf;
    this.#uses = uses;
  }

  override set(id: TypeId, type: NamedType): this {
    this.#newest.push(type);
    return super.set(id, type);
  }

  /** The type that was added last; undefined after all were taken. */
  takeNewest(): NamedType | undefined {
    return this.#newest.pop();
  }

  override get(id: TypeId): NamedType | undefined {
    const own = super.get(id);
    if (own) return own;
    const unit = this.#unitOf(id);
    return unit && unit.types !== this ? unit.types.get(id) : this.#instance(id);
  }

  /** A generic declaration with arguments of another unit. */
  #instance(id: TypeId): NamedType | undefined {
    if (!id.endsWith('>')) return undefined;
    for (const { types } of reachedFrom(this.#uses)) {
      if (types.has(id)) return types.get(id);
    }
    return undefined;
  }
}

/** Units, and all that their types refer to, in the order in which they are found. */
export function reachedFrom(units: Iterable<TypeUnit>): ReadonlySet<TypeUnit> {
  const reached = new Set(units);
  // Iterating a set includes the elements that are added meanwhile.
  for (const { uses } of reached) for (const unit of uses) reached.add(unit);
  return reached;
}
