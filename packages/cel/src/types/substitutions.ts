import { dynType, isDyn, isDynOrError, isSameType, type CelType } from './cel-type.js';

/** The bindings of type parameters during a check (cel-go's checker/types.go). */
export class Substitutions {
  readonly #bound = new Map<string, CelType>();
  /** Functions that revert the bindings, in the order of the bindings. */
  readonly #undo: (() => void)[] = [];

  /** Whether two types are compatible. If so, keeps the bindings that this implies. */
  isAssignable(a: CelType, b: CelType): boolean {
    return this.areAssignable([a], [b]);
  }

  areAssignable(as: readonly CelType[], bs: readonly CelType[]): boolean {
    const before = this.#undo.length;
    if (this.#allAssignable(as, bs)) return true;
    for (const undo of this.#undo.splice(before).reverse()) undo();
    return false;
  }

  /** Replaces bound type parameters. Replaces the others with `dyn` if requested. */
  resolve(type: CelType, unknownToDyn: boolean): CelType {
    const bound = this.#find(type);
    if (bound !== undefined) return this.resolve(bound, unknownToDyn);
    if (type.kind === 'param') return unknownToDyn ? dynType : type;
    if (type.params.length === 0) return type;
    return { ...type, params: type.params.map((param) => this.resolve(param, unknownToDyn)) };
  }

  bind(param: CelType, type: CelType): void {
    const before = this.#bound.get(param.name);
    this.#undo.push(() => {
      if (before === undefined) this.#bound.delete(param.name);
      else this.#bound.set(param.name, before);
    });
    this.#bound.set(param.name, type);
  }

  #find(type: CelType): CelType | undefined {
    return type.kind === 'param' ? this.#bound.get(type.name) : undefined;
  }

  #allAssignable(as: readonly CelType[], bs: readonly CelType[]): boolean {
    if (as.length !== bs.length) return false;
    return as.every((a, i) => {
      const b = bs[i];
      return b !== undefined && this.#assignable(a, b);
    });
  }

  #assignable(a: CelType, b: CelType): boolean {
    if (b.kind === 'param') {
      const isKnown = this.#find(b) !== undefined;
      if (this.#substitutes(a, b)) return true;
      if (isKnown) return false;
    }
    if (a.kind === 'param') return this.#substitutes(b, a);
    if (isDynOrError(a) || isDynOrError(b)) return true;
    if (a.kind === 'null') return isNullable(b);
    if (b.kind === 'null') return isNullable(a);
    switch (a.kind) {
      case 'type':
        return b.kind === 'type';
      case 'opaque':
      case 'list':
      case 'map':
        return a.kind === b.kind && a.name === b.name && this.#allAssignable(a.params, b.params);
      default:
        return isSameType(a, b);
    }
  }

  /** Whether the parameter can be bound to the type. Binds it if so. */
  #substitutes(type: CelType, param: CelType): boolean {
    if (isSameType(type, param)) return true;
    const bound = this.#find(param);
    if (bound === undefined) {
      if (!this.#isFreeOf(param, type)) return false;
      this.bind(param, type);
      return true;
    }
    if (isSameType(type, bound)) return true;
    if (!this.#assignable(type, bound)) return false;
    const general = mostGeneral(type, bound);
    if (this.#isFreeOf(param, general)) this.bind(param, general);
    return true;
  }

  /** Whether the parameter does not occur in the type. */
  #isFreeOf(param: CelType, type: CelType): boolean {
    if (isSameType(param, type)) return false;
    if (type.kind === 'param') {
      const bound = this.#find(type);
      return bound === undefined || this.#isFreeOf(param, bound);
    }
    return type.params.every((inner) => this.#isFreeOf(param, inner));
  }
}

const isNullable = (type: CelType): boolean =>
  type.isNullable === true ||
  ['null', 'opaque', 'struct', 'duration', 'timestamp'].includes(type.kind);

/** The more general of two compatible types. */
export function mostGeneral(a: CelType, b: CelType): CelType {
  return isAsGeneral(a, b) ? a : b;
}

function isAsGeneral(a: CelType, b: CelType): boolean {
  if (isDyn(a) || a.kind === 'param') return true;
  if (isDyn(b) || b.kind === 'param' || a.kind !== b.kind) return false;
  if (a.kind === 'type') return true;
  if (a.params.length === 0) return isSameType(a, b);
  return (
    a.name === b.name &&
    a.params.length === b.params.length &&
    a.params.every((param, i) => isAsGeneral(param, b.params[i] ?? dynType))
  );
}
