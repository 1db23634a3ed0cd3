import { notAKindReason } from '../markers/misplaced-kind-markers.js';
import type { ModuleSyntax } from '../syntax/syntax.js';
import type { NamedType } from '../types/type.js';
import { reachedFrom, type TypeUnit, type TypeUnits } from '../types/type-units.js';

/** The types that a file declares and exports. */
export interface FileTypes {
  readonly module: ModuleSyntax;
  readonly named: readonly NamedType[];
  readonly units: readonly TypeUnit[];
  /** The units among these, and among all that they use, that have something to report. */
  readonly reporting: readonly TypeUnit[];
}

/** Finds the types of files. The result is the same object as long as none of the types is another one. */
export class DeclaredTypes {
  readonly #units: TypeUnits;
  readonly #known = new WeakMap<ModuleSyntax, FileTypes>();

  constructor(units: TypeUnits) {
    this.#units = units;
  }

  of(module: ModuleSyntax, checkpoint: () => void): FileTypes {
    const known = this.#known.get(module);
    if (known?.units.every(({ isDropped }) => !isDropped) === true) return known;
    const units: TypeUnit[] = [];
    const named: NamedType[] = [];
    for (const declaration of module.declarations.values()) {
      if (notAKindReason(declaration, module)) continue;
      const unit = this.#units.unitOf(declaration, module, checkpoint);
      const type = unit.types.get(`${module.path}#${declaration.name}`);
      units.push(unit);
      if (type) named.push(type);
    }
    const reporting = [...reachedFrom(units)].filter(({ reports }) => reports.reportCount > 0);
    const found = { module, named, units, reporting };
    this.#known.set(module, found);
    return found;
  }
}
